import type { AuditEntry } from '../../domain/audit.ts';
import {
  type ChainLink,
  type ChainRow,
  type ChainWalk,
  KEY_CHANGED,
  keyMissing,
  skipCut,
  walkOn,
} from '../audit-chain.ts';
import { newestCut } from '../audit-cut.ts';
import { type AuditKey, checkingKeys, sealAuditKey } from '../audit-keys.ts';
import { keptKeys, LAST, LAST_KEY } from '../audit-queue.ts';
import { alone, ofAccount } from '../operation.ts';
import type { AuditQuery } from '../queries.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** Where a check stands after a batch; the last batch met the end of the log. */
interface WalkedBatch {
  readonly walk: ChainWalk;
  readonly isLast: boolean;
}

const COLUMNS = 'sequence, at, actor, action, subject, account_id, details, hash';
/** Takes some 50 ms. Other work of the thread, such as emptying the database's log, waits for a batch at most. */
const WALK_ROWS = 5_000;

export const auditWrites = {
  /** Adds an entry at the end, dated now. */
  'audit.append': async (tx: Transaction, entry: Omit<AuditEntry, 'sequence' | 'hash' | 'at'>): Promise<void> =>
    tx.audit({ ...entry, at: tx.at }),
  /**
   * Keeps every other key, sealed under the first, so that its master key can be thrown away. Throws `damaged` where
   * none of them is the key that the log goes on under. `isLost`: that one is lost for good, which is noted and
   * answered.
   */
  'chain.useKeys': alone(async (tx: Transaction, keys: readonly AuditKey[], isLost: boolean): Promise<boolean> => {
    const [current] = keys;
    if (!current) return false;
    // One node after the other.
    await tx.lockTable('audit_keys');
    const kept = await keptKeys(tx);
    const known = checkingKeys(keys, kept);
    const former = await tx.value<string>(LAST_KEY);
    const isChanged = former !== undefined && !known.has(former);
    if (isChanged && !isLost) throw keyMissing();
    tx.writer.auditKeys = keys;
    const isKept = (id: string) => kept.some((one) => one.id === id && one.sealedUnder === current.id);
    for (const [id, chain] of known) {
      if (id === current.id || isKept(id)) continue;
      await tx.run(
        `INSERT INTO audit_keys (id, sealed_under, sealed) VALUES (:id, :sealedUnder, :sealed)
         ON CONFLICT (id) DO UPDATE SET sealed_under = :sealedUnder, sealed = :sealed`,
        { ...sealAuditKey(id, chain, current) },
      );
    }
    if (!isChanged) return false;
    const details = { former };
    tx.audit({ at: tx.at, actor: 'operator', action: KEY_CHANGED, subject: 'audit', accountId: null, details });
    return true;
  }),
};

export const auditReads = {
  /** The end of the log; undefined where nothing was ever written. */
  'audit.head': async (sql: Sql): Promise<{ sequence: number; hash: string } | undefined> => {
    const last = await sql.one<ChainLink>(LAST);
    return last && { sequence: last.sequence, hash: last.hash };
  },
  /** Whether the log can go on under these keys: one of them is, or unseals, the key of its last keyed entry. */
  'chain.continues': async (sql: Sql, keys: readonly AuditKey[]): Promise<boolean> => {
    const last = await sql.value<string>(LAST_KEY);
    return last === undefined || checkingKeys(keys, await keptKeys(sql)).has(last);
  },
};

export const auditPages = {
  /** Entries of one account, newest first. */
  'audit.page': ofAccount(async (sql: Sql, accountId: number, query: AuditQuery): Promise<AuditEntry[]> => {
    const { before, from, to, action, subjects, actor } = query;
    const where = ['account_id = :accountId'];
    if (before !== undefined) where.push('sequence < :before');
    if (from) where.push('at >= :from');
    if (to) where.push('at < :to');
    if (action) where.push('action = :action');
    if (subjects) where.push('subject = ANY(:subjects)');
    if (actor) where.push('actor = :actor');
    const rows = await sql.all<ChainRow>(
      `SELECT ${COLUMNS} FROM audit WHERE ${where.join(' AND ')} ORDER BY sequence DESC LIMIT :limit`,
      { ...query, accountId },
    );
    return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as AuditEntry['details'] }));
  }),
};

export const auditChecks = {
  /** Checks one batch of entries, so that other work goes in between. */
  'chain.walk': async (sql: Sql, walk: ChainWalk, keys: readonly AuditKey[]): Promise<WalkedBatch> => {
    const known = checkingKeys(keys, await keptKeys(sql));
    const rows = await sql.all<ChainRow>(
      `SELECT ${COLUMNS}, key FROM audit WHERE $1::bigint IS NULL OR sequence > $1 ORDER BY sequence LIMIT ${WALK_ROWS}`,
      walk.entries === 0 && walk.cut === null ? null : walk.last.sequence,
    );
    const begun = await behindCut(sql, walk, rows[0]);
    const left = begun === walk ? rows : rows.filter(({ sequence }) => sequence > begun.last.sequence);
    const walked = walkOn(begun, left, known);
    // A number beyond the safe integers is forged, and no statement could go on behind it.
    const isLast = rows.length < WALK_ROWS || !Number.isSafeInteger(walked.last.sequence);
    return { walk: walked, isLast };
  },
};

/** Where entries are missing in front of `first`, the check goes on behind those that the log says were cut. */
async function behindCut(sql: Sql, walk: ChainWalk, first: ChainRow | undefined): Promise<ChainWalk> {
  if (!first || first.sequence === walk.last.sequence + 1) return walk;
  const cut = await newestCut(sql);
  return cut && cut.sequence > walk.last.sequence ? skipCut(walk, cut) : walk;
}
