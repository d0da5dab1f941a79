import type { Actor } from './actor.ts';
import type { EntityType } from './entity-type.ts';
import type { EvidencedMatch } from './match.ts';
import type { Reason } from './verification.ts';

/** `dismissed`: not the same, or nothing that matters. `confirmed`: the same, or a review that found something. */
export type Decision = 'confirmed' | 'dismissed';

/** `open`: a person has to decide. */
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

/** One step in the history of an alert. `at`: ISO 8601 in UTC. */
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

/** What became of a decision: `stale` where somebody else decided in the meantime. */
export type DecisionResult = { readonly kind: 'done' } | { readonly kind: 'missing' } | { readonly kind: 'stale' };

/** Which alert a user acts on; `accountId` is theirs. */
export interface AlertAction {
  readonly accountId: number;
  readonly alertId: number;
  readonly userId: number;
}
