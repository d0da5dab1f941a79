import {
  type Batch,
  type BatchPlace,
  type BatchState,
  type NewBatch,
  type PendingRow,
  STATES_BEFORE,
  stateAfterRow,
} from '../../domain/batch.ts';
import type { CreateResult } from '../../domain/quota.ts';
import { TouchstoneError } from '../../errors.ts';
import { auditAppender } from './audit.ts';
import { BATCH, type BatchRow, batchOf } from './batch-reads.ts';
import type { Connection } from './connection.ts';
import { type ScreeningRow, screeningWrites } from './screenings.ts';

type Outcome = CreateResult<{ id: number; createdAt: string }> | { readonly kind: 'settled' };

/** Only where a batch may come to this state. */
const mayBecome = (state: BatchState) => `status IN (${STATES_BEFORE[state].map((name) => `'${name}'`).join(', ')})`;
const ROW = 'batch = (SELECT number FROM batches WHERE id = :batch) AND row = :row';

export function batchWrites(db: Connection) {
  return { ...uploads(db), ...outcomes(db), ...endings(db) };
}

function uploads(db: Connection) {
  const audit = auditAppender(db);
  const unfinished = db.prepare<[number]>('SELECT 1 FROM batches WHERE account_id = ? AND ended_at IS NULL');
  const insert = db.prepare(
    `INSERT INTO batches (id, account_id, key_id, user_id, entity_type, created_at)
     VALUES (:id, :accountId, :keyId, :userId, :entityType, :createdAt)`,
  );
  const lengthen = db.prepare<[number, string], { number: number }>(
    "UPDATE batches SET total = total + ? WHERE id = ? AND status = 'incomplete' RETURNING number",
  );
  const insertRow = db.prepare(
    'INSERT INTO batch_rows (batch, row, line, reference, sent) VALUES (:number, :row, :line, :reference, :sent)',
  );
  const open = db.prepare(`UPDATE batches SET status = 'open' WHERE id = ? AND ${mayBecome('open')}`);
  const one = db.prepare<Record<string, unknown>, BatchRow>(`${BATCH} WHERE batches.id = :id`);
  return {
    'batches.open': (batch: NewBatch & { readonly createdAt: string }): boolean => {
      if (unfinished.get(batch.accountId)) return false;
      insert.run(batch);
      return true;
    },
    'batches.add': (id: string, rows: readonly PendingRow[]): void => {
      const { number } = lengthen.get(rows.length, id) ?? gone();
      for (const { row, line, reference, ...sent } of rows) {
        insertRow.run({ number, row, line, reference, sent: JSON.stringify(sent) });
      }
    },
    'batches.seal': (id: string, at: string, period: string): Batch => {
      if (open.run(id).changes === 0) gone();
      const batch = batchOf(one.get({ id, period })!);
      const { accountId, keyId, userId, total } = batch;
      const actor = userId === null ? `key:${keyId}` : `user:${userId}`;
      audit({ at, actor, action: 'bulk.started', subject: `bulk:${id}`, accountId, details: { rows: total } });
      return batch;
    },
  };
}

function gone(): never {
  throw new TouchstoneError('not-found', 'The file was removed before all of it had arrived; send it again.');
}

function outcomes(db: Connection) {
  const create = screeningWrites(db)['screenings.create'];
  const waiting = db.prepare<BatchPlace, Pick<Batch, 'done' | 'total'>>(
    `SELECT done, total FROM batch_rows JOIN batches ON number = batch
     WHERE ${ROW} AND screening_id IS NULL AND error IS NULL AND status = 'open'`,
  );
  const screened = db.prepare(`UPDATE batch_rows SET screening_id = :id, sent = NULL WHERE ${ROW}`);
  const refused = db.prepare(`UPDATE batch_rows SET error = :error WHERE ${ROW}`);
  const update = db.prepare(
    `UPDATE batches SET done = done + 1, matched = matched + :matched, refused = refused + :refused,
       status = :state, ended_at = :endedAt WHERE id = :id`,
  );
  const count = (
    id: string,
    before: Pick<Batch, 'done' | 'total'>,
    at: string,
    row: { matched: 0 | 1; refused: 0 | 1 },
  ) => {
    const state = stateAfterRow(before);
    update.run({ id, state, endedAt: state === 'done' ? at : null, ...row });
  };
  return {
    'batches.screen': (place: BatchPlace, row: ScreeningRow): Outcome => {
      const batch = waiting.get(place);
      if (!batch) return { kind: 'settled' };
      const spent = create(row);
      if (spent.kind === 'exhausted') return spent;
      screened.run({ ...place, id: spent.record.id });
      count(place.batch, batch, row.createdAt, { matched: row.matchCount > 0 ? 1 : 0, refused: 0 });
      return spent;
    },
    'batches.refuse': (place: BatchPlace, error: string, at: string): void => {
      const batch = waiting.get(place);
      if (!batch) return;
      refused.run({ ...place, error });
      count(place.batch, batch, at, { matched: 0, refused: 1 });
    },
  };
}

function endings(db: Connection) {
  const cancel = db.prepare(
    `UPDATE batches SET status = 'cancelled', ended_at = :at
     WHERE id = :id AND account_id = :accountId AND ${mayBecome('cancelled')}`,
  );
  const close = db.prepare<[string], { number: number }>(
    `UPDATE batches SET status = 'incomplete' WHERE id = ? AND ${mayBecome('incomplete')} RETURNING number`,
  );
  const removeRows = db.prepare(
    `DELETE FROM batch_rows WHERE batch = :number
       AND row IN (SELECT row FROM batch_rows WHERE batch = :number ORDER BY row LIMIT :limit)`,
  );
  const remove = db.prepare('DELETE FROM batches WHERE number = ?');
  return {
    'batches.cancel': (accountId: number, id: string, at: string): void => {
      cancel.run({ accountId, id, at });
    },
    /** Takes so many rows out; true once the batch itself is gone. */
    'batches.remove': (id: string, limit: number): boolean => {
      const batch = close.get(id);
      if (!batch) return true;
      if (removeRows.run({ number: batch.number, limit }).changes === limit) return false;
      remove.run(batch.number);
      return true;
    },
  };
}
