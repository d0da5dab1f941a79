import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import type { CustomerCategory } from './customer.ts';
import type { EntityType } from './entity-type.ts';
import { type Identifier, identifierText } from './identifier.ts';
import type { MatchView } from './match.ts';
import { isUsedUp } from './quota.ts';
import type { ScreeningSummary } from './screening.ts';

/**
 * What a database keeps of a batch. `incomplete`: its rows are being put in or taken out, and nobody sees it. `open`:
 * it goes on.
 */
export type BatchState = 'incomplete' | 'open' | 'done' | 'cancelled';

/** So many of an account may wait or be worked on at once. */
export const MAX_UNFINISHED = 100;
/** Bytes of rows of an account that wait or are worked on: more than a file of the greatest size has. */
export const MAX_WAITING_BYTES = 384 * 1024 * 1024;
/**
 * Bytes of rows that no record holds, in files of an account that are over: stopped or refused ones. Beyond them the
 * oldest such file goes before its 30 days are over; the newest stays in any case.
 */
export const MAX_ENDED_BYTES = 128 * 1024 * 1024;
/** What a row takes besides its texts. */
const ROW_BYTES = 64;

/** Bytes that rows take, about. */
export function bytesOf(rows: readonly PendingRow[]): number {
  return rows.reduce(
    (sum, { reference, name, type, dateOfBirth, identifiers = [], otherNames = [] }) =>
      sum +
      ROW_BYTES +
      Buffer.byteLength([reference, name, ...otherNames, ...identifiers.map(identifierText)].join('')) +
      type.length +
      dateOfBirth.length,
    0,
  );
}

/** Throws `full` where so many bytes of an account wait. */
export function checkWaiting(bytes: number): void {
  if (bytes > MAX_WAITING_BYTES) {
    throw new TouchstoneError('full', say('file.too-much-waiting', { most: MAX_WAITING_BYTES / 1024 ** 2 }));
  }
}

/** From which states a batch may come to each. Its rows can be taken out only where it does not go on. */
export const STATES_BEFORE: Readonly<Record<BatchState, readonly BatchState[]>> = {
  incomplete: ['incomplete', 'done', 'cancelled'],
  open: ['incomplete'],
  done: ['open'],
  cancelled: ['open'],
};

/** `waiting-for-quota`: the account's quota is spent; it goes on in the next period, or with a larger quota. */
export type BatchStatus = 'queued' | 'running' | 'waiting-for-quota' | 'done' | 'cancelled';

/** What the rows of a batch become. */
export type BatchKind = 'screenings' | 'customers';

/** Who sent a batch: a key or a user, the other one null. */
export interface NewBatch {
  readonly id: string;
  readonly kind: BatchKind;
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
  /** Of rows that give none. */
  readonly entityType: EntityType;
  /** What its sender calls it, such as the name of the file; null where that is not known. */
  readonly title: string | null;
  /** Whether the new customers in it are watched. */
  readonly watched: boolean;
}

/** A file of names, each row of which becomes a screening record. */
export interface Batch extends NewBatch {
  /** Grows with each batch of the database. */
  readonly number: number;
  readonly status: BatchStatus;
  readonly total: number;
  /** Rows with an outcome, refused ones too. */
  readonly done: number;
  readonly matched: number;
  readonly refused: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** What was sent in a row. */
export interface SentRow {
  readonly name: string;
  /** Empty: not said. */
  readonly type: string;
  /** Empty: not said. */
  readonly dateOfBirth: string;
  /** 0 to 100. Undefined: not said. */
  readonly minScore?: number;
  readonly identifiers?: readonly Identifier[];
  /** Searched like the name. Undefined: not said, as in what follows. */
  readonly otherNames?: readonly string[];
  /** Of a customer, as the next one. */
  readonly categories?: readonly CustomerCategory[];
  readonly monitored?: boolean;
  /** Why it cannot be screened, a sentence, where that was seen as it came in. */
  readonly problem?: string;
}

/** A row without an outcome. */
export interface PendingRow extends SentRow {
  /** Its place in the file, from 0. */
  readonly row: number;
  /** Line of the file; the header is 1. */
  readonly line: number;
  /** The sender's own reference, empty where the file has none. */
  readonly reference: string;
}

/** Names a row: the id of its batch, and its place in the file, from 0. */
export interface BatchPlace {
  readonly batch: string;
  readonly row: number;
}

/** What became of a row: refused with its `error`, screened, or neither yet. */
export interface BatchResult extends Pick<PendingRow, 'row' | 'line' | 'reference'> {
  /** Null once a record holds it. */
  readonly sent: SentRow | null;
  readonly error: string | null;
  readonly screeningId: number | null;
  /** What else is to be known of its record, sentences; what was said of the lists is not among them. */
  readonly notes: readonly string[];
  /** Null where the record was deleted on request. With all recorded matches, best first. */
  readonly screening: (Omit<ScreeningSummary, 'id' | 'createdAt' | 'open' | 'onOldLists'> & BatchMatches) | null;
}

interface BatchMatches {
  readonly matches: readonly MatchView[];
}

/** What people see of a batch, which depends on its account's quota in the present period. */
export function batchStatus(batch: {
  readonly state: Exclude<BatchState, 'incomplete'>;
  readonly done: number;
  readonly used: number;
  readonly quota: number;
}): BatchStatus {
  const { state, done } = batch;
  if (state !== 'open') return state;
  if (isUsedUp(batch)) return 'waiting-for-quota';
  return done > 0 ? 'running' : 'queued';
}

/** Where an open batch stands once another of its rows has an outcome: the last one ends it. */
export function stateAfterRow({ done, total }: Pick<Batch, 'done' | 'total'>): 'open' | 'done' {
  return done + 1 === total ? 'done' : 'open';
}
