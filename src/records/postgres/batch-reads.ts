import { type Batch, type BatchResult, MAX_ENDED_BYTES, type PendingRow, type SentRow } from '../../domain/batch.ts';
import { type BatchRow, batchOf, matchesOf, type StoredResult } from '../rows/batches.ts';
import type { Sql } from '../sql.ts';

/** Bytes of those rows of a batch that no record holds. */
export const UNRECORDED = 'bytes * (total - done + refused) / greatest(total, 1)';

/** A batch with its account's quota in the period `:period`. */
export const BATCH = `
  SELECT number, batches.id, kind, account_id, key_id, user_id, entity_type, total, done,
    matched, refused, batches.created_at, ended_at, status AS state, quota,
    coalesce((SELECT used FROM quota_use WHERE account_id = accounts.id AND period = :period), 0) AS used
  FROM batches JOIN accounts ON accounts.id = account_id`;

export const batchReads = {
  'batches.get': async (sql: Sql, accountId: number, id: string, period: string): Promise<Batch | undefined> => {
    const row = await sql.one<BatchRow>(
      `${BATCH} WHERE batches.id = :id AND account_id = :accountId AND status <> 'incomplete'`,
      { accountId, id, period },
    );
    return row && batchOf(row);
  },
  'batches.list': async (
    sql: Sql,
    accountId: number,
    period: string,
    limit: number,
    before = Number.MAX_SAFE_INTEGER,
  ): Promise<Batch[]> => {
    const rows = await sql.all<BatchRow>(
      `${BATCH} WHERE account_id = :accountId AND number < :before AND status <> 'incomplete'
       ORDER BY number DESC LIMIT :limit`,
      { accountId, period, limit, before },
    );
    return rows.map(batchOf);
  },
  'batches.outdated': (sql: Sql, endedBefore: string): Promise<string[]> =>
    sql.column<string>(
      `SELECT id FROM (SELECT id, ended_at, kept, sum(kept) OVER (PARTITION BY account_id ORDER BY number DESC) AS until
         FROM (SELECT id, account_id, number, ended_at, ${UNRECORDED} AS kept
           FROM batches WHERE ended_at IS NOT NULL) AS over) AS summed
       WHERE ended_at < $1 OR (kept > 0 AND kept < until AND until > $2)`,
      endedBefore,
      MAX_ENDED_BYTES,
    ),
  'batches.refusals': (sql: Sql, id: string, limit: number): Promise<{ line: number; error: string }[]> =>
    sql.all<{ line: number; error: string }>(
      `SELECT line, error FROM batch_rows
       WHERE batch = (SELECT number FROM batches WHERE id = $1) AND error IS NOT NULL ORDER BY row LIMIT $2`,
      id,
      limit,
    ),
  'batches.pending': async (sql: Sql, id: string, after: number, limit: number): Promise<PendingRow[]> => {
    const rows = await sql.all<{ row: number; line: number; reference: string; sent: string }>(
      `SELECT row, line, reference, sent FROM batch_rows
       WHERE batch = (SELECT number FROM batches WHERE id = $1 AND status = 'open') AND row > $2
         AND sent IS NOT NULL AND error IS NULL ORDER BY row LIMIT $3`,
      id,
      after,
      limit,
    );
    return rows.map(({ sent, ...row }) => ({ ...row, ...(JSON.parse(sent) as SentRow) }));
  },
  'batches.results': async (sql: Sql, id: string, after: number, limit: number): Promise<BatchResult[]> => {
    const rows = await sql.all<StoredResult>(
      `SELECT row, line, reference, sent, error, batch_rows.screening_id, screenings.matches AS matches,
         CASE WHEN screenings.id IS NULL THEN NULL ELSE
           json_build_object('name', name, 'entityType', entity_type, 'dateOfBirth', date_of_birth,
             'matchCount', match_count, 'highestScore', highest_score) END AS screening,
         CASE WHEN match_count > json_array_length(screenings.matches) THEN
           (SELECT matches FROM screening_evidence WHERE screening_evidence.screening_id = screenings.id)
         END AS evidence
       FROM batch_rows LEFT JOIN screenings ON screenings.id = batch_rows.screening_id
       WHERE batch = (SELECT number FROM batches WHERE id = $1) AND row > $2 ORDER BY row LIMIT $3`,
      id,
      after,
      limit,
    );
    return rows.map(({ sent, screening, matches, evidence, ...row }) => ({
      ...row,
      sent: sent === null ? null : (JSON.parse(sent) as SentRow),
      screening: screening === null ? null : { ...JSON.parse(screening), matches: matchesOf(matches, evidence) },
    }));
  },
};
