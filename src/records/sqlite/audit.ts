import { createHash, createHmac } from 'node:crypto';
import type { AuditEntry, ChainVerdict } from '../../domain/audit.ts';
import { TouchstoneError } from '../../errors.ts';
import { type AuditKey, openAuditKey, type SealedAuditKey, sealAuditKey } from '../audit-keys.ts';
import type { AuditQuery } from '../queries.ts';
import type { Connection } from './connection.ts';

export type NewAuditEntry = Omit<AuditEntry, 'sequence' | 'hash'>;

type Row = Omit<AuditEntry, 'details'> & { details: string; key: string | null };
type Last = Pick<Row, 'sequence' | 'hash' | 'key'>;

const COLUMNS = 'sequence, at, actor, action, subject, account_id AS accountId, details, hash';
const LAST = 'SELECT sequence, hash, key FROM audit ORDER BY sequence DESC LIMIT 1';
/** The one action that may leap over numbers, and that may be noted while the master key is still elsewhere. */
const RESTORED = 'backup.restored';
/** Says under the new key that the one before was lost: entries under that one can no longer be checked. */
const KEY_CHANGED = 'audit.key-changed';
const KEYS = new WeakMap<Connection, readonly AuditKey[]>();

/** What a connection's entries are keyed with, the first; the others only check. They are nowhere else in its thread. */
export function useAuditKeys(db: Connection, keys: readonly AuditKey[]): void {
  KEYS.set(db, keys);
}

/**
 * Appends inside the transaction of the deed, whose write lock keeps two processes from taking the same number. `leap`:
 * how many numbers a restore leaves out. Throws `damaged` where a keyed log would go on without its key.
 */
export function auditAppender(db: Connection): (entry: NewAuditEntry, leap?: number) => void {
  const last = db.prepare<[], Last>(LAST);
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
  const head = db.prepare<[], Last>(LAST);
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
  const page = db.prepare<Record<string, unknown>, Row>(
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
  const all = db.prepare<[], Row>(`SELECT ${COLUMNS}, key FROM audit ORDER BY sequence`);
  return {
    'audit.verify': (head: string | undefined, keys: readonly AuditKey[]): ChainVerdict => {
      useAuditKeys(db, keys);
      return verify(all.iterate(), head, chainKeys(db));
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

function verify(rows: Iterable<Row>, head: string | undefined, keys: Map<string, Uint8Array>): ChainVerdict {
  const restores: { sequence: number; keyed: boolean }[] = [];
  let entries = 0;
  let previous: Last = { sequence: 0, hash: '', key: null };
  let seen = head === undefined;
  let broken: number | null = null;
  let keyedFrom: number | null = null;
  let unchecked = 0;
  let excused = 0;
  const checkedWith = new Set<string>();
  for (const row of rows) {
    entries += 1;
    const chain = row.key === null ? undefined : keys.get(row.key);
    if (row.key !== null && !chain) unchecked += 1;
    if (!follows(previous, row)) broken ??= Math.min(row.sequence, previous.sequence + 1);
    if (!isWhole(previous, row, chain)) broken ??= row.sequence;
    if (row.key !== null) keyedFrom ??= row.sequence;
    // Only a new key takes the place of a lost one. Behind entries of its own, others under an unknown key are forged.
    if (row.action === KEY_CHANGED && chain && !checkedWith.has(row.key!)) excused = unchecked;
    if (chain) checkedWith.add(row.key!);
    if (row.action === RESTORED) restores.push({ sequence: row.sequence, keyed: row.key !== null });
    previous = row;
    seen ||= row.hash === head?.toLowerCase();
  }
  // A known head that is no longer there means that the end was cut off.
  if (!seen) broken ??= previous.sequence + 1;
  // Without any key nothing keyed is checked, which is said; among keys an unknown one may be a forger's.
  const ok = broken === null && (keys.size === 0 || unchecked === excused);
  return { entries, head: previous.hash || null, ok, broken, headFound: seen, keyedFrom, unchecked, restores };
}

/** Numbers have no gap, and no plain entry follows a keyed one; a restore is the exception to both. */
function follows(previous: Last, { sequence, action, key }: Row): boolean {
  const next = previous.sequence + 1;
  if (action === RESTORED) return sequence >= next;
  return sequence === next && (key !== null || previous.key === null);
}

/** True also for an entry whose key is not at hand. */
function isWhole(previous: Pick<Row, 'hash'>, row: Row, chain: Uint8Array | undefined): boolean {
  if (row.key !== null && !chain) return true;
  return row.hash === entryHash(previous.hash, row, chain && { id: row.key!, chain });
}

/**
 * Over the previous hash and the entry as JSON with its members in this order: HMAC-SHA-256 with a key, whose id is then
 * the last member; SHA-256 without one.
 */
function entryHash(previous: string, row: Omit<Row, 'hash' | 'key'>, key?: Pick<AuditKey, 'id' | 'chain'>): string {
  const { sequence, at, actor, action, subject, accountId, details } = row;
  const members = [sequence, at, actor, action, subject, accountId, details];
  const hash = key ? createHmac('sha256', key.chain) : createHash('sha256');
  return hash
    .update(previous)
    .update(JSON.stringify(key ? [...members, key.id] : members))
    .digest('hex');
}

function canonical(details: AuditEntry['details']): string {
  return JSON.stringify(Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))));
}
