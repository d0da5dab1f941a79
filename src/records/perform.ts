import { accountsOf, WRITES, type WriteName } from './operations/index.ts';
import { createScreenings, type PreparedScreening, screeningRow } from './operations/screenings.ts';
import type { Transaction } from './transaction.ts';

/** A write, with when it was called, ISO 8601. */
export interface WriteCall {
  readonly operation: WriteName;
  readonly args: readonly unknown[];
  readonly at: string;
  /** Network address of the client that asked, where it is to stand beside audit entries. */
  readonly client: string | undefined;
}

/**
 * Does writes in one transaction, and answers in the order of the calls. Screenings are stored together, since most of
 * what comes is that.
 */
export async function perform(tx: Transaction, group: readonly WriteCall[]): Promise<unknown[]> {
  const values: unknown[] = [];
  const places = [...group.keys()].filter((place) => group[place]!.operation === 'screenings.create');
  const rows = places.map((place) => screeningRow(group[place]!.args[0] as PreparedScreening, group[place]!.at));
  const locking = settled(tx.lockAccounts(group.flatMap(({ operation, args }) => accountsOf(operation, args))));
  // Read behind the lock, and asked for with it.
  for (const { columns, period } of rows) tx.quota.prepare(columns.accountId, period);
  await locking();
  const created = await createScreenings(tx, rows);
  for (const [index, place] of places.entries()) values[place] = created[index];
  for (const [place, { operation, args, at, client }] of group.entries()) {
    if (operation === 'screenings.create') continue;
    const write = WRITES[operation] as (tx: Transaction, ...args: readonly unknown[]) => Promise<unknown>;
    values[place] = await write(tx.begin(at, client), ...args);
  }
  return values;
}

/** Work that has begun and is awaited later; until then it may fail unheard. */
export function settled<T>(work: Promise<T>): () => Promise<T> {
  work.catch(() => {});
  return () => work;
}
