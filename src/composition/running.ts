import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import type { Config } from '../config.ts';
import { greeting } from '../http/greeting.ts';
import { livenessInUse } from '../models/model-store.ts';
import { greet } from '../printable.ts';
import { localUrl } from '../service-url.ts';
import { createFirstAccount } from '../use-cases/accounts.ts';
import { closeDoor, type Door } from './door.ts';
import { observe } from './metrics.ts';
import { followLists, makeParts } from './parts.ts';
import { asked, captureParts, serveRequests } from './requests.ts';
import { type Closing, closeAll, type RunningService, type StartOptions, type Surroundings } from './start.ts';
import type { Stores } from './stores.ts';
import { deliverEvents, recurringWork, warmUpSoon } from './upkeep.ts';

/** How long a node of several goes on after `/health/ready` says 503, so that balancers lead clients elsewhere. */
const LEAVE_MS = 3_000;

/** What was opened before the rest of the program was loaded. */
export interface Opened extends Surroundings {
  readonly door: Door;
  readonly stores: Stores;
  /** Where the log goes. */
  readonly output: DestinationStream;
}

/** Makes the rest of the service behind a port that is open already. Resolves when it is ready. */
export async function run(
  config: Config,
  { door, stores, output, ...surroundings }: Opened,
  { print = greet, leave = true, warmUp = true, answers }: StartOptions,
  closing: Closing,
): Promise<RunningService> {
  const { now, log } = surroundings;
  const state = { stopping: false };
  const parts = await makeParts(config, stores, surroundings, closing);
  // Before anything is closed that requests use.
  closing.push(() => closeDoor(config, door, parts.verifier, log));
  const answering = await asked(config, { ...parts, now });
  const captures = await captureParts(config, { ...parts, ...answering }, now);
  const context = { ...parts, ...door, ...surroundings, state };
  await bothOf(
    // Its files are read while the routes are made.
    followLists(config, parts, surroundings, closing),
    serveRequests(config, { ...context, answering, captures }),
  );
  answers?.();
  void parts.bulk.start();
  closing.push(() => parts.monitor.stop());
  parts.monitor.start();
  closing.push(() => parts.ownMonitor.stop());
  parts.ownMonitor.start();
  const metricsAddress = await observe(config, context, closing);
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
  if (warmUp) warmUpSoon(parts, log, closing);
  closing.push(() => parts.schedule.stop());
  closing.push(() => parts.imports.stop());
  parts.schedule.start();

  const stop = async (): Promise<void> => {
    state.stopping = true;
    log.info({ seconds: config.stopMs / 1000 }, 'stopping: what runs has so long to end');
    if (config.databaseUrl !== undefined && leave) await sleep(LEAVE_MS);
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

/** Waits for both, whatever becomes of one, then throws what failed: nothing goes on behind a failed start. */
async function bothOf(...work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

function flush(output: DestinationStream & { flush?: (done: () => void) => void }): Promise<void> {
  return new Promise((resolve) => (output.flush ? output.flush(resolve) : resolve()));
}
