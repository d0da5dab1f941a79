import type { AuditEntry } from '../../domain/audit.ts';
import { TouchstoneError } from '../../errors.ts';
import {
  type ChainLink,
  type ChainRow,
  type ChainWalk,
  entryHash,
  KEY_CHANGED,
  RESTORED,
  walkOn,
} from '../audit-chain.ts';
import { type AuditKey, openAuditKey, type SealedAuditKey, sealAuditKey } from '../audit-keys.ts';
import type { AuditQuery } from '../queries.ts';
import type { Connection } from './connection.ts';

export type NewAuditEntry = Omit<AuditEntry, 'sequence' | 'hash'>;

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

/** What a connection's entries are keyed with, the first; the others only check. They are nowhere else in its thread. */
export function useAuditKeys(db: Connection, keys: readonly AuditKey[]): void {
  KEYS.set(db, keys);
}

/**
 * Appends inside the transaction of the action, whose write lock keeps two processes from taking the same number. `leap`:
 * how many numbers a restore leaves out. Throws `damaged` where a keyed log would go on without its key.
 */
export function auditAppender(db: Connection): (entry: NewAuditEntry, leap?: number) => void {
  const last = db.prepare<[], ChainLink>(LAST);
  const insert = db.prepare(
    `INSERT INTO audit (sequence, at, actor, action, subject, account_id, details, hash, key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (entry, leap = 0) => {
    const key = KEYS.get(db)?.[0];
    const previous = last.get();
    if (!key && previous?.key && entry.action !== RESTORED) {
      const instead =
        'put master.key back, or set TOUCHSTONE_MASTER_KEY as for the service; where it is lost, start the service';
      throw new TouchstoneError('damaged', `The audit log goes on under the master key only: ${instead}.`);
    }
    const sequence = (previous?.sequence ?? 0) + 1 + leap;
    const row = { ...entry, details: canonical(entry.details), sequence, key: key?.id ?? null };
    const hash = entryHash(previous?.hash ?? '', row, key);
    insert.run(sequence, row.at, row.actor, row.action, row.subject, row.accountId, row.details, hash, row.key);
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
     * Keeps every other key that is at hand, sealed under the first: its master key may be thrown away after this. Notes
     * where the log went on under another key before that is not at hand.
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
       AND (:action IS NULL OR action = :action) AND (:actor IS NULL OR actor = :actor)
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

/** Every key that entries can be checked with: those of the master keys at hand, and what they open of the kept ones. */
function chainKeys(db: Connection): Map<string, Uint8Array> {
  const keys = KEYS.get(db) ?? [];
  const found = new Map<string, Uint8Array>();
  const kept = db.prepare<[], SealedAuditKey>('SELECT id, sealed_under AS sealedUnder, sealed FROM audit_keys');
  for (const one of kept.all()) {
    const chain = openAuditKey(one, keys);
    if (chain) found.set(one.id, chain);
  }
  for (const { id, chain } of keys) found.set(id, chain);
  return found;
}

function canonical(details: AuditEntry['details']): string {
  return JSON.stringify(Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))));
}
