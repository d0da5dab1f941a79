import { type STATE_STEPS, stateAfterStep } from '../../alerts/alert-rules.ts';
import type { DecidedAlert } from '../../alerts/decision-basis.ts';
import type { Actor } from '../../domain/actor.ts';
import type {
  AlertAction,
  AlertEvent,
  AlertThen,
  Decision,
  Proposal,
  QueuedAlert,
  ReasonCode,
} from '../../domain/alert.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import type { SubjectFacts } from '../../domain/customer.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { Flag } from './flag.ts';

/** A step in the history of an alert, on its way into the database. */
export interface NewAlertEvent extends Pick<AlertEvent, 'at' | 'kind'> {
  /** Without a user and a key: the service. */
  readonly userId?: number | null;
  readonly keyId?: string | null;
  readonly reason?: string | null;
  readonly comment?: string | null;
}

/** What a step needs of an alert. */
export interface SteppedAlert {
  readonly id: number;
  readonly state: AlertStateName;
  readonly revision: number;
  readonly score: number;
  /** The highest score that it was ever seen with. */
  readonly peak: number;
  readonly customerId: number | null;
  readonly verificationId: number | null;
  readonly fourEyes: Flag;
}

export interface StoredProposal extends Pick<Proposal, 'at'> {
  readonly userId: number | null;
  readonly keyId: string | null;
  readonly decision: Decision;
  readonly reason: ReasonCode | null;
  readonly comment: string | null;
  readonly remember: Flag;
}

/** An account's answer to a proposal, by a person. */
export interface ProposalAnswer {
  readonly accept: boolean;
  /** When the proposal was made that is answered; undefined: the one that waits. */
  readonly at?: string;
  readonly comment: string | null;
}

/** An alert as a sighting finds it: `subject` is JSON of the customer's `SubjectFacts`. */
export interface StoredDecided
  extends Pick<DecidedAlert, 'id' | 'state' | 'fingerprint' | 'decidedScore' | 'peak' | 'proposed'> {
  readonly entries: string;
  readonly subject: string | null;
  readonly fourEyes: Flag;
}

export function decidedOf<Row extends StoredDecided>({ entries, subject, fourEyes, ...row }: Row) {
  return {
    ...row,
    fourEyes: Boolean(fourEyes),
    entries: JSON.parse(entries) as string[],
    subject: subject === null ? null : (JSON.parse(subject) as SubjectFacts),
  };
}

/** Who proposed, for the audit log of what was accepted. */
export function proposerOf({ userId, keyId }: Pick<StoredProposal, 'userId' | 'keyId'>): Actor {
  return userId === null ? `key:${keyId}` : `user:${userId}`;
}

/** The person or the key that acts. */
export function actorOf({ userId, keyId }: AlertAction): Actor {
  return userId === null ? `key:${keyId}` : `user:${userId}`;
}

/** Whom an alert is about, and its match when it was seen last. */
export interface SeenMatch extends SubjectFacts {
  /** Null where no record that is left saw it. */
  readonly screeningId: number | null;
  readonly match: EvidencedMatch;
}

export interface StoredAlert {
  readonly id: number;
  readonly state: AlertStateName;
  readonly revision: number;
  readonly remembered: Flag;
  readonly changed: string;
  readonly score: number;
  readonly verificationId: number | null;
  readonly openedIn: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly customer: string | null;
  readonly assignee: number | null;
  readonly caseId: number;
}

/** As one record saw it. */
export interface StoredThen extends StoredAlert {
  readonly place: number;
  /** The last step until then that changed its state; null where none did. */
  readonly lastStep: (typeof STATE_STEPS)[number] | null;
}

export function thenOf(alert: QueuedAlert, { lastStep }: StoredThen): AlertThen {
  return { ...alert, stateThen: stateAfterStep(lastStep) };
}

/** Steps of a history that are read, the newest ones. */
export const MAX_HISTORY = 500;
