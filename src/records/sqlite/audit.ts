import type { AuditEntry } from '../../domain/audit.ts';
import {
  type ChainLink,
  type ChainRow,
  type ChainWalk,
  KEY_CHANGED,
  type NewAuditEntry,
  nextRow,
  walkOn,
} from '../audit-chain.ts';
import { type AuditKey, checkingKeys, type SealedAuditKey, sealAuditKey } from '../audit-keys.ts';
import type { AuditQuery } from '../queries.ts';
import type { Connection } from './connection.ts';

/** Where a check stands after a batch; the last batch met the end of the log. */
export interface WalkedBatch {
  readonly walk: ChainWalk;
  readonly isLast: boolean;
  /** Whether any key is at hand. */
  readonly hasKeys: boolean;
}

const COLUMNS = 'sequence, at, actor, action, subject, account_id AS accountId, details, hash';
const LAST = 'SELECT sequence, hash, key FROM audit ORDER BY sequence DESC LIMIT 1';
/** Takes some 50 ms. Other work of the thread, such as emptying the database's log, waits for a batch at most. */
const WALK_ROWS = 5_000;
/** The smallest number that a row can have: a forger may have begun before 1. */
const FIRST_SEQUENCE = -(2 ** 63);
const KEYS = new WeakMap<Connection, readonly AuditKey[]>();

/** Sets the keys of this connection: the first keys new entries, the others only check. Nothing else holds them. */
export function useAuditKeys(db: Connection, keys: readonly AuditKey[]): void {
  KEYS.set(db, keys);
}

export function auditKeysOf(db: Connection): readonly AuditKey[] {
  return KEYS.get(db) ?? [];
}

/**
 * Appends inside the action's transaction. Its write lock stops two processes from taking the same number. `leap`: how
 * many numbers a restore leaves out. Throws `damaged` where a keyed log would continue without its key.
 */
export function auditAppender(db: Connection): (entry: NewAuditEntry, leap?: number) => void {
  const last = db.prepare<[], ChainLink>(LAST);
  const insert = db.prepare(
    `INSERT INTO audit (sequence, at, actor, action, subject, account_id, details, hash, key)
     VALUES (:sequence, :at, :actor, :action, :subject, :accountId, :details, :hash, :key)`,
  );
  return (entry, leap) => {
    insert.run(nextRow(last.get(), entry, KEYS.get(db)?.[0], leap));
  };
}

export function auditWrites(db: Connection) {
  const append = auditAppender(db);
  const lastKey = db.prepare<[], string>('SELECT key FROM audit WHERE key IS NOT NULL ORDER BY sequence DESC LIMIT 1');
  const isKept = db.prepare('SELECT 1 FROM audit_keys WHERE id = ? AND sealed_under = ?');
  const keep = db.prepare('INSERT OR REPLACE INTO audit_keys (id, sealed_under, sealed) VALUES (?, ?, ?)');
  return {
    'audit.append': (entry: NewAuditEntry): void => append(entry),
    /**
     * Keeps every other key, sealed under the first, so that its master key can be thrown away. Notes where the log
     * continued under a key that is missing.
     */
    'audit.useKeys': (keys: readonly AuditKey[], at: string): void => {
      const [current] = keys;
      if (!current) return;
      useAuditKeys(db, keys);
      const known = chainKeys(db);
      for (const [id, chain] of known) {
        if (id === current.id || isKept.get(id, current.id)) continue;
        const { sealedUnder, sealed } = sealAuditKey(id, chain, current);
        keep.run(id, sealedUnder, sealed);
      }
      const former = lastKey.pluck().get();
      if (former === undefined || known.has(former)) return;
      const details = { former };
      append({ at, actor: 'service', action: KEY_CHANGED, subject: 'audit', accountId: null, details });
    },
  };
}

export function auditReads(db: Connection) {
  const head = db.prepare<[], ChainLink>(LAST);
  const keyed = db.prepare('SELECT 1 FROM audit WHERE key IS NOT NULL LIMIT 1');
  return {
    'audit.head': (): { sequence: number; hash: string } | undefined => {
      const last = head.get();
      return last && { sequence: last.sequence, hash: last.hash };
    },
    'audit.keyed': (): boolean => keyed.get() !== undefined,
  };
}

/** Entries of one account, newest first. */
export function auditPages(db: Connection) {
  const page = db.prepare<Record<string, unknown>, ChainRow>(
    `SELECT ${COLUMNS} FROM audit
     WHERE account_id = :accountId AND sequence < :before AND at >= :from AND at < :to
       AND (:action IS NULL OR action = :action) AND (:subjects IS NULL OR subject IN (SELECT value FROM json_each(:subjects))) AND (:actor IS NULL OR actor = :actor)
     ORDER BY sequence DESC LIMIT :limit`,
  );
  return {
    'audit.page': (accountId: number, query: AuditQuery): AuditEntry[] =>
      page
        .all({
          accountId,
          before: query.before ?? Number.MAX_SAFE_INTEGER,
          from: query.from ?? '',
          to: query.to ?? '~',
          action: query.action ?? null,
          subjects: query.subjects ? JSON.stringify(query.subjects) : null,
          actor: query.actor ?? null,
          limit: query.limit,
        })
        .map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as AuditEntry['details'] })),
  };
}

export function auditChecks(db: Connection) {
  const next = db.prepare<[number, number], ChainRow>(
    `SELECT ${COLUMNS}, key FROM audit WHERE sequence >= ? ORDER BY sequence LIMIT ?`,
  );
  return {
    /** Checks one batch of entries, so that no transaction stays open and other work goes in between. */
    'audit.walk': (walk: ChainWalk, keys: readonly AuditKey[]): WalkedBatch => {
      useAuditKeys(db, keys);
      const known = chainKeys(db);
      const rows = next.all(walk.entries === 0 ? FIRST_SEQUENCE : walk.last.sequence + 1, WALK_ROWS);
      const walked = walkOn(walk, rows, known);
      // A number beyond the safe integers is forged, and no statement could go on behind it.
      const isLast = rows.length < WALK_ROWS || !Number.isSafeInteger(walked.last.sequence);
      return { walk: walked, isLast, hasKeys: known.size > 0 };
    },
  };
}

/** Every key that can check entries: those of the present master keys, and those that they unseal. */
function chainKeys(db: Connection): Map<string, Uint8Array> {
  const kept = db.prepare<[], SealedAuditKey>('SELECT id, sealed_under AS sealedUnder, sealed FROM audit_keys');
  return checkingKeys(KEYS.get(db) ?? [], kept.all());
}
