import type { EntityType, EvidencedMatch } from '../screening/types.ts';
import type { Actor, Reason, VerificationStatus } from './port.ts';

/** `dismissed`: not the same, or nothing that matters. `confirmed`: the same, or a review that found something. */
export type Decision = 'confirmed' | 'dismissed';
export type AlertStateName = 'open' | Decision;

/** What people made of one match of a screening, or of one verification that waits for a person. */
export interface Alert {
  readonly id: number;
  readonly state: AlertStateName;
  /** Decisions and undoings so far; a decision names the one it rests on, so that nobody overrules another unseen. */
  readonly revision: number;
  /** An earlier dismissal for the same subject settled it. */
  readonly remembered: boolean;
  /** Why it is open although it was dismissed before: what changed on the lists, sentences. */
  readonly changed: readonly string[];
  /** Oldest first. */
  readonly history: readonly AlertEvent[];
}

export interface AlertEvent {
  readonly at: string;
  /** `user:<id>`, or `service` for what was remembered. */
  readonly by: Actor;
  readonly kind: Decision | 'reopened' | 'commented' | 'remembered';
  readonly comment: string | null;
}

/** An alert with what a decision needs. */
export interface QueuedAlert extends Alert {
  readonly kind: 'match' | 'review';
  readonly createdAt: string;
  /** Id of the screening or the verification. */
  readonly record: number;
  /** The screened name, or the holder of the document; null where that was unreadable. */
  readonly subject: string | null;
  readonly entityType: EntityType | null;
  readonly dateOfBirth: string | null;
  /** Of the match, or the confidence of the faces. */
  readonly score: number;
  readonly match: EvidencedMatch | null;
  readonly reasons: readonly Reason[];
}

/** One page: rows behind `after`, which is the sort value and the id of the last row seen. */
export interface PageQuery {
  readonly limit: number;
  readonly after?: { readonly value: number; readonly id: number };
  /** Created at or after this instant, ISO 8601. */
  readonly from?: string;
  /** Created before this instant. */
  readonly to?: string;
  /** Part of the name, as it was typed. */
  readonly text?: string;
}

export interface ScreeningsQuery extends PageQuery {
  readonly result?: 'clear' | 'matched';
  readonly sort: 'newest' | 'oldest' | 'score';
}

export interface VerificationsQuery extends PageQuery {
  readonly result?: VerificationStatus;
  readonly sort: 'newest' | 'oldest' | 'confidence';
}

export interface AlertsQuery extends PageQuery {
  readonly state?: AlertStateName;
  readonly kind?: 'match' | 'review';
  readonly sort: 'newest' | 'oldest' | 'score';
}

/** What became of a decision: `stale` where somebody else decided in the meantime. */
export type Decided = { readonly kind: 'done' } | { readonly kind: 'missing' } | { readonly kind: 'stale' };

export interface Deed {
  readonly accountId: number;
  readonly alertId: number;
  readonly userId: number;
}

export interface AlertRecords {
  page(accountId: number, query: AlertsQuery): Promise<QueuedAlert[]>;
  get(accountId: number, id: number): Promise<Alert | undefined>;
  /** Those of one screening, by the place of their match. */
  ofScreening(accountId: number, screeningId: number): Promise<Map<number, Alert>>;
  ofVerification(accountId: number, verificationId: number): Promise<Alert | undefined>;
  /** How many nobody has decided. */
  open(accountId: number): Promise<{ matches: number; reviews: number }>;
  /** From `open` alone. `remember`: of a dismissed match, for the same subject until a list says something else of it. */
  decide(
    deed: Deed,
    decision: { decision: Decision; comment: string | null; remember: boolean; revision?: number },
  ): Promise<Decided>;
  /** Opens again what was decided or remembered; what a dismissal had remembered is forgotten. */
  undo(deed: Deed, revision?: number): Promise<Decided>;
  comment(deed: Deed, comment: string): Promise<Decided>;
}
