import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../../src/domain/date-of-birth.ts';
import { OwnListOverlays } from '../../src/own-lists/overlays.ts';
import type { Records } from '../../src/records/port.ts';
import { ScreeningPool } from '../../src/screening/pool.ts';
import { timed, watchedMemory } from './figures.ts';

/** A compiled snapshot. */
export interface SnapshotAt {
  readonly directory: string;
  readonly id: string;
}

const MIB = 2 ** 20;
const NAME = 'Somebody Whatsoever';
const SETTLE_MS = 3_000;

/** How long the first search of each account takes in turn, and what memory that takes. */
export async function firstSearches(
  records: Records,
  { directory, id }: SnapshotAt,
  owners: readonly number[],
): Promise<void> {
  const overlays = new OwnListOverlays({ records, now: () => new Date(), log: { error: console.error } });
  await overlays.start();
  const pool = ScreeningPool.create();
  pool.searchBeside(overlays);
  const search = (owner: number) =>
    pool.search({ name: NAME, entityType: 'Individual', minScore: 70, limit: 200, today: dayOf(new Date()) }, owner);
  await pool.load(directory, id);
  // Every thread has searched, and the memory of that is not counted.
  for (let at = 0; at < 20; at += 1) await Promise.all([0, 0, 0, 0].map(search));
  const memory = watchedMemory();
  const searched = timed();
  for (const owner of owners) await search(owner);
  console.log(`the first search of ${owners.length} accounts, one after another: ${searched()}`);
  await sleep(SETTLE_MS);
  console.log(`own lists in memory: ${(overlays.bytes / MIB).toFixed(0)} MiB; resident: ${memory()}`);
  await pool.close();
  await overlays.stop();
}
