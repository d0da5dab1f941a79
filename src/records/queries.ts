import type { Actor } from '../domain/actor.ts';
import type { AlertStateName } from '../domain/alert.ts';
import type { VerificationStatus } from '../domain/verification.ts';

/** Which entries of the audit log, newest first. Times are ISO 8601 in UTC. */
export interface AuditQuery {
  /** At most so many. */
  readonly limit: number;
  /** Entries before this sequence. */
  readonly before?: number;
  /** At or after this instant. */
  readonly from?: string;
  /** Before this instant. */
  readonly to?: string;
  readonly action?: string;
  readonly actor?: Actor;
}

/** One page: rows behind `after`, which is the sort value and the id of the last row seen. */
export interface PageQuery {
  /** At most so many rows. */
  readonly limit: number;
  readonly after?: { readonly value: number; readonly id: number };
  /** Created at or after this instant, ISO 8601. */
  readonly from?: string;
  /** Created before this instant. */
  readonly to?: string;
  /** Part of the name, as it was typed. */
  readonly text?: string;
}

/** `score`: the highest first. */
export interface ScreeningsQuery extends PageQuery {
  readonly result?: 'clear' | 'matched';
  readonly sort: 'newest' | 'oldest' | 'score';
}

/** `confidence`: the highest first. */
export interface VerificationsQuery extends PageQuery {
  readonly result?: VerificationStatus;
  readonly sort: 'newest' | 'oldest' | 'confidence';
}

/** `score`: the highest first. */
export interface AlertsQuery extends PageQuery {
  readonly state?: AlertStateName;
  readonly kind?: 'match' | 'review';
  readonly sort: 'newest' | 'oldest' | 'score';
}
