import { type Batch, type BatchResult, batchStatus, MAX_ENDED_BYTES, type SentRow } from '../../domain/batch.ts';
import { type EvidencedMatch, type MatchView, matchView } from '../../domain/match.ts';
import { periodOf } from '../../domain/quota.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';

/** Bytes of those rows of a batch that no record holds. */
export const UNRECORDED = 'bytes * (total - done + refused) / greatest(total, 1)';

/** Batches that are complete, as their account's quota in the present period lets them be. `which`: conditions. */
export async function batchesOf(sql: Sql, which: string, values: Readonly<Record<string, unknown>>): Promise<Batch[]> {
  type Row = Omit<Batch, 'status'> & Parameters<typeof batchStatus>[0];
  const rows = await sql.all<Row>(
    `SELECT number, batches.id, kind, account_id, key_id, user_id, entity_type, title, watched::boolean AS watched, total, done, matched, refused,
       batches.created_at, ended_at, status AS state, quota,
       coalesce((SELECT used FROM quota_use WHERE account_id = accounts.id AND period = :period), 0) AS used
     FROM batches JOIN accounts ON accounts.id = account_id WHERE status <> 'incomplete' AND ${which}`,
    { ...values, period: periodOf(new Date(sql.at)) },
  );
  return rows.map(({ state, used, quota, ...batch }) => ({
    ...batch,
    status: batchStatus({ state, used, quota, done: batch.done }),
  }));
}

/** What was read of a result. `matches`: the best ten, JSON; `evidence`: where there are more. */
type StoredResult = Omit<BatchResult, 'sent' | 'notes' | 'screening'> & {
  readonly sent: string | null;
  readonly name: string | null;
  readonly notes: string | null;
  readonly matches: string;
  readonly evidence: Uint8Array | null;
} & Omit<NonNullable<BatchResult['screening']>, 'name' | 'matches'>;

export const batchReads = {
  /** Undefined where the account has no such batch. */
  'batches.get': ofAccount(async (sql: Sql, accountId: number, id: string) => {
    const [batch] = await batchesOf(sql, 'batches.id = :id AND account_id = :accountId', { accountId, id });
    return batch;
  }),
  /** Newest first, those with a number below `before`. */
  'batches.list': ofAccount((sql: Sql, accountId: number, limit: number, before?: number) =>
    batchesOf(sql, 'account_id = :accountId AND number < :before ORDER BY number DESC LIMIT :limit', {
      accountId,
      limit,
      before: before ?? Number.MAX_SAFE_INTEGER,
    }),
  ),
  /** Those that ended before this instant, and the oldest of an account beyond `MAX_ENDED_BYTES`. */
  'batches.outdated': (sql: Sql, endedBefore: string) =>
    sql.column<string>(
      `SELECT id FROM (SELECT id, ended_at, kept, sum(kept) OVER (PARTITION BY account_id ORDER BY number DESC) AS until
         FROM (SELECT id, account_id, number, ended_at, ${UNRECORDED} AS kept
           FROM batches WHERE ended_at IS NOT NULL) AS over) AS summed
       WHERE ended_at < $1 OR (kept > 0 AND kept < until AND until > $2)`,
      endedBefore,
      MAX_ENDED_BYTES,
    ),
  /** The first rows that were refused. */
  'batches.refusals': (sql: Sql, id: string, limit: number) =>
    sql.all<{ line: number; error: string }>(
      `SELECT line, error FROM batch_rows ${sql.either({ postgresql: '', sqlite: 'INDEXED BY batch_refusals' })}
       WHERE batch = (SELECT number FROM batches WHERE id = :id) AND error IS NOT NULL ORDER BY row LIMIT :limit`,
      { id, limit },
    ),
  /** Rows without an outcome behind the place `after`, in their order; none where it is over. */
  'batches.pending': async (sql: Sql, id: string, after: number, limit: number) => {
    const rows = await sql.all<{ row: number; line: number; reference: string; sent: string }>(
      `SELECT row, line, reference, sent FROM batch_rows
       WHERE batch = (SELECT number FROM batches WHERE id = :id AND status = 'open') AND row > :after
         AND sent IS NOT NULL AND error IS NULL ORDER BY row LIMIT :limit`,
      { id, after, limit },
    );
    return rows.map(({ sent, ...row }) => ({ ...row, ...(JSON.parse(sent) as SentRow) }));
  },
  /** Rows behind the place `after`, in their order. */
  'batches.results': async (sql: Sql, id: string, after: number, limit: number) => {
    const rows = await sql.all<StoredResult>(
      `SELECT row, line, reference, sent, error, batch_rows.screening_id, name, entity_type, date_of_birth, match_count,
         highest_score, screenings.matches AS matches, notes,
         CASE WHEN match_count > json_array_length(screenings.matches) THEN
           (SELECT matches FROM screening_evidence WHERE screening_evidence.screening_id = screenings.id)
         END AS evidence
       FROM batch_rows LEFT JOIN screenings ON screenings.id = batch_rows.screening_id
       WHERE batch = (SELECT number FROM batches WHERE id = :id) AND row > :after ORDER BY row LIMIT :limit`,
      { id, after, limit },
    );
    return Promise.all(rows.map((row) => resultOf(sql, row)));
  },
};

async function resultOf(sql: Sql, stored: StoredResult): Promise<BatchResult> {
  const { sent, name, entityType, dateOfBirth, matchCount, highestScore, matches, evidence, notes, ...row } = stored;
  return {
    ...row,
    sent: sent === null ? null : (JSON.parse(sent) as SentRow),
    notes: notes === null ? [] : (JSON.parse(notes) as string[]),
    screening:
      name === null
        ? null
        : { name, entityType, dateOfBirth, matchCount, highestScore, matches: await matchesOf(sql, matches, evidence) },
  };
}

async function matchesOf(sql: Sql, best: string, evidence: Uint8Array | null): Promise<MatchView[]> {
  if (!evidence) return JSON.parse(best) as MatchView[];
  return (JSON.parse(await sql.unpacked(evidence)) as EvidencedMatch[]).map(matchView);
}
