import type { Actor } from '../../domain/actor.ts';
import type { JoinCounts, SeparatedEntries } from '../../domain/list-entry.ts';
import { type FailingAddress, type PublishedSnapshot, type SourceState, updatedLists } from '../../domain/snapshot.ts';
import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

interface SnapshotRow extends Omit<PublishedSnapshot, 'sources' | 'content' | 'joins'> {
  readonly sources: string;
  readonly joins: string | null;
  /** Nodes fetch it by this; undefined where one machine has the lists. */
  readonly content?: string | null;
}

/** Two entries (`entryKey`), the smaller first. */
type EntryPair = readonly [string, string];

const DAY_MS = 86_400_000;
const LINKS = { lists: '/api/Lists' };

/** A node that has not the files of a snapshot finds them by their content. */
const COLUMNS = {
  postgresql: 'id, created_at, engine, sources, joins, content',
  sqlite: 'id, created_at, engine, sources, joins',
};
const VALUES = {
  postgresql: ':id, :createdAt, :engine, :sources, :joins, :content',
  sqlite: ':id, :createdAt, :engine, :sources, :joins',
};

export const snapshotWrites = {
  /** Kept for good, also after the snapshot's files are gone. The newest published one is in force. */
  'snapshots.publish': alone(async (tx: Transaction, snapshot: PublishedSnapshot, actor: Actor): Promise<void> => {
    const { id, engine, sources, joins, content = null } = snapshot;
    // Others publish before or after, so that the newest number is also the last one that is seen.
    await tx.lockTable('snapshots');
    const before = await snapshotReads['snapshots.current'](tx);
    await tx.run(`INSERT INTO snapshots (${tx.either(COLUMNS)}) VALUES (${tx.either(VALUES)})`, {
      ...snapshot,
      sources: JSON.stringify(sources),
      joins: joins ? JSON.stringify(joins) : null,
      content,
    });
    await tx.tell('snapshot', id);
    const entries = sources.reduce((sum, source) => sum + source.entries, 0);
    const details = { engine, sources: sources.length, entries };
    const subject = `snapshot:${id}`;
    tx.audit({ at: tx.at, actor, action: 'snapshot.published', subject, accountId: null, details });
    const updated = updatedLists(sources, before?.sources);
    if (updated.length === 0) return;
    await tx.outbox.write(null, 'lists.updated', tx.at, () => ({
      data: { snapshot: id, sources: updated, links: LINKS },
    }));
  }),
  /** False where they were apart before. The next snapshot keeps them so. */
  'snapshots.separate': alone(
    async (tx: Transaction, [first, second]: EntryPair, reason: string, actor: Actor): Promise<boolean> => {
      const changes = await tx.run(
        `INSERT INTO separated_entries (first, second, at, actor, reason) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (first, second) DO NOTHING`,
        first,
        second,
        tx.at,
        actor,
        reason,
      );
      if (changes > 0) auditPair(tx, 'entries.separated', [first, second], actor);
      return changes > 0;
    },
  ),
  /** False where they were not apart. */
  'snapshots.unseparate': alone(async (tx: Transaction, pair: EntryPair, actor: Actor): Promise<boolean> => {
    const changes = await tx.run('DELETE FROM separated_entries WHERE first = $1 AND second = $2', ...pair);
    if (changes > 0) auditPair(tx, 'entries.unseparated', pair, actor);
    return changes > 0;
  }),
  /**
   * Takes the place of the state that the source had. Hooks are told once that a list fails: at once, or after a day
   * where it is only `unreachable`, which mostly passes.
   */
  'snapshots.recordState': async (tx: Transaction, reached: SourceState, unreachable = false): Promise<void> => {
    const { source, lastError: error, failingSince } = reached;
    const before = await tx.value<number | boolean>('SELECT is_told FROM source_states WHERE source = $1', source);
    const wasTold = Boolean(before);
    const isLong = Date.parse(tx.at) - Date.parse(failingSince ?? tx.at) >= DAY_MS;
    const isToTell = error !== null && !wasTold && (isLong || !unreachable);
    await tx.run(
      `INSERT INTO source_states (source, checked_at, last_error, last_error_at, failing_since, address, failing, is_told)
       VALUES (:source, :checkedAt, :lastError, :lastErrorAt, :failingSince, :address, :failing, :isTold)
       ON CONFLICT (source) DO UPDATE SET checked_at = :checkedAt, last_error = :lastError,
         last_error_at = :lastErrorAt, failing_since = :failingSince, address = :address, failing = :failing,
         is_told = :isTold`,
      { ...reached, failing: JSON.stringify(reached.failing), isTold: error !== null && (wasTold || isToTell) },
    );
    if (!isToTell) return;
    await tx.outbox.write(null, 'lists.failed', tx.at, () => ({ data: { source, error, links: LINKS } }));
  },
};

export const snapshotReads = {
  /** The newest one, or the newest that this engine compiled; undefined before the first. */
  'snapshots.current': async (sql: Sql, engine?: string): Promise<PublishedSnapshot | undefined> => {
    const [newest] = await snapshotsWhere(
      sql,
      '$1::text IS NULL OR engine = $1 ORDER BY sequence DESC LIMIT 1',
      engine,
    );
    return newest;
  },
  /** Undefined where none of this id was ever published. */
  'snapshots.get': async (sql: Sql, id: string): Promise<PublishedSnapshot | undefined> =>
    (await snapshotsWhere(sql, 'id = $1', id))[0],
  /** Newest first, at most `limit`. */
  'snapshots.newest': (sql: Sql, limit: number): Promise<PublishedSnapshot[]> =>
    snapshotsWhere(sql, 'TRUE ORDER BY sequence DESC LIMIT $1', limit),
  /** All pairs, the newest first. */
  'snapshots.separations': (sql: Sql): Promise<SeparatedEntries[]> =>
    sql.all('SELECT first, second, at, actor, reason FROM separated_entries ORDER BY at DESC, first, second'),
  /** Of every source that was ever synced or imported. */
  'snapshots.states': async (sql: Sql): Promise<SourceState[]> => {
    const rows = await sql.all<Omit<SourceState, 'failing'> & { readonly failing: string }>(
      `SELECT source, checked_at, last_error, last_error_at, failing_since, address, failing FROM source_states
       ORDER BY source`,
    );
    return rows.map(({ failing, ...state }) => ({ ...state, failing: JSON.parse(failing) as FailingAddress[] }));
  },
};

async function snapshotsWhere(
  sql: Sql,
  which: string,
  value: string | number | undefined,
): Promise<PublishedSnapshot[]> {
  const rows = await sql.all<SnapshotRow>(`SELECT ${sql.either(COLUMNS)} FROM snapshots WHERE ${which}`, value);
  return rows.map(({ content, joins, ...row }) => ({
    ...row,
    sources: JSON.parse(row.sources),
    ...(joins && { joins: JSON.parse(joins) as JoinCounts }),
    ...(content && { content }),
  }));
}

function auditPair(tx: Transaction, action: string, [first, second]: EntryPair, actor: Actor): void {
  tx.audit({ at: tx.at, actor, action, subject: `entry:${first}`, accountId: null, details: { other: second } });
}
