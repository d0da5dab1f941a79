import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { ApiKeyAuthenticator } from '../accounts/api-key-authenticator.ts';
import type { Config } from '../config.ts';
import { createApp } from '../http/app.ts';
import { onlyPage } from '../http/capture/only-page.ts';
import type { Services } from '../http/services.ts';
import { masterSecretsAtHand } from '../images/master-keys.ts';
import { sandboxListChanges } from '../sandbox/list-changes.ts';
import { captureBase } from '../service-url.ts';
import { attemptSealing } from '../use-cases/capture/attempt-sealing.ts';
import { PersonCaptures } from '../use-cases/capture/person.ts';
import { SnapshotDeltas } from '../watchlists/sync/snapshot-delta.ts';
import type { Door } from './door.ts';
import { categoryOf, type Parts } from './parts.ts';
import type { Surroundings } from './start.ts';
import type { Stores } from './stores.ts';

/** From now on the application answers. */
export async function serveRequests(
  config: Config,
  context: Parts &
    Door &
    Surroundings & {
      readonly answering: Awaited<ReturnType<typeof asked>>;
      readonly captures: CaptureParts;
      readonly state: { stopping: boolean };
    },
): Promise<void> {
  const { records, pool, images, lists, inForce, imports, metrics, schedule, users, bulk } = context;
  const { announce, webhooks, listener, underWay, now, log, state } = context;
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
    notReady: () => notReady(context),
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

export type CaptureParts = Pick<Services, 'captures' | 'capturePorts'>;

/** The steps of people who verify themselves from a link. The sandbox has pictures in place of a camera. */
export async function captureParts(
  config: Config,
  parts: Pick<Parts, 'records' | 'images' | 'announce' | 'inForce'> & Awaited<ReturnType<typeof asked>>,
  now: () => Date,
): Promise<CaptureParts> {
  const { environment, imageRetentionDays: retentionDays } = config;
  const { records, images, announce, inForce, search, verifier } = parts;
  const isSandbox = environment === 'sandbox';
  const specimens = isSandbox ? (await import('../sandbox/capture-specimens.ts')).CAPTURE_SPECIMENS : undefined;
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
export async function asked(
  config: Config,
  { pool, verifier, now }: Pick<Parts, 'pool' | 'verifier'> & { now: () => Date },
) {
  if (config.environment !== 'sandbox') return { search: pool, verifier };
  const { sandboxSearch, withSpecimens } = await import('../sandbox/sandbox.ts');
  return { search: sandboxSearch(pool, now), verifier: withSpecimens(verifier, now) };
}

/** Why requests are not answered yet, or no more: a sentence. */
export async function notReady({
  state,
  progress,
  pool,
  records,
}: Stores & Pick<Surroundings, 'progress'> & { readonly state: { stopping: boolean } }): Promise<string | undefined> {
  if (state.stopping) return 'The service is stopping.';
  if (!pool.snapshot) return progress.isUnderWay ? progress.sentence : 'The lists are still being loaded.';
  return records.notReady();
}
