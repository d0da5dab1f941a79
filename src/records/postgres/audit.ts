import type { AuditEntry } from '../../domain/audit.ts';
import {
  type ChainLink,
  type ChainRow,
  type ChainWalk,
  KEY_CHANGED,
  type NewAuditEntry,
  walkOn,
} from '../audit-chain.ts';
import { type AuditKey, checkingKeys, type SealedAuditKey, sealAuditKey } from '../audit-keys.ts';
import { LAST } from '../audit-queue.ts';
import { Conditions } from '../operations/page-query.ts';
import type { AuditQuery } from '../queries.ts';
import type { Sql } from '../sql.ts';
import type { WalkedBatch } from '../sqlite/audit.ts';
import type { Transaction } from '../transaction.ts';

const COLUMNS = 'sequence, at, actor, action, subject, account_id, details, hash';
const WALK_ROWS = 5_000;

export const auditWrites = {
  'audit.append': async (tx: Transaction, entry: NewAuditEntry): Promise<void> => tx.audit(entry),
  /**
   * Keeps every other key, sealed under the first, so that its master key can be thrown away. Notes where the log
   * continued under a key that is missing.
   */
  'audit.useKeys': async (tx: Transaction, keys: readonly AuditKey[], at: string): Promise<void> => {
    const [current] = keys;
    if (!current) return;
    tx.writer.auditKeys = keys;
    // One node after the other.
    await tx.run('LOCK TABLE audit_keys IN SHARE ROW EXCLUSIVE MODE');
    const kept = await keptKeys(tx);
    const known = checkingKeys(keys, kept);
    const isKept = (id: string) => kept.some((one) => one.id === id && one.sealedUnder === current.id);
    for (const [id, chain] of known) {
      if (id === current.id || isKept(id)) continue;
      await tx.run(
        `INSERT INTO audit_keys (id, sealed_under, sealed) VALUES (:id, :sealedUnder, :sealed)
         ON CONFLICT (id) DO UPDATE SET sealed_under = :sealedUnder, sealed = :sealed`,
        { ...sealAuditKey(id, chain, current) },
      );
    }
    const former = await tx.value<string>('SELECT key FROM audit WHERE key IS NOT NULL ORDER BY sequence DESC LIMIT 1');
    if (former === undefined || known.has(former)) return;
    const details = { former };
    tx.audit({ at, actor: 'service', action: KEY_CHANGED, subject: 'audit', accountId: null, details });
  },
};

export const auditReads = {
  'audit.head': async (sql: Sql): Promise<{ sequence: number; hash: string } | undefined> => {
    const last = await sql.one<ChainLink>(LAST);
    return last && { sequence: last.sequence, hash: last.hash };
  },
  'audit.keyed': async (sql: Sql): Promise<boolean> =>
    (await sql.value('SELECT 1 FROM audit WHERE key IS NOT NULL LIMIT 1')) !== undefined,
};

/** Entries of one account, newest first. */
export const auditPages = {
  'audit.page': async (sql: Sql, accountId: number, query: AuditQuery): Promise<AuditEntry[]> => {
    const { before, from, to, action, subjects, actor, limit } = query;
    const where = new Conditions().add('account_id = $', accountId);
    if (before !== undefined) where.add('sequence < $', before);
    if (from) where.add('at >= $', from);
    if (to) where.add('at < $', to);
    if (action) where.add('action = $', action);
    if (subjects) where.add('subject = ANY($)', subjects);
    if (actor) where.add('actor = $', actor);
    const rows = await sql.all<ChainRow>(
      `SELECT ${COLUMNS} FROM audit WHERE ${where.sql} ORDER BY sequence DESC LIMIT ${where.value(limit)}`,
      ...where.values,
    );
    return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as AuditEntry['details'] }));
  },
};

export const auditChecks = {
  /** Checks one batch of entries, so that other work goes in between. */
  'audit.walk': async (sql: Sql, walk: ChainWalk, keys: readonly AuditKey[]): Promise<WalkedBatch> => {
    const known = checkingKeys(keys, await keptKeys(sql));
    const rows = await sql.all<ChainRow>(
      `SELECT ${COLUMNS}, key FROM audit WHERE $1::bigint IS NULL OR sequence > $1 ORDER BY sequence LIMIT ${WALK_ROWS}`,
      walk.entries === 0 ? null : walk.last.sequence,
    );
    const walked = walkOn(walk, rows, known);
    // A number beyond the safe integers is forged, and no statement could go on behind it.
    const isLast = rows.length < WALK_ROWS || !Number.isSafeInteger(walked.last.sequence);
    return { walk: walked, isLast, hasKeys: known.size > 0 };
  },
};

function keptKeys(sql: Sql): Promise<SealedAuditKey[]> {
  return sql.all<SealedAuditKey>('SELECT id, sealed_under, sealed FROM audit_keys');
}
