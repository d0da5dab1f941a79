import type { Config } from '../config.ts';
import { EVERYBODY } from '../domain/own-list.ts';
import { TouchstoneError } from '../errors.ts';
import { complain } from '../printable.ts';
import type { Records } from '../records/port.ts';
import type { ScreeningPool } from '../screening/pool.ts';
import { snapshotInForce } from './screening.ts';

/** What a command searches with, and what its reader has to know of the lists. */
export interface CommandPool {
  readonly pool: ScreeningPool;
  readonly snapshot: string;
  readonly aboutLists: readonly string[];
  /** Whose own lists are searched beside the snapshot; those for everybody are in any case. */
  readonly account: number;
}

/**
 * Searches as an account does: over the lists in force, its own lists and those for everybody. Without an account only
 * the latter. Throws `not-found` for an account that is none.
 */
export async function withPool<T>(
  config: Config,
  account: number = EVERYBODY,
  work: (search: CommandPool) => Promise<T>,
): Promise<T> {
  const [{ ScreeningPool }, { withRecords }, { OwnListOverlays }, { directory, id, aboutLists }] = await Promise.all([
    import('../screening/pool.ts'),
    import('../open-records.ts'),
    import('../own-lists/overlays.ts'),
    snapshotInForce(config),
  ]);
  return withRecords(config, async (records) => {
    if (account !== EVERYBODY && !(await records.accounts.get(account))) {
      throw new TouchstoneError('not-found', `There is no account ${account}.`);
    }
    const log = { error: (_about: unknown, problem?: string) => complain(`${problem}\n`) };
    const beside = (await hasOwnLists(records))
      ? new OwnListOverlays({ records, now: () => new Date(), log })
      : undefined;
    await beside?.start();
    const pool = ScreeningPool.create();
    if (beside) pool.searchBeside(beside);
    try {
      await pool.load(directory, id);
      return await work({ pool, snapshot: id, aboutLists, account });
    } finally {
      await pool.close();
      await beside?.stop();
    }
  });
}

async function hasOwnLists({ ownLists }: Pick<Records, 'ownLists'>): Promise<boolean> {
  return (await ownLists.pulse()).owners > 0;
}
