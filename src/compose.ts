import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import { createFirstAccount } from './accounts/first.ts';
import { Gate } from './accounts/gate.ts';
import { RateLimiter } from './accounts/rate-limit.ts';
import type { Config } from './config.ts';
import { sentence } from './errors.ts';
import { createApp } from './http/app.ts';
import { AuditHeadLog } from './http/audit-head.ts';
import { greeting } from './http/greeting.ts';
import { ListsInForce } from './http/lists-in-force.ts';
import { Metrics } from './http/metrics.ts';
import { type MetricsListener, serveMetrics } from './http/metrics-listener.ts';
import { certificate } from './http/tls/certificate.ts';
import { Listener } from './http/tls/listener.ts';
import { createLog, standardOutput } from './logging.ts';
import { openRecords } from './records/open.ts';
import type { Records } from './records/port.ts';
import { ScreeningPool } from './screening/pool.ts';
import { ENGINE_VERSION } from './screening/version.ts';
import { SnapshotFollower } from './watchlists/follow.ts';
import { Lists } from './watchlists/lists.ts';
import { SyncSchedule } from './watchlists/schedule.ts';

/** How long requests that run may take to end once a stop was asked for. */
const GRACE_MS = 10_000;

export interface RunningService {
  /** `https://HOST:PORT`, as a client on this machine reaches it. */
  readonly url: string;
  /** SHA-256 of the certificate, `AB:CD:…`. */
  readonly fingerprint: string;
  /** HOST:PORT of the metrics listener; undefined where it is off or its port was taken. */
  readonly metricsAddress: string | undefined;
  /** Takes no more requests, ends those that run, commits what is queued, closes. Can be called again. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Where the structured log goes; standard output by default. */
  readonly log?: DestinationStream;
  /** Where the words for a human go, the first key among them; standard output by default. */
  readonly print?: (text: string) => void;
  readonly now?: () => Date;
}

/**
 * Builds and starts the service; resolves when it is ready. Throws a TouchstoneError (`busy` where the port is taken)
 * after everything that was opened is closed again.
 */
export async function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const closing: (() => unknown)[] = [];
  try {
    return await start(config, options, closing);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function start(config: Config, options: StartOptions, closing: (() => unknown)[]): Promise<RunningService> {
  const { now = () => new Date(), print = (text) => process.stdout.write(text) } = options;
  const output = options.log ?? standardOutput();
  const log = createLog(output);
  const records = await openRecords(config, now);
  closing.push(() => records.close());
  const pems = await certificate(config, now);
  const pool = ScreeningPool.create();
  closing.push(() => pool.close());
  const lists = new Lists(config, records, now);
  const inForce = new ListsInForce(lists, records, pool, now, log);
  const metrics = new Metrics({ version: programVersion(), engine: ENGINE_VERSION });
  let stopping = false;
  const app = await createApp({
    records,
    gate: new Gate(records, now),
    rate: config.rateLimit && new RateLimiter(config.rateLimit),
    search: pool,
    aboutLists: () => inForce.sentences,
    notReady: () => notReady(stopping, pool, records),
    stopping: () => stopping,
    metrics,
    log,
    trustedProxies: config.trustedProxies,
    now,
  });
  const listener = new Listener(pems, app.routing);
  closing.push(() => listener.close(GRACE_MS));
  const port = await listener.listen(config.host, config.port);

  await lists.ensureSnapshot();
  const follower = new SnapshotFollower(records, pool, join(config.dataDir, 'snapshots'), log);
  closing.push(() => follower.stop());
  await follower.start();
  await inForce.start();
  closing.push(() => inForce.stop());

  metrics.observe({
    queues: () => ({ screening: pool.queueLength, records: records.queueLength }),
    lists: () => inForce.observed(),
    snapshotAge: () => inForce.snapshotAge(),
    certificateEnds: () => pems.validTo.getTime() / 1000,
  });
  const metricsListener = await startMetrics(config, metrics, log);
  closing.push(() => metricsListener?.close());
  const auditHead = new AuditHeadLog(records, log);
  closing.push(() => auditHead.stop());

  const url = `https://${reachable(config.host)}:${port}`;
  const firstKey = config.firstAccount ? await createFirstAccount(records) : undefined;
  print(greeting({ url, certificate: pems, sources: pool.sources, firstKey }));
  log.info({ url, snapshot: pool.snapshot, starter: inForce.starterSources() }, 'serving');
  await auditHead.start();
  const schedule = new SyncSchedule(config, log, { ended: (ok) => metrics.synced(ok ? 'ok' : 'failed') });
  schedule.start();
  closing.push(() => schedule.stop());

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping = true;
    log.info('stopping');
    await closeAll(closing);
    log.info('stopped');
    await flush(output);
  };
  return {
    url,
    fingerprint: pems.fingerprint,
    metricsAddress: metricsListener?.address,
    stop: () => (stopped ??= stop()),
  };
}

/** In the opposite order of opening, so that nothing is closed that something else still uses. */
async function closeAll(closing: (() => unknown)[]): Promise<void> {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
}

async function notReady(stopping: boolean, pool: ScreeningPool, records: Records): Promise<string | undefined> {
  if (stopping) return 'The service is stopping.';
  if (!pool.snapshot) return 'The lists are still being loaded.';
  try {
    await records.snapshots.current();
    return undefined;
  } catch {
    return 'The database does not answer.';
  }
}

async function startMetrics(config: Config, metrics: Metrics, log: Logger): Promise<MetricsListener | undefined> {
  if (!config.metrics) return undefined;
  try {
    return await serveMetrics(metrics.registry, config.metrics);
  } catch (error) {
    const { host, port } = config.metrics;
    log.warn(`Metrics are not served: ${host}:${port} cannot be used (${sentence(error)}).`);
    return undefined;
  }
}

/** A wildcard is no address to call; the certificate names localhost. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function programVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function flush(output: DestinationStream & { flush?: (done: () => void) => void }): Promise<void> {
  return new Promise((resolve) => (output.flush ? output.flush(resolve) : resolve()));
}
