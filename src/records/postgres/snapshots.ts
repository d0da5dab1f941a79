import type { Actor } from '../../domain/actor.ts';
import { type PublishedSnapshot, type SourceState, updatedLists } from '../../domain/snapshot.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { noteOf } from '../transaction.ts';

type Stored = Omit<PublishedSnapshot, 'sources' | 'content'> & { sources: string; content: string | null };

const LINKS = { lists: '/api/Lists' };
const SNAPSHOT = 'SELECT id, created_at, engine, sources, content FROM snapshots';

export const snapshotWrites = {
  'snapshots.publish': async (
    tx: Transaction,
    snapshot: PublishedSnapshot,
    at: string,
    actor: Actor,
  ): Promise<void> => {
    const { id, engine, sources } = snapshot;
    // Others publish before or after, so that the newest number is also the last one that is seen.
    await tx.run('LOCK TABLE snapshots IN SHARE ROW EXCLUSIVE MODE');
    const before = await snapshotReads['snapshots.current'](tx, null);
    await tx.run(
      `INSERT INTO snapshots (id, created_at, engine, sources, content)
       VALUES (:id, :createdAt, :engine, :sources, :content)`,
      { ...snapshot, sources: JSON.stringify(sources), content: snapshot.content ?? null },
    );
    await tx.run(...noteOf(tx.writer.node, 'snapshot', id));
    const entries = sources.reduce((sum, source) => sum + source.entries, 0);
    const details = { engine, sources: sources.length, entries };
    tx.audit({ at, actor, action: 'snapshot.published', subject: `snapshot:${id}`, accountId: null, details });
    const updated = updatedLists(sources, before?.sources);
    if (updated.length === 0) return;
    await tx.outbox.write(null, 'lists.updated', at, () => ({
      data: { snapshot: id, sources: updated, links: LINKS },
    }));
  },
  /** Hooks are told when a list begins to fail, not at each attempt that fails after that. */
  'snapshots.state': async (tx: Transaction, reached: SourceState, at: string): Promise<void> => {
    const { source, lastError: error } = reached;
    const before = await tx.value<string | null>('SELECT last_error FROM source_states WHERE source = $1', source);
    await tx.run(
      `INSERT INTO source_states (source, checked_at, last_error, last_error_at)
       VALUES (:source, :checkedAt, :lastError, :lastErrorAt)
       ON CONFLICT (source) DO UPDATE SET checked_at = :checkedAt, last_error = :lastError,
         last_error_at = :lastErrorAt`,
      { ...reached },
    );
    if (error === null || before) return;
    await tx.outbox.write(null, 'lists.failed', at, () => ({ data: { source, error, links: LINKS } }));
  },
};

export const snapshotReads = {
  'snapshots.current': async (sql: Sql, engine: string | null): Promise<PublishedSnapshot | undefined> =>
    snapshotOf(
      engine === null
        ? await sql.one<Stored>(`${SNAPSHOT} ORDER BY sequence DESC LIMIT 1`)
        : await sql.one<Stored>(`${SNAPSHOT} WHERE engine = $1 ORDER BY sequence DESC LIMIT 1`, engine),
    ),
  'snapshots.get': async (sql: Sql, id: string): Promise<PublishedSnapshot | undefined> =>
    snapshotOf(await sql.one<Stored>(`${SNAPSHOT} WHERE id = $1`, id)),
  'snapshots.newest': async (sql: Sql, limit: number): Promise<PublishedSnapshot[]> =>
    (await sql.all<Stored>(`${SNAPSHOT} ORDER BY sequence DESC LIMIT $1`, limit)).map((row) => snapshotOf(row)!),
  'snapshots.states': (sql: Sql): Promise<SourceState[]> =>
    sql.all<SourceState>('SELECT source, checked_at, last_error, last_error_at FROM source_states ORDER BY source'),
};

function snapshotOf(row: Stored | undefined): PublishedSnapshot | undefined {
  if (!row) return undefined;
  const { content, ...rest } = row;
  return { ...rest, sources: JSON.parse(row.sources), ...(content !== null && { content }) };
}
