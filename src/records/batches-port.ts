import type { EntityType } from '../screening/types.ts';
import type { NewScreening, ScreeningSummary, Spent } from './port.ts';

/** `waiting-for-quota`: the account's quota is spent; it goes on in the next period, or with a larger quota. */
export type BatchStatus = 'queued' | 'running' | 'waiting-for-quota' | 'done' | 'cancelled';

export interface NewBatch {
  readonly id: string;
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
  /** Of rows that give none. */
  readonly entityType: EntityType;
}

/** A file of names, each row of which becomes a screening record. */
export interface Batch extends NewBatch {
  readonly status: BatchStatus;
  readonly total: number;
  /** Rows with an outcome, refused ones too. */
  readonly done: number;
  readonly matched: number;
  readonly refused: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** A row as it was written. */
export interface SentRow {
  /** Line of the file; the header is 1. */
  readonly line: number;
  /** The sender's own reference, empty where the file has none. */
  readonly reference: string;
  readonly name: string;
  /** Empty: not said. */
  readonly type: string;
  readonly dateOfBirth: string;
}

export interface PendingRow extends SentRow {
  /** Its place in the file, from 0. */
  readonly row: number;
}

export interface BatchPlace {
  readonly batch: string;
  readonly row: number;
}

/** What became of a row: refused with its `error`, screened, or neither yet. */
export interface BatchResult extends Pick<PendingRow, 'row' | 'line' | 'reference'> {
  /** Null once a record holds it. */
  readonly sent: Pick<SentRow, 'name' | 'type' | 'dateOfBirth'> | null;
  readonly error: string | null;
  readonly screeningId: number | null;
  /** Null where the record was deleted on request. `best`: the name of its best match, empty without one. */
  readonly screening: (Omit<ScreeningSummary, 'id' | 'createdAt' | 'open'> & { readonly best: string }) | null;
}

export interface BatchRecords {
  /** Nobody sees it before `seal`. False where the account has one that is not over. */
  open(batch: NewBatch): Promise<boolean>;
  /** Puts rows behind those that are there, in one transaction: a few hundred hold no other write up for long. */
  add(id: string, rows: readonly PendingRow[]): Promise<void>;
  /** All rows are in: from now on it is seen and worked on. Audited. */
  seal(id: string): Promise<Batch>;
  get(accountId: number, id: string): Promise<Batch | undefined>;
  /** Newest first. */
  list(accountId: number): Promise<Batch[]>;
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
  screen(place: BatchPlace, screening: NewScreening): Promise<Spent<{ id: number }> | { readonly kind: 'settled' }>;
  /** The row cannot be screened: `error` is the sentence that says why. Costs nothing. */
  refuse(place: BatchPlace, error: string): Promise<void>;
  /** Ends it: rows with an outcome stay, the others never get one. Undefined where there is none. */
  cancel(accountId: number, id: string): Promise<Batch | undefined>;
  /** Rows behind the place `after`, in their order. */
  results(id: string, after: number, limit: number): Promise<BatchResult[]>;
  /** Those that ended before this instant, or have so many newer ones of their account that ended. */
  outdated(endedBefore: string, keep: number): Promise<string[]>;
  /** Those whose rows were never all put in, or not all taken out. */
  incomplete(): Promise<string[]>;
  /**
   * With all its rows, in short transactions. Its screening records stay. One that was accepted and is not over stays
   * whole: whoever found it incomplete may have looked a moment before its last row arrived.
   */
  remove(id: string): Promise<void>;
}
