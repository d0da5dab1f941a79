import type { Actor } from '../../domain/actor.ts';
import { type PublishedSnapshot, type SourceState, updatedLists } from '../../domain/snapshot.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { outboxWriter } from './outbox.ts';

type Stored = Omit<PublishedSnapshot, 'sources'> & { sources: string };

const LINKS = { lists: '/api/Lists' };
const SNAPSHOT = 'id, created_at AS createdAt, engine, sources';

export function snapshotWrites(db: Connection) {
  const audit = auditAppender(db);
  const write = outboxWriter(db);
  const former = db.prepare<[], Stored>(`SELECT ${SNAPSHOT} FROM snapshots ORDER BY sequence DESC LIMIT 1`);
  const lastError = db
    .prepare<[string], string | null>('SELECT last_error FROM source_states WHERE source = ?')
    .pluck();
  const insert = db.prepare('INSERT INTO snapshots (id, created_at, engine, sources) VALUES (?, ?, ?, ?)');
  const state = db.prepare(
    `INSERT INTO source_states (source, checked_at, last_error, last_error_at)
     VALUES (:source, :checkedAt, :lastError, :lastErrorAt)
     ON CONFLICT DO UPDATE SET checked_at = :checkedAt, last_error = :lastError, last_error_at = :lastErrorAt`,
  );
  return {
    'snapshots.publish': (snapshot: PublishedSnapshot, at: string, actor: Actor): void => {
      const { id, createdAt, engine, sources } = snapshot;
      const before = snapshotOf(former.get());
      insert.run(id, createdAt, engine, JSON.stringify(sources));
      const entries = sources.reduce((sum, source) => sum + source.entries, 0);
      const details = { engine, sources: sources.length, entries };
      audit({ at, actor, action: 'snapshot.published', subject: `snapshot:${id}`, accountId: null, details });
      const updated = updatedLists(sources, before?.sources);
      if (updated.length === 0) return;
      write(null, 'lists.updated', at, () => ({ data: { snapshot: id, sources: updated, links: LINKS } }));
    },
    /** Hooks are told when a list begins to fail, not at each attempt that fails after that. */
    'snapshots.state': (reached: SourceState, at: string): void => {
      const { source, lastError: error } = reached;
      const begins = error !== null && !lastError.get(source);
      state.run({ ...reached });
      if (begins) write(null, 'lists.failed', at, () => ({ data: { source, error, links: LINKS } }));
    },
  };
}

export function snapshotReads(db: Connection) {
  const current = db.prepare<[], Stored>(`SELECT ${SNAPSHOT} FROM snapshots ORDER BY sequence DESC LIMIT 1`);
  const ofEngine = db.prepare<[string], Stored>(
    `SELECT ${SNAPSHOT} FROM snapshots WHERE engine = ? ORDER BY sequence DESC LIMIT 1`,
  );
  const one = db.prepare<[string], Stored>(`SELECT ${SNAPSHOT} FROM snapshots WHERE id = ?`);
  const newest = db.prepare<[number], Stored>(`SELECT ${SNAPSHOT} FROM snapshots ORDER BY sequence DESC LIMIT ?`);
  const states = db.prepare<[], SourceState>(
    `SELECT source, checked_at AS checkedAt, last_error AS lastError, last_error_at AS lastErrorAt
     FROM source_states ORDER BY source`,
  );
  return {
    'snapshots.current': (engine: string | null): PublishedSnapshot | undefined =>
      snapshotOf(engine === null ? current.get() : ofEngine.get(engine)),
    'snapshots.get': (id: string): PublishedSnapshot | undefined => snapshotOf(one.get(id)),
    'snapshots.newest': (limit: number): PublishedSnapshot[] => newest.all(limit).map((row) => snapshotOf(row)!),
    'snapshots.states': (): SourceState[] => states.all(),
  };
}

function snapshotOf(row: Stored | undefined): PublishedSnapshot | undefined {
  return row && { ...row, sources: JSON.parse(row.sources) };
}
