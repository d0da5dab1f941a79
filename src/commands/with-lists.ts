import type { Config } from '../config.ts';
import type { Lists } from '../watchlists/lists.ts';
import type { ImportResult } from '../watchlists/sync/incoming-list.ts';
import { table } from './table.ts';

/** Opens records and lists, runs `work`, and closes them. */
export async function withLists<T>(config: Config, work: (lists: Lists) => Promise<T>): Promise<T> {
  const [{ withRecords }, { Lists }] = await Promise.all([
    import('../open-records.ts'),
    import('../watchlists/lists.ts'),
  ]);
  return withRecords(config, (records) => work(new Lists(config, records)));
}

export function resultTable({ snapshot, sources }: ImportResult): string {
  const rows = sources.map(({ source, entries, names, skipped, error }) => [
    source,
    String(entries),
    String(names),
    String(skipped),
    error ?? '',
  ]);
  return `${table(['source', 'entries', 'names', 'skipped', 'error'], rows)}\n\nsnapshot in force: ${snapshot}`;
}
