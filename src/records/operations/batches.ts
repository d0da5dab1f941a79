import { actorOf } from '../../domain/actor.ts';
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
import type { NewScreening } from '../../domain/screening.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { alone, erasing, ofAccount, prepared } from '../operation.ts';
import { ALIVE } from '../postgres/nodes.ts';
import { RowList } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { batchesOf, batchReads, UNRECORDED } from './batch-reads.ts';
import { type CustomerToPut, customerWrites, type PutResult } from './customers.ts';
import { type Created, type PreparedScreening, preparedScreening, screeningWrites } from './screenings.ts';

type Waiting = Pick<Batch, 'done' | 'total'>;
interface Settled {
  readonly kind: 'settled';
}

/** Only where a batch may come to this state. */
const mayBecome = (state: BatchState) => `status IN (${STATES_BEFORE[state].map((name) => `'${name}'`).join(', ')})`;
const ROW = 'batch = (SELECT number FROM batches WHERE id = :batch) AND row = :row';
/** The oldest of each account that is not over. */
const OLDEST = `SELECT min(number) FROM batches WHERE ended_at IS NULL AND status = 'open' GROUP BY account_id`;
/** Nobody who is alive has it. */
const FREE = `(batches.node IS NULL OR batches.node NOT IN (${ALIVE}))`;
/** A batch has one node that receives it or works on it. SQLite has one process, and knows no nodes. */
const NODES = {
  postgresql: { column: ', node', value: ', :node', taken: ', node = :node', free: ', node = NULL' },
  sqlite: { column: '', value: '', taken: '', free: '' },
};
const uploads = {
  /** Nobody sees it before `seal`. False where the account has `MAX_UNFINISHED` that are not over. */
  'batches.open': ofAccount(async (tx: Transaction, batch: NewBatch): Promise<boolean> => {
    const unfinished = await tx.value<number>(
      'SELECT count(*) FROM batches WHERE account_id = $1 AND ended_at IS NULL',
      batch.accountId,
    );
    if (unfinished! >= MAX_UNFINISHED) return false;
    const { column, value } = tx.either(NODES);
    await tx.run(
      `INSERT INTO batches (id, kind, account_id, key_id, user_id, entity_type, title, watched, created_at${column})
         VALUES (:id, :kind, :accountId, :keyId, :userId, :entityType, :title, :watched, :at${value})`,
      { ...batch, at: tx.at, node: tx.writer.node },
    );
    return true;
  }),
  /**
   * Puts rows behind those that are there, in one transaction: a few hundred hold no other write up for long. Throws
   * `full` where more than `MAX_WAITING_BYTES` of the account would wait.
   */
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
    const columns = rows.map(({ row, line, reference, ...sent }) => {
      return { number, row, line, reference, sent: JSON.stringify(sent) };
    });
    await tx.run(
      `INSERT INTO batch_rows (batch, row, line, reference, sent)
       SELECT :number, :row, :line, :reference, :sent::json
       FROM given (number bigint, row integer, line integer, reference text, sent text)`,
      new RowList(columns),
    );
  },
  /** All rows are in: from now on it is seen and worked on. Audited. */
  'batches.seal': async (tx: Transaction, id: string): Promise<Batch> => {
    // Whoever ends the account's file before it goes on with it at once.
    const { free } = tx.either(NODES);
    const opened = await tx.run(`UPDATE batches SET status = 'open'${free} WHERE id = $1 AND ${mayBecome('open')}`, id);
    if (opened === 0) gone();
    const [batch] = await batchesOf(tx, 'batches.id = :id', { id });
    const { accountId, total } = batch!;
    const details = { rows: total };
    const actor = actorOf(batch!);
    tx.audit({ at: tx.at, actor, action: 'bulk.started', subject: `bulk:${id}`, accountId, details });
    return batch!;
  },
} as const;

/**
 * Another node took this one for dead and cleaned up after it, such as when this one stood still. Nobody who sent the
 * file is to blame.
 */
function gone(): never {
  throw new TouchstoneError('busy', 'The file was removed before all of it had arrived; send it again.');
}

/** Tells of a batch that is over, in the transaction that ended it. */
async function tellFinished(tx: Transaction, id: string): Promise<void> {
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
  await tx.outbox.write(accountId, 'batch.finished', tx.at, () => ({ data: { batchId: id, ...counts, links } }));
}

/** A batch whose row waits for its outcome; nobody else gives it one until the transaction is over. */
function waiting(tx: Transaction, { batch, row }: BatchPlace): Promise<Waiting | undefined> {
  return tx.one<Waiting>(
    `SELECT done, total FROM batch_rows JOIN batches ON number = batch
     WHERE ${ROW} AND sent IS NOT NULL AND error IS NULL AND status = 'open' FOR NO KEY UPDATE`,
    { batch, row },
  );
}

async function count(tx: Transaction, id: string, before: Waiting, row: { matched?: boolean; refused?: boolean }) {
  const { matched = false, refused = false } = row;
  const state = stateAfterRow(before);
  await tx.run(
    `UPDATE batches SET done = done + 1, matched = matched + :matched, refused = refused + :refused,
       status = :state, ended_at = :endedAt WHERE id = :id`,
    { id, state, endedAt: state === 'done' ? tx.at : null, matched: Number(matched), refused: Number(refused) },
  );
  if (state === 'done') await tellFinished(tx, id);
}

async function screened(tx: Transaction, { batch, row }: BatchPlace, id: number | null): Promise<void> {
  await tx.run(`UPDATE batch_rows SET screening_id = :id, sent = NULL WHERE ${ROW}`, { batch, row, id });
}

async function refuse(tx: Transaction, { batch, row }: BatchPlace, error: string, before: Waiting): Promise<void> {
  await tx.run(`UPDATE batch_rows SET error = :error WHERE ${ROW}`, { batch, row, error });
  await count(tx, batch, before, { refused: true });
}

const outcomes = {
  /**
   * The row's outcome, its record and the quota unit in one transaction. `settled`: the row has its outcome already, or
   * its batch is over; nothing was stored or spent.
   */
  'batches.screen': prepared(
    (place: BatchPlace, screening: NewScreening): [BatchPlace, PreparedScreening] => [
      place,
      preparedScreening(screening),
    ],
    ofAccount(async (tx: Transaction, place: BatchPlace, screening: PreparedScreening): Promise<Created | Settled> => {
      const batch = await waiting(tx, place);
      if (!batch) return { kind: 'settled' };
      const spent = await screeningWrites['screenings.create'](tx, screening);
      if (spent.kind === 'exhausted') return spent;
      await screened(tx, place, spent.record.id);
      await count(tx, place.batch, batch, { matched: screening.scores.length > 0 });
      return spent;
    }),
  ),
  /** The same for a row of a batch of customers, which becomes or changes a customer. */
  'batches.putCustomer': ofAccount(
    async (tx: Transaction, place: BatchPlace, customer: CustomerToPut): Promise<PutResult | Settled> => {
      const batch = await waiting(tx, place);
      if (!batch) return { kind: 'settled' };
      const put = await customerWrites['customers.put'](tx, customer);
      if (put.kind === 'proposed') await refuse(tx, place, say('row.awaits-second'), batch);
      if (put.kind !== 'stored') return put;
      await screened(tx, place, put.customer.screeningId);
      const { found, makesRecord } = customer;
      await count(tx, place.batch, batch, { matched: makesRecord && (found?.matches.length ?? 0) > 0 });
      return put;
    },
  ),
  /** The row changes nothing. `screeningId`: the newest screening of its customer. */
  'batches.settle': async (tx: Transaction, place: BatchPlace, screeningId: number | null): Promise<void> => {
    const batch = await waiting(tx, place);
    if (!batch) return;
    await screened(tx, place, screeningId);
    const matches = await tx.value<number>('SELECT match_count FROM screenings WHERE id = $1', screeningId);
    await count(tx, place.batch, batch, { matched: (matches ?? 0) > 0 });
  },
  /** The row cannot be screened: `error` is the sentence that says why. Costs nothing. */
  'batches.refuse': async (tx: Transaction, place: BatchPlace, error: string): Promise<void> => {
    const batch = await waiting(tx, place);
    if (batch) await refuse(tx, place, error, batch);
  },
} as const;

const endings = {
  /** Ends it: rows with an outcome stay, the others never get one. Undefined where there is none. */
  'batches.cancel': ofAccount(async (tx: Transaction, accountId: number, id: string): Promise<Batch | undefined> => {
    const cancelled = await tx.run(
      `UPDATE batches SET status = 'cancelled', ended_at = :at
       WHERE id = :id AND account_id = :accountId AND ${mayBecome('cancelled')}`,
      { accountId, id, at: tx.at },
    );
    if (cancelled > 0) await tellFinished(tx, id);
    return batchReads['batches.get'](tx, accountId, id);
  }),
  /** Takes so many rows out of one that goes; true once the batch itself is gone. */
  'batches.removeRows': erasing(async (tx: Transaction, id: string, limit: number): Promise<boolean> => {
    const number = await tx.value<number>(
      `UPDATE batches SET status = 'incomplete'${tx.either(NODES).taken}
       WHERE id = :id AND ${mayBecome('incomplete')} RETURNING number`,
      { id, node: tx.writer.node },
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
  }),
} as const;

/**
 * Who looks for work takes it at once, so that every batch has one node that works on it. SQLite has one process, which
 * only reads here: it also hears of work while nothing can be stored.
 */
export const batchClaims = {
  /** Of each account with quota left the oldest one that is not over. */
  'batches.due': alone(async (tx: Transaction): Promise<Batch[]> => {
    const isDue = ({ status }: Batch) => status !== 'waiting-for-quota';
    if (tx.dialect === 'sqlite') return (await batchesOf(tx, `number IN (${OLDEST})`, {})).filter(isDue);
    const { node } = tx.writer;
    await tx.run(
      `UPDATE batches SET node = $1 WHERE number IN (
         SELECT number FROM batches WHERE number IN (${OLDEST}) AND ${FREE} ORDER BY number FOR UPDATE SKIP LOCKED)`,
      node,
    );
    const batches = await batchesOf(tx, `number IN (${OLDEST}) AND node = :node`, { node });
    // Whoever finds quota for the others goes on with them.
    const others = batches.filter((batch) => !isDue(batch)).map(({ number }) => number);
    await tx.run('UPDATE batches SET node = NULL WHERE number = ANY($1::bigint[])', others);
    return batches.filter(isDue);
  }),
  /** Those whose rows were never all put in, or not all taken out: of nodes that are gone, and this node's own. */
  'batches.incomplete': (tx: Transaction): Promise<string[]> => {
    const incomplete = `SELECT id FROM batches WHERE status = 'incomplete'`;
    if (tx.dialect === 'sqlite') return tx.column<string>(incomplete);
    return tx.column<string>(`${incomplete} AND (node = $1 OR ${FREE})`, tx.writer.node);
  },
};

export const batchWrites = { ...uploads, ...outcomes, ...endings };
