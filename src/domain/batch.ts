import type { EntityType } from './entity-type.ts';
import type { ScreeningSummary } from './screening.ts';

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
interface SentRow {
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
