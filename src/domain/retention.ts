/** Records that an account may let go after a time. */
export type RecordKind = 'screening' | 'verification';

/** What else has a time by account: files of names with their results, and deliveries of webhooks. */
export type ExpiryKind = RecordKind | 'batch' | 'delivery';

/** Days that a file of names is kept at most, from its end on; records that it leads to are there as long. */
export const MAX_BATCH_DAYS = 30;
/** Days that a delivery is kept at most, from its last attempt on. */
export const MAX_DELIVERY_DAYS = 7;

/** The least days a record may be kept: files of names, deliveries and answers to repeated requests lead to it. */
export const MIN_KEPT_DAYS = 30;
/** A hundred years. */
export const MAX_KEPT_DAYS = 36_500;

/** Behind which record of an account to go on, in the order in which they were made. */
export interface ExpiryPlace {
  /** ISO 8601. */
  readonly at: string;
  readonly id: number;
}

/** Before any record. */
export const FIRST_PLACE: ExpiryPlace = { at: '0001-01-01T00:00:00.000Z', id: 0 };

/** What became, or would become, of some records that are past their days. */
export interface ExpiryPage {
  /** Goes. */
  readonly due: number;
  /** Stays: an alert, an open review or a customer's state rests on it. */
  readonly kept: number;
  /** Null where there is no more. */
  readonly next: ExpiryPlace | null;
}
