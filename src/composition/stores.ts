import type { Config } from '../config.ts';
import { recordsToOpen } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { ScreeningPool } from '../screening/pool.ts';
import { nodeName } from '../service-url.ts';
import { recordsEvents } from '../told-records.ts';
import { SnapshotRepair } from '../watchlists/sync/snapshot-repair.ts';
import type { Closing, Surroundings } from './start.ts';

/** At a millisecond each even the last one is answered within a second. */
const MAX_WAITING_SEARCHES = 1_000;
/** With so many that wait, two threads that search have their next question while a commit waits for more records. */
const MANY_WAITING = 2;

/** The records, and the threads that search. */
export interface Stores {
  readonly records: Records;
  readonly pool: ScreeningPool;
  readonly repair: SnapshotRepair;
}

/**
 * Starts the threads that search. What it answers opens the records: their threads have begun when it returns, so that
 * this one can load the rest of the program meanwhile.
 */
export async function storesToOpen(
  config: Config,
  { now, log, progress }: Surroundings,
  closing: Closing,
  threads?: number,
): Promise<() => Promise<Stores>> {
  const repair = new SnapshotRepair(config, log);
  closing.push(() => repair.stop());
  // Its threads read their tables while the records open.
  const pool = ScreeningPool.create({
    ...(threads && { threads }),
    maxWaiting: MAX_WAITING_SEARCHES,
    crashed: (error) => log.error({ err: error }, 'a screening thread ended by an error; another takes its place'),
    damaged: (error) => repair.begin(error),
  });
  closing.push(() => pool.close());
  const open = await recordsToOpen(config, now, {
    events: recordsEvents(log, progress),
    node: nodeName(config),
    moreComing: () => pool.queueLength >= MANY_WAITING,
  });
  return async () => {
    const records = await open();
    closing.push(() => records.close());
    return { records, pool, repair };
  };
}
