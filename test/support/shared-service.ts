import { rmSync } from 'node:fs';
import { Bench, type Serving } from './service.ts';

let shared: Promise<Serving> | undefined;

/**
 * A service with default settings and the invented UN list. The files that a worker runs share it, so each makes
 * accounts of its own. None changes lists or settings, stops it or breaks its database.
 */
export function sharedService(): Promise<Serving> {
  shared ??= start();
  return shared;
}

async function start(): Promise<Serving> {
  const serving = await Bench.serving();
  // So ends a worker of vitest, and the service with it.
  process.once('SIGTERM', () => {
    rmSync(serving.bench.dataDir, { recursive: true, force: true });
    process.kill(process.pid, 'SIGKILL');
  });
  return serving;
}
