import { type ChainLink, keyMissing } from '../audit-chain.ts';
import { CUT, newestCut } from '../audit-cut.ts';
import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** Which entries are past their days. */
interface AuditSpan {
  /** ISO 8601. */
  readonly before: string;
  /** Of the receiver of the audit stream, where there is one: what it has not yet stays. */
  readonly stream: string | undefined;
}

/** Entries that are due, and whether some are left of a cut that was said before. */
interface AuditDue {
  readonly entries: number;
  readonly isUnfinished: boolean;
}

interface Found extends AuditDue {
  /** The last entry that is due; undefined where none is. */
  readonly last: ChainLink | undefined;
  /** How many were cut before. */
  readonly cut: number;
}

/** The log goes from its beginning on, up to the first entry that stays. */
async function due(sql: Sql, { before, stream }: AuditSpan): Promise<Found> {
  const cut = await newestCut(sql);
  const from = cut?.sequence ?? 0;
  const kept = await sql.value<number>('SELECT sequence FROM audit WHERE at >= $1 ORDER BY sequence LIMIT 1', before);
  const sent =
    stream === undefined
      ? Number.MAX_SAFE_INTEGER
      : ((await sql.value<number>('SELECT sequence FROM audit_stream WHERE target = $1', stream)) ?? 0);
  const last = await sql.one<ChainLink>(
    `SELECT sequence, hash, key FROM audit WHERE sequence > :from AND sequence < :kept AND sequence <= :sent
     ORDER BY sequence DESC LIMIT 1`,
    { from, kept: kept ?? Number.MAX_SAFE_INTEGER, sent },
  );
  const count = 'SELECT count(*) FROM audit WHERE sequence > $1 AND sequence <= $2';
  const entries = last ? (await sql.value<number>(count, from, last.sequence))! : 0;
  const left = await sql.value<number>('SELECT 1 FROM audit WHERE sequence <= $1 LIMIT 1', from);
  return { last, entries, cut: cut?.entries ?? 0, isUnfinished: left !== undefined };
}

export const auditRetentionReads = {
  'audit.due': async (sql: Sql, span: AuditSpan): Promise<AuditDue> => {
    const { entries, isUnfinished } = await due(sql, span);
    return { entries, isUnfinished };
  },
};

export const auditRetentionWrites = {
  /**
   * Says in the log that it begins behind the last entry that is due, which it signs with its number and hash. Answers
   * how many entries that are: `audit.dropCut` deletes them. Throws `damaged` without the master key.
   */
  'audit.cut': alone(async (tx: Transaction, span: AuditSpan): Promise<number> => {
    const { last, entries, cut } = await due(tx, span);
    if (!last) return 0;
    if (tx.writer.auditKeys.length === 0) throw keyMissing();
    const { sequence, hash, key } = last;
    const details = { before: span.before, sequence, hash, key, entries: cut + entries };
    tx.audit({ at: tx.at, actor: 'service', action: CUT, subject: 'audit', accountId: null, details });
    return entries;
  }),
  /** Deletes entries that were cut, the oldest first and so many at most. Answers how many went. */
  'audit.dropCut': alone(async (tx: Transaction, limit: number): Promise<number> => {
    const cut = await newestCut(tx);
    if (!cut) return 0;
    return tx.run(
      'DELETE FROM audit WHERE sequence IN (SELECT sequence FROM audit WHERE sequence <= $1 ORDER BY sequence LIMIT $2)',
      cut.sequence,
      limit,
    );
  }),
};
