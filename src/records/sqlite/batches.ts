import {
  type Batch,
  type BatchPlace,
  type BatchState,
  bytesOf,
  checkWaiting,
  MAX_UNFINISHED,
  type NewBatch,
  type PendingRow,
  STATES_BEFORE,
  stateAfterRow,
} from '../../domain/batch.ts';
import type { CreateResult } from '../../domain/quota.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { PutResult } from '../customers-port.ts';
import { type BatchRow, batchOf } from '../rows/batches.ts';
import type { CustomerRow } from '../rows/customers.ts';
import type { ScreeningRow } from '../rows/screenings.ts';
import { auditAppender } from './audit.ts';
import { BATCH, UNRECORDED } from './batch-reads.ts';
import type { Connection } from './connection.ts';
import { customerWrites } from './customers.ts';
import { outboxWriter } from './outbox.ts';
import { screeningWrites } from './screenings.ts';

type Outcome = CreateResult<{ id: number; createdAt: string }> | { readonly kind: 'settled' };

/** Only where a batch may come to this state. */
const mayBecome = (state: BatchState) => `status IN (${STATES_BEFORE[state].map((name) => `'${name}'`).join(', ')})`;
const ROW = 'batch = (SELECT number FROM batches WHERE id = :batch) AND row = :row';

export function batchWrites(db: Connection) {
  return { ...uploads(db), ...outcomes(db), ...endings(db) };
}

function uploads(db: Connection) {
  const audit = auditAppender(db);
  const unfinished = db
    .prepare<[number], number>('SELECT count(*) FROM batches WHERE account_id = ? AND ended_at IS NULL')
    .pluck();
  const insert = db.prepare(
    `INSERT INTO batches (id, kind, account_id, key_id, user_id, entity_type, created_at)
     VALUES (:id, :kind, :accountId, :keyId, :userId, :entityType, :createdAt)`,
  );
  const lengthen = db.prepare<[number, number, string], { number: number; accountId: number }>(
    `UPDATE batches SET total = total + ?, bytes = bytes + ? WHERE id = ? AND status = 'incomplete'
     RETURNING number, account_id AS accountId`,
  );
  const waiting = db
    .prepare<[number], number>(`SELECT sum(${UNRECORDED}) FROM batches WHERE account_id = ? AND ended_at IS NULL`)
    .pluck();
  const insertRow = db.prepare(
    'INSERT INTO batch_rows (batch, row, line, reference, sent) VALUES (:number, :row, :line, :reference, :sent)',
  );
  const open = db.prepare(`UPDATE batches SET status = 'open' WHERE id = ? AND ${mayBecome('open')}`);
  const one = db.prepare<Record<string, unknown>, BatchRow>(`${BATCH} WHERE batches.id = :id`);
  return {
    'batches.open': (batch: NewBatch & { readonly createdAt: string }): boolean => {
      if (unfinished.get(batch.accountId)! >= MAX_UNFINISHED) return false;
      insert.run(batch);
      return true;
    },
    'batches.add': (id: string, rows: readonly PendingRow[]): void => {
      const { number, accountId } = lengthen.get(rows.length, bytesOf(rows), id) ?? gone();
      checkWaiting(waiting.get(accountId)!);
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

/** Tells of a batch that is over, in the transaction that ended it. */
function finishedTeller(db: Connection): (id: string, at: string) => void {
  type Row = Pick<Batch, 'accountId' | 'total' | 'done' | 'matched'> & { status: 'done' | 'cancelled'; failed: number };
  const write = outboxWriter(db);
  const ended = db.prepare<[string], Row>(
    'SELECT account_id AS accountId, status, total, done, matched, refused AS failed FROM batches WHERE id = ?',
  );
  return (id, at) => {
    const { accountId, ...counts } = ended.get(id)!;
    const address = `/api/Screening/batch/${id}`;
    const links = { batch: address, results: `${address}/results` };
    write(accountId, 'batch.finished', at, () => ({ data: { batchId: id, ...counts, links } }));
  };
}

function outcomes(db: Connection) {
  const finished = finishedTeller(db);
  const create = screeningWrites(db)['screenings.create'];
  const putCustomer = customerWrites(db)['customers.put'];
  const waiting = db.prepare<BatchPlace, Pick<Batch, 'done' | 'total'>>(
    `SELECT done, total FROM batch_rows JOIN batches ON number = batch
     WHERE ${ROW} AND sent IS NOT NULL AND error IS NULL AND status = 'open'`,
  );
  const screened = db.prepare(`UPDATE batch_rows SET screening_id = :id, sent = NULL WHERE ${ROW}`);
  const isMatched = db.prepare<[number | null], { matched: 0 | 1 }>(
    'SELECT match_count > 0 AS matched FROM screenings WHERE id = ?',
  );
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
    if (state === 'done') finished(id, at);
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
    'batches.putCustomer': (place: BatchPlace, row: CustomerRow): PutResult | { readonly kind: 'settled' } => {
      const batch = waiting.get(place);
      if (!batch) return { kind: 'settled' };
      const put = putCustomer(row);
      if (put.kind === 'proposed') {
        refused.run({ ...place, error: say('row.awaits-second') });
        count(place.batch, batch, row.at, { matched: 0, refused: 1 });
      }
      if (put.kind !== 'stored') return put;
      screened.run({ ...place, id: put.customer.screeningId });
      count(place.batch, batch, row.at, { matched: (row.record?.matchCount ?? 0) > 0 ? 1 : 0, refused: 0 });
      return put;
    },
    'batches.settle': (place: BatchPlace, screeningId: number | null, at: string): void => {
      const batch = waiting.get(place);
      if (!batch) return;
      screened.run({ ...place, id: screeningId });
      count(place.batch, batch, at, { matched: isMatched.get(screeningId)?.matched ?? 0, refused: 0 });
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
  const finished = finishedTeller(db);
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
      if (cancel.run({ accountId, id, at }).changes > 0) finished(id, at);
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
