import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { rangeTest } from '../domain/address-ranges.ts';
import { onlyPage } from '../http/capture/only-page.ts';
import { startingHandler } from '../http/starting.ts';
import { certificate } from '../http/tls/certificate.ts';
import { type ConnectionLimits, Connections, connectionsWithin, descriptorLimit } from '../http/tls/connections.ts';
import { FollowedCertificate } from '../http/tls/followed-certificate.ts';
import { Listener } from '../http/tls/listener.ts';
import { RequestsUnderWay } from '../http/under-way.ts';
import { claimFolder } from '../open-records.ts';
import type { Verifier } from '../verification/verifier.ts';
import type { Closing, Surroundings } from './start.ts';

/** How long answers may take once a stop gave up all that still ran. */
const LAST_WORDS_MS = 2_000;

/** The port, and whose requests come through it. */
export type Door = Awaited<ReturnType<typeof openDoor>>;

/**
 * Opens the port before anything else: a taken one is told at once. Probes get an honest "not ready" while the database
 * is migrated and lists are compiled.
 */
export async function openDoor(config: Config, { now, log, progress }: Surroundings, closing: Closing) {
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

/** What still runs after its time is given up: it answers 503 where it can, and is cut where it cannot. */
export async function closeDoor(
  config: Config,
  { listener, capture, underWay }: Door,
  verifier: Verifier,
  log: Logger,
) {
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

/** The port of the page of capture. Strangers have connections of their own there, and take none of the API. */
function captureDoor(
  pems: Awaited<ReturnType<typeof certificate>>,
  limits: ConnectionLimits,
  { log, progress }: Pick<Surroundings, 'log' | 'progress'>,
): Listener {
  const starting = startingHandler(() => progress.sentence);
  return new Listener(pems, onlyPage(starting), new Connections(limits, log));
}

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
