import type { Batch, BatchPlace, NewBatch, PendingRow } from '../../domain/batch.ts';
import type { Spent } from '../../domain/quota.ts';
import { TouchstoneError } from '../../errors.ts';
import { auditAppender } from './audit.ts';
import { BATCH } from './batch-reads.ts';
import type { Connection } from './connection.ts';
import { type ScreeningRow, screeningWrites } from './screenings.ts';

type Outcome = Spent<{ id: number; createdAt: string }> | { readonly kind: 'settled' };

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
  const open = db.prepare("UPDATE batches SET status = 'open' WHERE id = ? AND status = 'incomplete'");
  const one = db.prepare<Record<string, unknown>, Batch>(`${BATCH} WHERE batches.id = :id`);
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
      const batch = one.get({ id, period })!;
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
  const waits = db.prepare<BatchPlace>(
    `SELECT 1 FROM batch_rows JOIN batches ON number = batch
     WHERE ${ROW} AND screening_id IS NULL AND error IS NULL AND status = 'open'`,
  );
  const screened = db.prepare(`UPDATE batch_rows SET screening_id = :id, sent = NULL WHERE ${ROW}`);
  const refused = db.prepare(`UPDATE batch_rows SET error = :error WHERE ${ROW}`);
  const count = db.prepare(
    `UPDATE batches SET done = done + 1, matched = matched + :matched, refused = refused + :refused,
       status = iif(done + 1 = total, 'done', status), ended_at = iif(done + 1 = total, :at, ended_at)
     WHERE id = :batch`,
  );
  return {
    'batches.screen': (place: BatchPlace, row: ScreeningRow): Outcome => {
      if (!waits.get(place)) return { kind: 'settled' };
      const spent = create(row);
      if (spent.kind === 'exhausted') return spent;
      screened.run({ ...place, id: spent.record.id });
      count.run({ batch: place.batch, matched: row.matchCount > 0 ? 1 : 0, refused: 0, at: row.createdAt });
      return spent;
    },
    'batches.refuse': (place: BatchPlace, error: string, at: string): void => {
      if (!waits.get(place)) return;
      refused.run({ ...place, error });
      count.run({ batch: place.batch, matched: 0, refused: 1, at });
    },
  };
}

function endings(db: Connection) {
  const cancel = db.prepare(
    `UPDATE batches SET status = 'cancelled', ended_at = :at
     WHERE id = :id AND account_id = :accountId AND status = 'open'`,
  );
  const close = db.prepare<[string], { number: number }>(
    "UPDATE batches SET status = 'incomplete' WHERE id = ? AND status <> 'open' RETURNING number",
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
