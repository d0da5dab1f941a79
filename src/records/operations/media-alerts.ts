import { MEDIA_SOURCE } from '../../domain/adverse-media.ts';
import { entryKey } from '../../domain/list-entry.ts';
import { matchList } from '../../domain/match.ts';
import { say } from '../../sentences.ts';
import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { insertSteps } from './alert-notes.ts';
import { differ, lockAccountsOf } from './customers.ts';
import type { CustomerFound } from './monitoring.ts';
import { findingsOf } from './sightings.ts';

interface KnownAlert {
  readonly id: number;
  /** JSON. */
  readonly entries: string;
  readonly createdAt: string;
}

/** Alerts of the news, and how far customers were compared with it. */
export const mediaAlertWrites = {
  /**
   * Opens alerts of events that name a customer, at most `most` on a day in UTC. The newest one says how many are
   * beyond. The same events again open nothing. Answers how many were opened; undefined where the customer is gone.
   */
  'media.alert': alone(async (tx: Transaction, found: CustomerFound, most: number): Promise<number | undefined> => {
    const { customerId, matches, news = [] } = found;
    await lockAccountsOf(tx, [customerId]);
    const known = await alertsOf(tx, customerId);
    const had = new Set(known.flatMap(({ entries }) => JSON.parse(entries) as string[]));
    const today = known.filter(({ createdAt }) => createdAt.slice(0, 10) === tx.at.slice(0, 10)).length;
    const isKnown = (place: number) => had.has(entryKey(matches[place]!.entries[0]!));
    const places = [...matches.keys()];
    const fresh = places.filter((place) => !isKnown(place));
    const room = fresh.slice(0, Math.max(0, most - today));
    const kept = places.filter((place) => isKnown(place) || room.includes(place));
    const findings = {
      ...findingsOf(matchList(kept.map((place) => matches[place]!))),
      news: kept.map((place) => news[place] ?? []),
    };
    const changed = (await differ(tx, new Map([[customerId, findings]]), [])).get(customerId);
    if (!changed) return undefined;
    const beyond = fresh.length - room.length;
    const newest = changed.opened.at(-1) ?? known.at(-1)?.id;
    if (beyond > 0 && newest !== undefined) {
      const comment = say('change.media-beyond', { count: beyond });
      await insertSteps(tx, [{ alertId: newest, at: tx.at, kind: 'seen', comment }]);
    }
    return changed.opened.length;
  }),
  /** Customers were compared with everything up to a row of an index. */
  'media.keepCompared': async (tx: Transaction, index: string, row: number): Promise<void> => {
    await tx.run(
      `INSERT INTO media_compared (index_id, upto, at) VALUES (:index, :row, :at)
       ON CONFLICT (index_id) DO UPDATE SET upto = excluded.upto, at = excluded.at`,
      { index, row, at: tx.at },
    );
  },
};

export const mediaAlertReads = {
  /** Up to which row of an index customers were compared; undefined where they never were. */
  'media.compared': (sql: Sql, index: string): Promise<number | undefined> =>
    sql.value<number>('SELECT upto FROM media_compared WHERE index_id = $1', index),
  /** When customers were compared last, whatever the index; undefined where they never were. */
  'media.lastCompared': async (sql: Sql): Promise<string | undefined> =>
    (await sql.value<string | null>('SELECT max(at) AS at FROM media_compared')) ?? undefined,
};

function alertsOf(sql: Sql, customerId: number): Promise<KnownAlert[]> {
  return sql.all<KnownAlert>(
    'SELECT id, entries::text AS entries, created_at FROM alerts WHERE customer_id = $1 AND sources = $2 ORDER BY id',
    customerId,
    MEDIA_SOURCE,
  );
}
