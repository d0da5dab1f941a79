import { randomInt } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream, Logger } from 'pino';
import { ApiKeyAuthenticator } from './accounts/api-key-authenticator.ts';
import { PasskeyChallenges } from './accounts/passkey-challenges.ts';
import { RateLimiter } from './accounts/rate-limit.ts';
import { TotpSecrets } from './accounts/totp-secrets.ts';
import { Users, type UsersProvider } from './accounts/users.ts';
import { AuditStream, auditRetention, receiverOf, streamId } from './audit-stream/audit-stream.ts';
import { BulkRunner } from './bulk/runner.ts';
import { compileApart } from './compile-apart.ts';
import { type Config, faceModels } from './config.ts';
import { rangeTest } from './domain/address-ranges.ts';
import { isOwnSource, OWN_CATEGORY } from './domain/own-list.ts';
import { sentence } from './errors.ts';
import { createApp } from './http/app.ts';
import { AuditHeadLog } from './http/audit-head.ts';
import { onlyPage } from './http/capture/only-page.ts';
import { greeting } from './http/greeting.ts';
import { ListsInForce } from './http/lists-in-force.ts';
import { Metrics } from './http/metrics.ts';
import { serveMetrics } from './http/metrics-listener.ts';
import type { Services } from './http/services.ts';
import { startingHandler } from './http/starting.ts';
import { certificate } from './http/tls/certificate.ts';
import { type ConnectionLimits, Connections, connectionsWithin, descriptorLimit } from './http/tls/connections.ts';
import { FollowedCertificate } from './http/tls/followed-certificate.ts';
import { Listener } from './http/tls/listener.ts';
import { RequestsUnderWay } from './http/under-way.ts';
import { masterSecretsAtHand } from './images/master-keys.ts';
import { keepUpImages } from './images/retention.ts';
import { ImageVault } from './images/vault.ts';
import { createLog, standardOutput } from './logging.ts';
import { MediaMonitor } from './media/media-monitor.ts';
import { MediaNews } from './media/media-news.ts';
import { MEDIA_RECEIVE_MS, MediaSchedule } from './media/media-schedule.ts';
import { NewsFolder } from './media/news-folder.ts';
import { livenessInUse } from './models/model-store.ts';
import { Monitor } from './monitoring/monitor.ts';
import { claimFolder, openRecords } from './open-records.ts';
import type { ProviderRefusal } from './openid/refusal.ts';
import { OwnListOverlays } from './own-lists/overlays.ts';
import { OwnListMonitor } from './own-lists/own-list-monitor.ts';
import { greet } from './printable.ts';
import { programVersion } from './program-version.ts';
import type { Records } from './records/port.ts';
import { RecurringWork } from './recurring-work.ts';
import { sandboxListChanges } from './sandbox/list-changes.ts';
import type { SandboxNews } from './sandbox/news.ts';
import { ScreeningPool } from './screening/pool.ts';
import type { Query } from './screening/query.ts';
import { ENGINE_VERSION } from './screening/version.ts';
import { captureBase, localUrl, nodeName } from './service-url.ts';
import { StartProgress } from './start-progress.ts';
import { recordsEvents } from './told-records.ts';
import { useTracer } from './tracing/traced.ts';
import { createFirstAccount } from './use-cases/accounts.ts';
import { importCustomer, rowSearch } from './use-cases/batches.ts';
import { attemptSealing } from './use-cases/capture/attempt-sealing.ts';
import { PersonCaptures } from './use-cases/capture/person.ts';
import { CaptureUpkeep } from './use-cases/capture/upkeep.ts';
import { announcer } from './use-cases/events.ts';
import { keepUpRecords } from './use-cases/retention.ts';
import { Verifier } from './verification/verifier.ts';
import { Lists } from './watchlists/lists.ts';
import { sourceById } from './watchlists/registry.ts';
import { ListImports } from './watchlists/sync/list-imports.ts';
import { type SyncRun, SyncSchedule } from './watchlists/sync/schedule.ts';
import { SnapshotDeltas } from './watchlists/sync/snapshot-delta.ts';
import { SnapshotFollower } from './watchlists/sync/snapshot-follower.ts';
import { SnapshotRepair } from './watchlists/sync/snapshot-repair.ts';
import { recordStuckSync } from './watchlists/sync-lists.ts';
import { AddressPolicy } from './webhooks/addresses.ts';
import { type DeliveryResult, WebhookDispatcher } from './webhooks/dispatcher.ts';
import { WebhookSecrets } from './webhooks/secrets.ts';
import { WebhookSender } from './webhooks/sender.ts';
import { whenQuiet } from './when-quiet.ts';

/** How long answers may take once a stop gave up all that still ran. */
const LAST_WORDS_MS = 2_000;

/** How long a node of several goes on after `/health/ready` says 503, so that balancers lead clients elsewhere. */
const LEAVE_MS = 3_000;

/** When the models of verifications begin to load: see `whenQuiet`. */
const QUIET = { ms: 1_500, share: 0.25, latestMs: 60_000 };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Between two looks whether there is news to compare customers with. */
const MEDIA_LOOK_MS = 5_000;
/** Between two looks which links to verify oneself are over. */
const CAPTURE_LOOK_MS = 5_000;
/** Between two looks whether the bucket of the images is there. */
const BUCKET_LOOK_MS = 10_000;

/** At a millisecond each even the last one is answered within a second. */
const MAX_WAITING_SEARCHES = 1_000;
/** With so many that wait, searches go on while a commit waits for the next records. */
const MANY_WAITING = 4;

/** What has to be closed, in the order of opening. */
type Closing = (() => unknown)[];

export interface RunningService {
  /** `https://HOST:PORT`, as a client on this machine reaches it. */
  readonly url: string;
  /** SHA-256 of the certificate, `AB:CD:…`. */
  readonly fingerprint: string;
  /** `https://HOST:PORT` of the page of capture; undefined where it has no port of its own. */
  readonly captureUrl: string | undefined;
  /** HOST:PORT of the metrics listener; undefined where it is off or its port was taken. */
  readonly metricsAddress: string | undefined;
  /** Reads the files of the certificate again; new handshakes have what they hold. */
  reload(): Promise<void>;
  /** Takes no more requests, ends those that run, commits what is queued, closes. Can be called again. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Where the structured log goes; standard output by default. */
  readonly log?: DestinationStream;
  /** Where the words for a human go, the first key among them; `greet` by default. */
  readonly print?: (text: string) => void;
  readonly now?: () => Date;
  /** False: a node of several stops without waiting for balancers to notice. */
  readonly leave?: boolean;
  /** False: the models load with the first verification, instead of soon after the start. */
  readonly warmUp?: boolean;
}

/**
 * Builds and starts the service; resolves when it is ready. Throws a TouchstoneError (`busy` where the port is taken)
 * after everything that was opened is closed again.
 */
export async function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const closing: Closing = [];
  try {
    return await start(config, options, closing);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function start(config: Config, options: StartOptions, closing: Closing): Promise<RunningService> {
  const { now = () => new Date(), print = greet } = options;
  const output = options.log ?? standardOutput();
  const log = createLog(output, nodeName(config));
  for (const warning of config.warnings) log.warn(warning);
  const state = { stopping: false };
  closing.push(await startTracing(config));
  const progress = new StartProgress(log);
  closing.push(() => progress.end());
  const door = await openDoor(config, { now, log, progress }, closing);
  const parts = await open(config, { now, log, progress }, closing);
  // Before anything is closed that requests use.
  closing.push(() => closeDoor(config, door, parts, log));
  const answering = await asked(config, { ...parts, now });
  const captures = await captureParts(config, { ...parts, ...answering }, now);
  await serveRequests(config, { ...parts, ...door, answering, captures, now, log, state, progress });
  await followLists(config, parts, { log, progress }, closing);
  void parts.bulk.start();
  closing.push(() => parts.monitor.stop());
  parts.monitor.start();
  closing.push(() => parts.ownMonitor.stop());
  parts.ownMonitor.start();
  const metricsAddress = await observe(config, { ...parts, ...door, state, progress }, log, closing);
  const { records, pool, inForce } = parts;
  const { pems, followed } = door;

  const url = localUrl({ host: config.host, port: door.port });
  const firstAccount = config.firstAccount
    ? await createFirstAccount({ ...parts, environment: config.environment, now })
    : undefined;
  const liveness = await livenessInUse(config.liveness, join(config.dataDir, 'models'));
  const { environment } = config;
  print(greeting({ environment, url, certificate: pems, sources: pool.sources, liveness, firstAccount }));
  log.info({ url, snapshot: pool.snapshot, starter: inForce.starterSources() }, 'serving');
  const suspended = await records.suspended();
  if (suspended.keys + suspended.people + suspended.invitations > 0) {
    log.warn(suspended, 'suspended since a restore: see touchstone keys resume and touchstone users resume');
  }
  closing.push(() => parts.auditHead.stop());
  await parts.auditHead.start();
  closing.push(async () => parts.auditStream?.stop());
  if (!config.auditStreamSourceIp) await records.audit.forgetClients();
  parts.auditStream?.start();
  for (const work of recurringWork(config, { ...parts, captures }, { now, log })) {
    closing.push(() => work.stop());
    work.start();
  }
  closing.push(() => parts.webhooks.dispatcher.stop());
  await deliverEvents(parts, log);
  if (options.warmUp ?? true) warmUpSoon(parts, log, closing);
  closing.push(() => parts.schedule.stop());
  closing.push(() => parts.imports.stop());
  parts.schedule.start();

  const stop = async (): Promise<void> => {
    state.stopping = true;
    log.info({ seconds: config.stopMs / 1000 }, 'stopping: what runs has so long to end');
    if (config.databaseUrl !== undefined && (options.leave ?? true)) await sleep(LEAVE_MS);
    await closeAll(closing);
    log.info('stopped');
    await flush(output);
  };
  let stopped: Promise<void> | undefined;
  return {
    url,
    captureUrl: door.capturePort === undefined ? undefined : localUrl({ host: config.host, port: door.capturePort }),
    fingerprint: pems.fingerprint,
    metricsAddress,
    reload: () => followed.look(),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Starts the models once the first requests leave the processor to them. An earlier verification starts them itself.
 */
function warmUpSoon({ verifier, records }: Parts, log: Logger, closing: Closing): void {
  const failed = (error: Error) => log.error({ err: error }, 'models of verifications cannot be loaded');
  const load = () => {
    verifier.start(failed);
    // The first call starts the thread behind the dashboard's tables, which would keep the first page waiting.
    records.alerts.open(0).catch(() => {});
  };
  closing.push(whenQuiet(load, QUIET));
}

/** Spans go to the collector that the settings name. Answers what ends that. Without one nothing is loaded. */
async function startTracing(config: Config): Promise<() => Promise<void>> {
  const { tracing, environment } = config;
  if (!tracing) return async () => {};
  const { OpenTelemetry } = await import('./tracing/open-telemetry.ts');
  const { endpoint, share, service } = tracing;
  const node = nodeName(config) ?? `${hostname()}:${config.port}`;
  const attributes = {
    'service.name': service,
    'service.version': programVersion(),
    'service.instance.id': node,
    'deployment.environment.name': environment,
  };
  const tracer = new OpenTelemetry({ endpoint, share, attributes });
  useTracer(tracer);
  return () => {
    useTracer(undefined);
    return tracer.stop();
  };
}

/** What keeps records and images up, from the start on. */
function recurringWork(
  config: Config,
  { records, images, news, captures }: Pick<Parts, 'records' | 'images' | 'news'> & { readonly captures: CaptureParts },
  { now, log }: { readonly now: () => Date; readonly log: Logger },
): RecurringWork[] {
  const { imageRetentionDays, imagesUrl } = config;
  const retention = { days: imageRetentionDays, now };
  const audit = auditRetention(config);
  const forgetKeys = async () => {
    await records.idempotency
      .sweep()
      .catch((err: unknown) => log.error({ err }, 'expired idempotency keys could not be removed'));
  };
  const upkeep = new CaptureUpkeep(captures.capturePorts, captures.captures, log);
  const works = [
    ...mediaWork(config, { records, news }, log),
    new RecurringWork((signal) => upkeep.turn(signal), CAPTURE_LOOK_MS),
    new RecurringWork(() => keepUpImages(images, records, retention, log), HOUR_MS),
    new RecurringWork((signal) => keepUpRecords(records, { now, signal, audit }, log), DAY_MS),
    new RecurringWork(forgetKeys, HOUR_MS),
  ];
  if (imagesUrl !== undefined) works.push(new RecurringWork(() => images.check(), BUCKET_LOOK_MS));
  return works;
}

/** The news that requests search; undefined where it is off. The sandbox has invented news, whatever the settings. */
async function newsOf(
  { media, environment, dataDir }: Config,
  { records, ownLists, now }: Pick<Parts, 'records' | 'ownLists'> & { now: () => Date },
): Promise<{ news: MediaNews | undefined; sandboxNews: SandboxNews | undefined }> {
  const known = { snapshot: () => ownLists.snapshot, barring: records.media };
  if (environment === 'sandbox') {
    const { SandboxNews } = await import('./sandbox/news.ts');
    const sandboxNews = await SandboxNews.open(dataDir);
    return { sandboxNews, news: new MediaNews({ ...known, folder: sandboxNews.folder, now: sandboxNews.now }) };
  }
  const news = media && new MediaNews({ ...known, folder: NewsFolder.of(dataDir, media), now });
  return { news, sandboxNews: undefined };
}

/** Fetches the news, or takes what the node that fetches has shared. That of the sandbox is there. */
function mediaWork(config: Config, { records, news }: Pick<Parts, 'records' | 'news'>, log: Logger): RecurringWork[] {
  if (!news) return [];
  const isAlone = config.databaseUrl === undefined || config.imagesUrl === undefined;
  const fetches = async () => isAlone || records.leads('media-sync');
  const schedule = new MediaSchedule({ config, log, fetches });
  const monitor = new MediaMonitor({ records, news, alertsADay: config.mediaAlertsADay, log });
  const works = [new RecurringWork((signal) => monitor.turn(signal), MEDIA_LOOK_MS)];
  if (config.environment !== 'sandbox') {
    works.push(new RecurringWork((signal) => schedule.turn(signal), MEDIA_RECEIVE_MS));
  }
  return works;
}

/** Whatever the rest is made of. */
async function open(
  config: Config,
  { now, log, progress }: { now: () => Date; log: Logger; progress: StartProgress },
  closing: Closing,
) {
  const repair = new SnapshotRepair(config, log);
  closing.push(() => repair.stop());
  // Its threads read their tables while the records open.
  const pool = ScreeningPool.create({
    maxWaiting: MAX_WAITING_SEARCHES,
    crashed: (error) => log.error({ err: error }, 'a screening thread ended by an error; another takes its place'),
    damaged: (error) => repair.begin(error),
  });
  closing.push(() => pool.close());
  const records = await openRecords(config, now, {
    events: recordsEvents(log, progress),
    node: nodeName(config),
    moreComing: () => pool.queueLength >= MANY_WAITING,
  });
  closing.push(() => records.close());
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
  const auditStream = auditStreamOf(config, { records, log });
  const lists = new Lists(config, records, now);
  const inForce = new ListsInForce(lists, records, pool, now, log);
  const metrics = new Metrics({ version: programVersion(), engine: ENGINE_VERSION }, nodeName(config));
  const ended = async (run: SyncRun) => {
    metrics.synced(run.result);
    if (run.result !== 'stuck') return;
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
  const bulk = new BulkRunner({
    batches: records.batches,
    search: rowSearch(ports),
    announce,
    now,
    log,
    importRow: (batch, row) => importCustomer(ports, batch, row),
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

/** What hands the audit log outside, where somebody gets it. */
function auditStreamOf(config: Config, { records, log }: { records: Records; log: Logger }): AuditStream | undefined {
  const { auditStream: target, environment } = config;
  return target && new AuditStream(streamId(target), receiverOf(target), { records, log, environment });
}

/** The company's own provider of sign-in, where the settings name one. It is asked when somebody first needs it. */
async function usersProvider(
  config: Config,
  { now, log }: { readonly now: () => Date; readonly log: Logger },
  closing: Closing,
): Promise<UsersProvider | undefined> {
  if (!config.provider) return undefined;
  const { OpenIdProvider } = await import('./openid/provider.ts');
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

/** Seals secrets under the master key in use, as after TOUCHSTONE_MASTER_KEY changed, and begins to deliver. */
async function deliverEvents({ records, webhooks: { secrets, dispatcher } }: Parts, log: Logger): Promise<void> {
  await secrets.reseal(records.webhooks).catch((err) => log.error({ err }, 'secrets of webhooks cannot be sealed'));
  dispatcher.start();
}

type Parts = Awaited<ReturnType<typeof open>>;

/** The port, and whose requests come through it. */
type Door = Awaited<ReturnType<typeof openDoor>>;

/**
 * Opens the port before anything else: a taken one is told at once. Probes get an honest "not ready" while the database
 * is migrated and lists are compiled.
 */
async function openDoor(
  config: Config,
  { now, log, progress }: { now: () => Date; log: Logger; progress: StartProgress },
  closing: Closing,
) {
  await claimFolder(config);
  const pems = await certificate(config, now);
  const limits = connectionLimits(config, log);
  const connections = new Connections(limits, log);
  const listener = new Listener(
    pems,
    startingHandler(() => progress.sentence),
    connections,
  );
  closing.push(() => listener.close(0));
  const capture = config.capturePort === undefined ? undefined : captureDoor(pems, limits, { log, progress });
  closing.push(() => capture?.close(0));
  const renewed = (found: typeof pems) => {
    listener.use(found);
    capture?.use(found);
  };
  const followed = new FollowedCertificate(pems, config, { now, log, renewed });
  closing.push(async () => followed.stop());
  const port = await listener.listen(config.host, config.port);
  const capturePort = await capture?.listen(config.host, config.capturePort!, 'TOUCHSTONE_CAPTURE_PORT');
  followed.start();
  return { pems, listener, capture, followed, port, capturePort, underWay: new RequestsUnderWay() };
}

/** The port of the page of capture. Strangers have connections of their own there, and take none of the API. */
function captureDoor(
  pems: Awaited<ReturnType<typeof certificate>>,
  limits: ConnectionLimits,
  { log, progress }: { readonly log: Logger; readonly progress: StartProgress },
): Listener {
  const starting = startingHandler(() => progress.sentence);
  return new Listener(pems, onlyPage(starting), new Connections(limits, log));
}

/** What still runs after its time is given up: it answers 503 where it can, and is cut where it cannot. */
async function closeDoor(config: Config, { listener, capture, underWay }: Door, { verifier }: Parts, log: Logger) {
  const givenUp = async () => {
    await verifier.close();
    await underWay.ended(LAST_WORDS_MS);
  };
  await Promise.all([
    listener.close(config.stopMs, async () => {
      await givenUp();
      underWay.logCut(log);
    }),
    capture?.close(config.stopMs, givenUp),
  ]);
}

/** From now on the application answers. */
async function serveRequests(
  config: Config,
  context: Parts &
    Door & {
      readonly answering: Awaited<ReturnType<typeof asked>>;
      readonly captures: CaptureParts;
      readonly now: () => Date;
      readonly log: Logger;
      readonly state: { stopping: boolean };
      readonly progress: StartProgress;
    },
): Promise<void> {
  const { records, pool, images, lists, inForce, imports, metrics, schedule, users, bulk } = context;
  const { announce, webhooks, listener, underWay, now, log, state, progress } = context;
  const app = await createApp({
    ...context.captures,
    environment: config.environment,
    records,
    metrics,
    announce,
    log,
    now,
    images,
    users,
    bulk,
    underWay,
    ...context.answering,
    lists: {
      sandbox:
        config.environment === 'sandbox'
          ? sandboxListChanges({ lists, pool, news: context.sandboxNews, now })
          : undefined,
      view: () => inForce.view(schedule.running),
      sync: () => config.environment !== 'sandbox' && schedule.runNow(),
      imports,
    },
    authenticator: new ApiKeyAuthenticator(records, now),
    rate: context.rate,
    webhooks: { ...webhooks, wake: () => webhooks.dispatcher.wake() },
    entities: pool,
    ownLists: context.ownLists,
    news: context.news,
    deltas: new SnapshotDeltas(join(config.dataDir, 'snapshots')),
    aboutLists: () => inForce.sentences,
    categoryOf,
    notReady: () => notReady(state.stopping, progress, pool, records),
    reduced: () => images.trouble && `Verifications are refused: ${images.trouble}`,
    stopping: () => state.stopping,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    captureBase: (host) => captureBase({ ...config, capturePort: context.capturePort }, host),
    auditSourceIp: config.auditStreamSourceIp,
  });
  listener.answerBy(app.routing);
  context.capture?.answerBy(onlyPage(app.routing));
}

type CaptureParts = Pick<Services, 'captures' | 'capturePorts'>;

/** The steps of people who verify themselves from a link. The sandbox has pictures in place of a camera. */
async function captureParts(
  config: Config,
  parts: Pick<Parts, 'records' | 'images' | 'announce' | 'inForce'> & Awaited<ReturnType<typeof asked>>,
  now: () => Date,
): Promise<CaptureParts> {
  const { environment, imageRetentionDays: retentionDays } = config;
  const { records, images, announce, inForce, search, verifier } = parts;
  const isSandbox = environment === 'sandbox';
  const specimens = isSandbox ? (await import('./sandbox/capture-specimens.ts')).CAPTURE_SPECIMENS : undefined;
  const sealing = attemptSealing(() => masterSecretsAtHand(config));
  const rest = { environment, announce, now, aboutLists: () => inForce.sentences, categoryOf };
  const capturePorts = { records, images, search, verifier, sealing, retentionDays, specimens, ...rest };
  return { captures: new PersonCaptures(capturePorts, secureRandom), capturePorts };
}

/** From 0 to below 1, as nobody can foretell. */
function secureRandom(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}

/** Who searches and verifies for requests; the sandbox has fixed answers. */
async function asked(config: Config, { pool, verifier, now }: Pick<Parts, 'pool' | 'verifier'> & { now: () => Date }) {
  if (config.environment !== 'sandbox') return { search: pool, verifier };
  const { sandboxSearch, withSpecimens } = await import('./sandbox/sandbox.ts');
  return { search: sandboxSearch(pool, now), verifier: withSpecimens(verifier, now) };
}

const categoryOf = (source: string) => (isOwnSource(source) ? OWN_CATEGORY : sourceById(source).category);

/** Fewer connections than were asked for where the system lets this process open too few descriptors for them. */
function connectionLimits(config: Config, log: Logger): ConnectionLimits {
  const ports = config.capturePort === undefined ? 1 : 2;
  const total = Math.max(1, Math.floor(connectionsWithin(descriptorLimit(), config.maxConnections * ports) / ports));
  if (total < config.maxConnections) {
    const wanted = config.maxConnections * ports * 2;
    log.warn({ connections: total }, `fewer connections than configured: allow ${wanted} open files (ulimit -n)`);
  }
  return { total, perAddress: config.maxConnectionsPerAddress, exempt: rangeTest(config.trustedProxies) };
}

async function followLists(
  config: Config,
  parts: Parts,
  { log, progress }: { log: Logger; progress: StartProgress },
  closing: Closing,
): Promise<void> {
  const { lists, records, pool, repair, inForce } = parts;
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

/** Address of the metrics listener; undefined where it is off or cannot be had, which stops nothing. */
async function observe(
  config: Config,
  parts: Parts & Door & { state: { stopping: boolean }; progress: StartProgress },
  log: Logger,
  closing: Closing,
): Promise<string | undefined> {
  const { metrics, pool, verifier, records, inForce, followed, auditHead, auditStream, webhooks } = parts;
  const { state, progress } = parts;
  metrics.observe({
    queues: () => ({
      screening: pool.queueLength,
      verification: verifier.queueLength,
      records: records.queueLength,
      webhooks: webhooks.dispatcher.counts.pending,
    }),
    lists: () => inForce.observed(),
    webhooksOff: () => webhooks.dispatcher.counts.off,
    snapshotAge: () => inForce.snapshotAge(),
    certificateEnds: () => followed.current.validTo.getTime() / 1000,
    ready: async () => (await notReady(state.stopping, progress, pool, records)) === undefined,
    auditHead: () => auditHead.sequence,
    auditStream: () => ({
      waiting: auditStream?.waiting,
      failingSince: auditStream?.failingSince ? Date.parse(auditStream.failingSince) / 1000 : undefined,
    }),
    disk: () => diskOf(config.dataDir),
    auditHeadDelivered: () => config.auditHead && (auditHead.deliveredAt?.getTime() ?? 0) / 1000,
  });
  if (!config.metrics) return undefined;
  try {
    const { address, close } = await serveMetrics(metrics.registry, config.metrics);
    closing.push(close);
    return address;
  } catch (error) {
    const { host, port } = config.metrics;
    log.warn(`Metrics are not served: ${host}:${port} cannot be used (${sentence(error)}).`);
    return undefined;
  }
}

/** Undefined where the system does not say. */
async function diskOf(directory: string) {
  const found = await statfs(directory).catch(() => undefined);
  return found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
}

/** In the opposite order of opening, so that nothing is closed that something else still uses. */
async function closeAll(closing: Closing): Promise<void> {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
}

async function notReady(
  stopping: boolean,
  progress: StartProgress,
  pool: ScreeningPool,
  records: Records,
): Promise<string | undefined> {
  if (stopping) return 'The service is stopping.';
  if (!pool.snapshot) return progress.isUnderWay ? progress.sentence : 'The lists are still being loaded.';
  return records.notReady();
}

function flush(output: DestinationStream & { flush?: (done: () => void) => void }): Promise<void> {
  return new Promise((resolve) => (output.flush ? output.flush(resolve) : resolve()));
}
