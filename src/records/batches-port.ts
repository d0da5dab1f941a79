import type { Batch, BatchPlace, BatchResult, NewBatch, PendingRow } from '../domain/batch.ts';
import type { CreateResult } from '../domain/quota.ts';
import type { NewScreening } from '../domain/screening.ts';
import type { CustomerToPut, PutResult } from './customers-port.ts';

/** Files of names and what became of their rows. */
export interface BatchRecords {
  /** Nobody sees it before `seal`. False where the account has `MAX_UNFINISHED` that are not over. */
  open(batch: NewBatch): Promise<boolean>;
  /**
   * Puts rows behind those that are there, in one transaction: a few hundred hold no other write up for long. Throws
   * `full` where more than `MAX_WAITING_BYTES` of the account would wait.
   */
  add(id: string, rows: readonly PendingRow[]): Promise<void>;
  /** All rows are in: from now on it is seen and worked on. Audited. */
  seal(id: string): Promise<Batch>;
  /** Undefined where the account has none of this id that was sealed. */
  get(accountId: number, id: string): Promise<Batch | undefined>;
  /** Newest first: at most so many, of those with a `number` below `before`. */
  list(accountId: number, limit: number, before?: number): Promise<Batch[]>;
  /** The first rows that were refused. */
  refusals(id: string, limit: number): Promise<{ line: number; error: string }[]>;
  /** Of each account with quota left the oldest one that is not over. */
  due(): Promise<Batch[]>;
  /** Rows without an outcome behind the place `after`, in their order; none where it is over. */
  pending(id: string, after: number, limit: number): Promise<PendingRow[]>;
  /**
   * The row's outcome, its record and the quota unit in one transaction. `settled`: the row has its outcome already, or
   * its batch is over; nothing was stored or spent.
   */
  screen(
    place: BatchPlace,
    screening: NewScreening,
  ): Promise<CreateResult<{ id: number }> | { readonly kind: 'settled' }>;
  /** The same for a row of a batch of customers, which becomes or changes a customer. */
  putCustomer(place: BatchPlace, customer: CustomerToPut): Promise<PutResult | { readonly kind: 'settled' }>;
  /** The row changes nothing. `screeningId`: the newest screening of its customer. */
  settle(place: BatchPlace, screeningId: number | null): Promise<void>;
  /** The row cannot be screened: `error` is the sentence that says why. Costs nothing. */
  refuse(place: BatchPlace, error: string): Promise<void>;
  /** Ends it: rows with an outcome stay, the others never get one. Undefined where there is none. */
  cancel(accountId: number, id: string): Promise<Batch | undefined>;
  /** Rows behind the place `after`, in their order. */
  results(id: string, after: number, limit: number): Promise<BatchResult[]>;
  /** Those that ended before this instant, and the oldest of an account beyond `MAX_ENDED_BYTES`. */
  outdated(endedBefore: string): Promise<string[]>;
  /** Those whose rows were never all put in, or not all taken out. */
  incomplete(): Promise<string[]>;
  /**
   * With all its rows, in short transactions. Its screening records stay. One that was accepted and is not over stays
   * whole: whoever found it incomplete may have looked a moment before its last row arrived.
   */
  remove(id: string): Promise<void>;
}
