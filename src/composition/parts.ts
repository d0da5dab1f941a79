import { join } from 'node:path';
import type { Logger } from 'pino';
import { PasskeyChallenges } from '../accounts/passkey-challenges.ts';
import { RateLimiter } from '../accounts/rate-limit.ts';
import { TotpSecrets } from '../accounts/totp-secrets.ts';
import { Users, type UsersProvider } from '../accounts/users.ts';
import { AuditStream, receiverOf, streamId } from '../audit-stream/audit-stream.ts';
import { BulkRunner } from '../bulk/runner.ts';
import { compileApart } from '../compile-apart.ts';
import { type Config, faceModels } from '../config.ts';
import { isOwnSource, OWN_CATEGORY } from '../domain/own-list.ts';
import { AuditHeadLog } from '../http/audit-head.ts';
import { ListsInForce } from '../http/lists-in-force.ts';
import { Metrics } from '../http/metrics.ts';
import type { Services } from '../http/services.ts';
import { masterSecretsAtHand } from '../images/master-keys.ts';
import { ImageVault } from '../images/vault.ts';
import { MediaNews } from '../media/media-news.ts';
import { NewsFolder } from '../media/news-folder.ts';
import { Monitor } from '../monitoring/monitor.ts';
import type { ProviderRefusal } from '../openid/refusal.ts';
import { OwnListOverlays } from '../own-lists/overlays.ts';
import { OwnListMonitor } from '../own-lists/own-list-monitor.ts';
import { programVersion } from '../program-version.ts';
import type { Records } from '../records/port.ts';
import type { SandboxNews } from '../sandbox/news.ts';
import type { Query } from '../screening/query.ts';
import { ENGINE_VERSION } from '../screening/version.ts';
import { nodeName } from '../service-url.ts';
import { importCustomer, rowSearch } from '../use-cases/batches.ts';
import { announcer } from '../use-cases/events.ts';
import { Verifier } from '../verification/verifier.ts';
import { Lists } from '../watchlists/lists.ts';
import { sourceById } from '../watchlists/registry.ts';
import { ListImports } from '../watchlists/sync/list-imports.ts';
import { type SyncRun, SyncSchedule } from '../watchlists/sync/schedule.ts';
import { SnapshotFollower } from '../watchlists/sync/snapshot-follower.ts';
import { AddressPolicy } from '../webhooks/addresses.ts';
import { type DeliveryResult, WebhookDispatcher } from '../webhooks/dispatcher.ts';
import { WebhookSecrets } from '../webhooks/secrets.ts';
import { WebhookSender } from '../webhooks/sender.ts';
import type { Closing, Surroundings } from './start.ts';
import type { Stores } from './stores.ts';

export type Parts = Awaited<ReturnType<typeof makeParts>>;

/** Whatever answers requests and keeps the service up, made of the stores. */
export async function makeParts(
  config: Config,
  { records, pool, repair }: Stores,
  { now, log }: Pick<Surroundings, 'now' | 'log'>,
  closing: Closing,
) {
  const ownLists = new OwnListOverlays({ records, now, log });
  closing.push(() => ownLists.stop());
  await ownLists.start();
  pool.searchBeside(ownLists);
  const interrupted = (err: Error) => log.error({ err }, 'the process that holds the models ended; another one starts');
  const verifier = new Verifier({ models: faceModels(config), thresholds: config.thresholds, now, interrupted });
  await verifier.check();
  closing.push(() => verifier.close());
  const images = await ImageVault.open(config, {
    failed: (error) => log.error({ err: error }, 'images cannot be stored'),
    over: () => log.warn('images can be stored again'),
  });
  await records.audit.followKeys();
  await images.ready();
  const auditHead = new AuditHeadLog(records, log, { target: config.auditHead, now });
  const auditStream = await auditStreamOf(config, { records, log });
  const lists = new Lists(config, records, now);
  const inForce = new ListsInForce(lists, records, pool, now, log);
  const metrics = new Metrics({ version: programVersion(), engine: ENGINE_VERSION }, nodeName(config));
  const ended = async (run: SyncRun) => {
    metrics.synced(run.result);
    if (run.result !== 'stuck') return;
    const { recordStuckSync } = await import('../watchlists/sync-lists.ts');
    await recordStuckSync(lists, run).catch((err) => log.error({ err }, 'a stuck sync could not be recorded'));
  };
  const schedule = new SyncSchedule(config, log, { ended, now });
  const imports = await ListImports.open(config, log);
  const totpSecrets = new TotpSecrets(() => masterSecretsAtHand(config));
  // Those of an older program, and those under a former key of TOUCHSTONE_MASTER_KEY.
  await totpSecrets
    .reseal(records.users)
    .catch((err) => log.error({ err }, 'secrets of one-time codes cannot be sealed'));
  const challenges = new PasskeyChallenges(() => masterSecretsAtHand(config), now);
  const provider = await usersProvider(config, { now, log }, closing);
  const users = new Users(records, now, totpSecrets, challenges, provider);
  const rate = config.rateLimit && new RateLimiter(config.rateLimit);
  if (rate) closing.push(rate.shareWith(records.nodes));
  const webhooks = webhookParts(config, { records, metrics, now, log });
  const announce = announcer(
    [
      (event) => metrics.completed(event),
      (event) => event.kind === 'verification-stored' && verifier.paid(event.accountId, event.durationMs),
      (event) =>
        event.kind === 'holder-not-screened' &&
        log.warn({ err: event.error, verification: event.id }, 'the name of a verified document was not screened'),
    ],
    (error) => log.error({ err: error }, 'what follows a stored record failed'),
  );
  // Behind every search that somebody waits for.
  const later = {
    snapshot: undefined,
    search: (query: Query, accountId: number) => pool.searchLater(query, accountId),
  };
  const ports = { records, search: later, aboutLists: () => inForce.sentences, categoryOf, announce, now };
  const hasNews = config.environment === 'sandbox' || Boolean(config.media);
  const bulk = new BulkRunner({
    batches: records.batches,
    search: rowSearch(ports),
    announce,
    now,
    log,
    importRow: (batch, row) => importCustomer({ ...ports, hasNews }, batch, row),
  });
  closing.push(() => bulk.stop());
  const directory = join(config.dataDir, 'snapshots');
  const monitor = new Monitor({ records, directory, fetch: (one) => lists.fetchSnapshot(one), now, log });
  const { news, sandboxNews } = await newsOf(config, { records, ownLists, now });
  closing.push(() => news?.stop());
  const ownMonitor = new OwnListMonitor({ records, overlays: ownLists, now, log });
  return {
    records,
    ownLists,
    news,
    sandboxNews,
    ownMonitor,
    pool,
    repair,
    verifier,
    images,
    lists,
    inForce,
    imports,
    metrics,
    schedule,
    users,
    rate,
    bulk,
    monitor,
    auditHead,
    auditStream,
    announce,
    webhooks,
  };
}

/** The news that requests search; undefined where it is off. The sandbox has invented news, whatever the settings. */
async function newsOf(
  { media, environment, dataDir }: Config,
  { records, ownLists, now }: Pick<Parts, 'records' | 'ownLists'> & { now: () => Date },
): Promise<{ news: MediaNews | undefined; sandboxNews: SandboxNews | undefined }> {
  const known = { snapshot: () => ownLists.snapshot, barring: records.media };
  if (environment === 'sandbox') {
    const { SandboxNews } = await import('../sandbox/news.ts');
    const sandboxNews = await SandboxNews.open(dataDir);
    return { sandboxNews, news: new MediaNews({ ...known, folder: sandboxNews.folder, now: sandboxNews.now }) };
  }
  const news = media && new MediaNews({ ...known, folder: NewsFolder.of(dataDir, media), now });
  return { news, sandboxNews: undefined };
}

/** What hands the audit log outside, where somebody gets it. */
async function auditStreamOf(
  { auditStream: target, environment }: Config,
  { records, log }: { readonly records: Records; readonly log: Logger },
): Promise<AuditStream | undefined> {
  return target && new AuditStream(streamId(target), await receiverOf(target), { records, log, environment });
}

/** The company's own provider of sign-in, where the settings name one. It is asked when somebody first needs it. */
async function usersProvider(
  config: Config,
  { now, log }: { readonly now: () => Date; readonly log: Logger },
  closing: Closing,
): Promise<UsersProvider | undefined> {
  if (!config.provider) return undefined;
  const { OpenIdProvider } = await import('../openid/provider.ts');
  const provider = new OpenIdProvider(config.provider, now);
  closing.push(() => provider.close());
  const failed = ({ fault, message }: ProviderRefusal) => log.warn({ fault, why: message }, 'the provider of sign-in');
  return { provider, masters: () => masterSecretsAtHand(config), failed };
}

/** What tells webhooks of events. */
function webhookParts(
  config: Config,
  { records, metrics, now, log }: Pick<Services, 'records' | 'metrics' | 'now'> & { log: Logger },
) {
  const policy = new AddressPolicy(config.webhooksAllow);
  const secrets = new WebhookSecrets(() => masterSecretsAtHand(config));
  const sender = new WebhookSender({ policy, now });
  const ended = (result: DeliveryResult) => metrics.attempted(result);
  const dispatcher = new WebhookDispatcher({ webhooks: records.webhooks, secrets, sender, log, ended });
  return { policy, secrets, dispatcher };
}

export const categoryOf = (source: string) => (isOwnSource(source) ? OWN_CATEGORY : sourceById(source).category);

/** Loads the lists that are in force, compiled first where they have to be, and from then on each newer snapshot. */
export async function followLists(
  config: Config,
  { lists, records, pool, repair, inForce }: Parts,
  { log, progress }: Pick<Surroundings, 'log' | 'progress'>,
  closing: Closing,
): Promise<void> {
  await lists.ensureSnapshot(
    (current) => compileApart(config, current, { log, progress }),
    (id, index) => pool.expect(id, index),
  );
  progress.end();
  const directory = join(config.dataDir, 'snapshots');
  const rebuild = (cause: Error) => repair.begin(cause);
  const follower = new SnapshotFollower(records, pool, directory, log, rebuild, (one) => lists.fetchSnapshot(one));
  records.nodes.hear('snapshot', () => void follower.wake());
  closing.push(() => follower.stop());
  await follower.start();
  closing.push(() => inForce.stop());
  await inForce.start();
}
