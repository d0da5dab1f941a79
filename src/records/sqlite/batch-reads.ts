import { type Batch, type BatchResult, MAX_ENDED_BYTES, type PendingRow, type SentRow } from '../../domain/batch.ts';
import { type BatchRow, batchOf, matchesOf, type StoredResult } from '../rows/batches.ts';
import type { Connection } from './connection.ts';

/** Bytes of those rows of a batch that no record holds. */
export const UNRECORDED = 'bytes * (total - done + refused) / max(total, 1)';

/** A batch with its account's quota in the period `:period`. */
export const BATCH = `
  SELECT number, batches.id, kind, account_id AS accountId, key_id AS keyId, user_id AS userId, entity_type AS entityType, total, done,
    matched, refused, batches.created_at AS createdAt, ended_at AS endedAt, status AS state, quota,
    coalesce((SELECT used FROM quota_use WHERE account_id = accounts.id AND period = :period), 0) AS used
  FROM batches JOIN accounts ON accounts.id = account_id`;

export function batchReads(db: Connection) {
  return { ...stateReads(db), ...rowReads(db) };
}

function stateReads(db: Connection) {
  const one = db.prepare<Record<string, unknown>, BatchRow>(
    `${BATCH} WHERE batches.id = :id AND account_id = :accountId AND status <> 'incomplete'`,
  );
  const all = db.prepare<Record<string, unknown>, BatchRow>(
    `${BATCH} WHERE account_id = :accountId AND number < :before AND status <> 'incomplete'
     ORDER BY number DESC LIMIT :limit`,
  );
  const oldest = db.prepare<Record<string, unknown>, BatchRow>(
    `${BATCH} WHERE number IN (SELECT min(number) FROM batches WHERE ended_at IS NULL AND status = 'open' GROUP BY account_id)`,
  );
  const outdated = db
    .prepare<[string, number], string>(
      `SELECT id FROM (SELECT id, ended_at, kept, sum(kept) OVER (PARTITION BY account_id ORDER BY number DESC) AS until
         FROM (SELECT id, account_id, number, ended_at, ${UNRECORDED} AS kept FROM batches WHERE ended_at IS NOT NULL))
       WHERE ended_at < ? OR (kept > 0 AND kept < until AND until > ?)`,
    )
    .pluck();
  const incomplete = db.prepare<[], string>("SELECT id FROM batches WHERE status = 'incomplete'").pluck();
  return {
    'batches.get': (accountId: number, id: string, period: string): Batch | undefined => {
      const row = one.get({ accountId, id, period });
      return row && batchOf(row);
    },
    'batches.list': (accountId: number, period: string, limit: number, before = Number.MAX_SAFE_INTEGER): Batch[] =>
      all.all({ accountId, period, limit, before }).map(batchOf),
    'batches.due': (period: string): Batch[] =>
      oldest
        .all({ period })
        .map(batchOf)
        .filter(({ status }) => status !== 'waiting-for-quota'),
    'batches.outdated': (endedBefore: string): string[] => outdated.all(endedBefore, MAX_ENDED_BYTES),
    'batches.incomplete': (): string[] => incomplete.all(),
  };
}

function rowReads(db: Connection) {
  const refusals = db.prepare<[string, number], { line: number; error: string }>(
    `SELECT line, error FROM batch_rows INDEXED BY batch_refusals
     WHERE batch = (SELECT number FROM batches WHERE id = ?) AND error IS NOT NULL ORDER BY row LIMIT ?`,
  );
  const pending = db.prepare<[string, number, number], { row: number; line: number; reference: string; sent: string }>(
    `SELECT row, line, reference, sent FROM batch_rows
     WHERE batch = (SELECT number FROM batches WHERE id = ? AND status = 'open') AND row > ?
       AND sent IS NOT NULL AND error IS NULL ORDER BY row LIMIT ?`,
  );
  const results = db.prepare<[string, number, number], StoredResult>(
    `SELECT row, line, reference, sent, error, batch_rows.screening_id AS screeningId, screenings.matches AS matches,
       CASE WHEN screenings.id IS NULL THEN NULL ELSE
         json_object('name', name, 'entityType', entity_type, 'dateOfBirth', date_of_birth, 'matchCount', match_count,
           'highestScore', highest_score) END AS screening,
       CASE WHEN match_count > json_array_length(screenings.matches) THEN
         (SELECT matches FROM screening_evidence WHERE screening_evidence.screening_id = screenings.id) END AS evidence
     FROM batch_rows LEFT JOIN screenings ON screenings.id = batch_rows.screening_id
     WHERE batch = (SELECT number FROM batches WHERE id = ?) AND row > ? ORDER BY row LIMIT ?`,
  );
  return {
    'batches.refusals': (id: string, limit: number) => refusals.all(id, limit),
    'batches.pending': (id: string, after: number, limit: number): PendingRow[] =>
      pending.all(id, after, limit).map(({ sent, ...row }) => ({ ...row, ...(JSON.parse(sent) as SentRow) })),
    'batches.results': (id: string, after: number, limit: number): BatchResult[] =>
      results.all(id, after, limit).map(({ sent, screening, matches, evidence, ...row }) => ({
        ...row,
        sent: sent === null ? null : (JSON.parse(sent) as SentRow),
        screening: screening === null ? null : { ...JSON.parse(screening), matches: matchesOf(matches, evidence) },
      })),
  };
}
