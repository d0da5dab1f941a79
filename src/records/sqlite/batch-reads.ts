import { type Batch, type BatchResult, batchStatus, type PendingRow } from '../../domain/batch.ts';
import type { Connection } from './connection.ts';

/** A batch with its account's quota in the period `:period`. */
export const BATCH = `
  SELECT batches.id, account_id AS accountId, key_id AS keyId, user_id AS userId, entity_type AS entityType, total, done,
    matched, refused, batches.created_at AS createdAt, ended_at AS endedAt, status AS state, quota,
    coalesce((SELECT used FROM quota_use WHERE account_id = accounts.id AND period = :period), 0) AS used
  FROM batches JOIN accounts ON accounts.id = account_id`;

/** A row of `BATCH`; one that is incomplete is never shown. */
export type BatchRow = Omit<Batch, 'status'> & Parameters<typeof batchStatus>[0];

interface StoredResult extends Omit<BatchResult, 'sent' | 'screening'> {
  readonly sent: string | null;
  readonly screening: string | null;
}

export function batchReads(db: Connection) {
  return { ...stateReads(db), ...rowReads(db) };
}

function stateReads(db: Connection) {
  const one = db.prepare<Record<string, unknown>, BatchRow>(
    `${BATCH} WHERE batches.id = :id AND account_id = :accountId AND status <> 'incomplete'`,
  );
  const all = db.prepare<Record<string, unknown>, BatchRow>(
    `${BATCH} WHERE account_id = :accountId AND status <> 'incomplete' ORDER BY number DESC`,
  );
  const oldest = db.prepare<Record<string, unknown>, BatchRow>(
    `${BATCH} WHERE number IN (SELECT min(number) FROM batches WHERE ended_at IS NULL AND status = 'open' GROUP BY account_id)`,
  );
  const outdated = db
    .prepare<[string, number], string>(
      `SELECT id FROM (SELECT id, ended_at, row_number() OVER (PARTITION BY account_id ORDER BY number DESC) AS place
         FROM batches WHERE ended_at IS NOT NULL) WHERE ended_at < ? OR place > ?`,
    )
    .pluck();
  const incomplete = db.prepare<[], string>("SELECT id FROM batches WHERE status = 'incomplete'").pluck();
  return {
    'batches.get': (accountId: number, id: string, period: string): Batch | undefined => {
      const row = one.get({ accountId, id, period });
      return row && batchOf(row);
    },
    'batches.list': (accountId: number, period: string): Batch[] => all.all({ accountId, period }).map(batchOf),
    'batches.due': (period: string): Batch[] =>
      oldest
        .all({ period })
        .map(batchOf)
        .filter(({ status }) => status !== 'waiting-for-quota'),
    'batches.outdated': (endedBefore: string, keep: number): string[] => outdated.all(endedBefore, keep),
    'batches.incomplete': (): string[] => incomplete.all(),
  };
}

export function batchOf({ state, used, quota, ...batch }: BatchRow): Batch {
  return { ...batch, status: batchStatus({ state, used, quota, done: batch.done }) };
}

function rowReads(db: Connection) {
  const refusals = db.prepare<[string, number], { line: number; error: string }>(
    `SELECT line, error FROM batch_rows INDEXED BY batch_refusals
     WHERE batch = (SELECT number FROM batches WHERE id = ?) AND error IS NOT NULL ORDER BY row LIMIT ?`,
  );
  const pending = db.prepare<[string, number, number], { row: number; line: number; reference: string; sent: string }>(
    `SELECT row, line, reference, sent FROM batch_rows
     WHERE batch = (SELECT number FROM batches WHERE id = ? AND status = 'open') AND row > ?
       AND screening_id IS NULL AND error IS NULL ORDER BY row LIMIT ?`,
  );
  const results = db.prepare<[string, number, number], StoredResult>(
    `SELECT row, line, reference, sent, error, screening_id AS screeningId,
       (SELECT json_object('name', name, 'entityType', entity_type, 'dateOfBirth', date_of_birth, 'matchCount', match_count,
          'highestScore', highest_score, 'best', coalesce(json_extract(matches, '$[0].name'), ''))
        FROM screenings WHERE id = screening_id) AS screening
     FROM batch_rows WHERE batch = (SELECT number FROM batches WHERE id = ?) AND row > ? ORDER BY row LIMIT ?`,
  );
  return {
    'batches.refusals': (id: string, limit: number) => refusals.all(id, limit),
    'batches.pending': (id: string, after: number, limit: number): PendingRow[] =>
      pending.all(id, after, limit).map(({ sent, ...row }) => ({ ...row, ...(JSON.parse(sent) as SentText) })),
    'batches.results': (id: string, after: number, limit: number): BatchResult[] =>
      results.all(id, after, limit).map(({ sent, screening, ...row }) => ({
        ...row,
        sent: sent === null ? null : (JSON.parse(sent) as SentText),
        screening: screening === null ? null : (JSON.parse(screening) as BatchResult['screening']),
      })),
  };
}

type SentText = NonNullable<BatchResult['sent']>;
