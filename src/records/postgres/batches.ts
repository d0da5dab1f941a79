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
import type { Transaction } from '../transaction.ts';
import { BATCH, UNRECORDED } from './batch-reads.ts';
import { customerWrites } from './customers.ts';
import { ALIVE } from './nodes.ts';
import { createScreenings } from './screenings.ts';

type Outcome = CreateResult<{ id: number; createdAt: string }> | { readonly kind: 'settled' };
type Waiting = Pick<Batch, 'done' | 'total'>;

/** Only where a batch may come to this state. */
const mayBecome = (state: BatchState) => `status IN (${STATES_BEFORE[state].map((name) => `'${name}'`).join(', ')})`;
const ROW = 'batch = (SELECT number FROM batches WHERE id = :batch) AND row = :row';
/** Nobody who is alive has it. */
const FREE = `(batches.node IS NULL OR batches.node NOT IN (${ALIVE}))`;

const uploads = {
  'batches.open': async (tx: Transaction, batch: NewBatch & { readonly createdAt: string }): Promise<boolean> => {
    const unfinished = await tx.value<number>(
      'SELECT count(*) FROM batches WHERE account_id = $1 AND ended_at IS NULL',
      batch.accountId,
    );
    if (unfinished! >= MAX_UNFINISHED) return false;
    await tx.run(
      `INSERT INTO batches (id, kind, account_id, key_id, user_id, entity_type, node, created_at)
       VALUES (:id, :kind, :accountId, :keyId, :userId, :entityType, :node, :createdAt)`,
      { ...batch, node: tx.writer.node },
    );
    return true;
  },
  'batches.add': async (tx: Transaction, id: string, rows: readonly PendingRow[]): Promise<void> => {
    const lengthened = await tx.one<{ number: number; accountId: number }>(
      `UPDATE batches SET total = total + $1, bytes = bytes + $2 WHERE id = $3 AND status = 'incomplete'
       RETURNING number, account_id`,
      rows.length,
      bytesOf(rows),
      id,
    );
    const { number, accountId } = lengthened ?? gone();
    const waits = `SELECT sum(${UNRECORDED}) FROM batches WHERE account_id = $1 AND ended_at IS NULL`;
    checkWaiting((await tx.value<number>(waits, accountId))!);
    const columns = rows.map(({ row, line, reference, ...sent }) => ({
      row,
      line,
      reference,
      sent: JSON.stringify(sent),
    }));
    await tx.run(
      `INSERT INTO batch_rows (batch, row, line, reference, sent)
       SELECT $1, row, line, reference, sent::json
       FROM json_to_recordset($2::json) AS added (row integer, line integer, reference text, sent text)`,
      number,
      JSON.stringify(columns),
    );
  },
  'batches.seal': async (tx: Transaction, id: string, at: string, period: string): Promise<Batch> => {
    // Whoever ends the account's file before it goes on with it at once.
    const open = `UPDATE batches SET status = 'open', node = NULL WHERE id = $1 AND ${mayBecome('open')}`;
    const opened = await tx.run(open, id);
    if (opened === 0) gone();
    const row = await tx.one<BatchRow>(`${BATCH} WHERE batches.id = :id`, { id, period });
    const batch = batchOf(row!);
    const { accountId, keyId, userId, total } = batch;
    const actor = userId === null ? `key:${keyId}` : `user:${userId}`;
    tx.audit({ at, actor, action: 'bulk.started', subject: `bulk:${id}`, accountId, details: { rows: total } });
    return batch;
  },
} as const;

function gone(): never {
  throw new TouchstoneError('not-found', 'The file was removed before all of it had arrived; send it again.');
}

/** Tells of a batch that is over, in the transaction that ended it. */
async function tellFinished(tx: Transaction, id: string, at: string): Promise<void> {
  type Row = Pick<Batch, 'accountId' | 'total' | 'done' | 'matched'> & {
    status: 'done' | 'cancelled';
    failed: number;
  };
  const ended = await tx.one<Row>(
    'SELECT account_id, status, total, done, matched, refused AS failed FROM batches WHERE id = $1',
    id,
  );
  const { accountId, ...counts } = ended!;
  const address = `/api/Screening/batch/${id}`;
  const links = { batch: address, results: `${address}/results` };
  await tx.outbox.write(accountId, 'batch.finished', at, () => ({ data: { batchId: id, ...counts, links } }));
}

/** A batch whose row waits for its outcome; nobody else gives it one until the transaction is over. */
function waiting(tx: Transaction, place: BatchPlace): Promise<Waiting | undefined> {
  return tx.one<Waiting>(
    `SELECT done, total FROM batch_rows JOIN batches ON number = batch
     WHERE ${ROW} AND sent IS NOT NULL AND error IS NULL AND status = 'open' FOR NO KEY UPDATE`,
    { ...place },
  );
}

async function count(
  tx: Transaction,
  id: string,
  before: Waiting,
  at: string,
  row: { readonly matched: 0 | 1; readonly refused: 0 | 1 },
): Promise<void> {
  const state = stateAfterRow(before);
  await tx.run(
    `UPDATE batches SET done = done + 1, matched = matched + :matched, refused = refused + :refused,
       status = :state, ended_at = :endedAt WHERE id = :id`,
    { id, state, endedAt: state === 'done' ? at : null, ...row },
  );
  if (state === 'done') await tellFinished(tx, id, at);
}

async function screened(tx: Transaction, place: BatchPlace, id: number | null): Promise<void> {
  await tx.run(`UPDATE batch_rows SET screening_id = :id, sent = NULL WHERE ${ROW}`, { ...place, id });
}

const outcomes = {
  'batches.screen': async (tx: Transaction, place: BatchPlace, row: ScreeningRow): Promise<Outcome> => {
    const batch = await waiting(tx, place);
    if (!batch) return { kind: 'settled' };
    const [spent] = await createScreenings(tx, [row]);
    if (spent!.kind === 'exhausted') return spent!;
    await screened(tx, place, spent!.record.id);
    await count(tx, place.batch, batch, row.createdAt, { matched: row.matchCount > 0 ? 1 : 0, refused: 0 });
    return spent!;
  },
  'batches.putCustomer': async (
    tx: Transaction,
    place: BatchPlace,
    row: CustomerRow,
  ): Promise<PutResult | { readonly kind: 'settled' }> => {
    const batch = await waiting(tx, place);
    if (!batch) return { kind: 'settled' };
    const put = await customerWrites['customers.put'](tx, row);
    if (put.kind === 'proposed') {
      const error = say('row.awaits-second');
      await tx.run(`UPDATE batch_rows SET error = :error WHERE ${ROW}`, { ...place, error });
      await count(tx, place.batch, batch, row.at, { matched: 0, refused: 1 });
    }
    if (put.kind !== 'stored') return put;
    await screened(tx, place, put.customer.screeningId);
    const matched = (row.record?.matchCount ?? 0) > 0 ? 1 : 0;
    await count(tx, place.batch, batch, row.at, { matched, refused: 0 });
    return put;
  },
  'batches.settle': async (
    tx: Transaction,
    place: BatchPlace,
    screeningId: number | null,
    at: string,
  ): Promise<void> => {
    const batch = await waiting(tx, place);
    if (!batch) return;
    await screened(tx, place, screeningId);
    const matched = await tx.value<number>(
      'SELECT CASE WHEN match_count > 0 THEN 1 ELSE 0 END FROM screenings WHERE id = $1',
      screeningId,
    );
    await count(tx, place.batch, batch, at, { matched: matched === 1 ? 1 : 0, refused: 0 });
  },
  'batches.refuse': async (tx: Transaction, place: BatchPlace, error: string, at: string): Promise<void> => {
    const batch = await waiting(tx, place);
    if (!batch) return;
    await tx.run(`UPDATE batch_rows SET error = :error WHERE ${ROW}`, { ...place, error });
    await count(tx, place.batch, batch, at, { matched: 0, refused: 1 });
  },
} as const;

const endings = {
  'batches.cancel': async (tx: Transaction, accountId: number, id: string, at: string): Promise<void> => {
    const cancelled = await tx.run(
      `UPDATE batches SET status = 'cancelled', ended_at = :at
       WHERE id = :id AND account_id = :accountId AND ${mayBecome('cancelled')}`,
      { accountId, id, at },
    );
    if (cancelled > 0) await tellFinished(tx, id, at);
  },
  /** Takes so many rows out; true once the batch itself is gone. */
  'batches.remove': async (tx: Transaction, id: string, limit: number): Promise<boolean> => {
    const number = await tx.value<number>(
      `UPDATE batches SET status = 'incomplete', node = $2 WHERE id = $1 AND ${mayBecome('incomplete')} RETURNING number`,
      id,
      tx.writer.node,
    );
    if (number === undefined) return true;
    const removed = await tx.run(
      `DELETE FROM batch_rows WHERE batch = :number
         AND row IN (SELECT row FROM batch_rows WHERE batch = :number ORDER BY row LIMIT :limit)`,
      { number, limit },
    );
    if (removed === limit) return false;
    await tx.run('DELETE FROM batches WHERE number = $1', number);
    return true;
  },
} as const;

/** Who looks for work takes it at once, so that every batch has one node that works on it. */
export const batchClaims = {
  'batches.due': async (tx: Transaction, period: string): Promise<Batch[]> => {
    const oldest = `SELECT min(number) FROM batches WHERE ended_at IS NULL AND status = 'open' GROUP BY account_id`;
    await tx.run(
      `UPDATE batches SET node = $1 WHERE number IN (
         SELECT number FROM batches WHERE number IN (${oldest}) AND ${FREE} ORDER BY number FOR UPDATE SKIP LOCKED)`,
      tx.writer.node,
    );
    const rows = await tx.all<BatchRow>(`${BATCH} WHERE number IN (${oldest}) AND node = :node`, {
      period,
      node: tx.writer.node,
    });
    const [waiting, due] = [true, false].map((waits) =>
      rows.map(batchOf).filter(({ status }) => (status === 'waiting-for-quota') === waits),
    );
    // Whoever finds quota for it goes on with it.
    const numbers = waiting!.map(({ number }) => number);
    await tx.run('UPDATE batches SET node = NULL WHERE number = ANY($1::bigint[])', numbers);
    return due!;
  },
  /** Those of nodes that are gone, and this node's own. */
  'batches.incomplete': (tx: Transaction): Promise<string[]> =>
    tx.column<string>(`SELECT id FROM batches WHERE status = 'incomplete' AND (node = $1 OR ${FREE})`, tx.writer.node),
};

export const batchWrites = { ...uploads, ...outcomes, ...endings };
