import type { Actor } from './actor.ts';
import type { AlertStateName } from './alert-state.ts';
import type { EntityType } from './entity-type.ts';
import type { Escalation, EscalationTarget } from './escalation.ts';
import type { EvidencedMatch } from './match.ts';
import type { MatchOrigin } from './monitoring.ts';
import type { ExtractedData, Reason } from './verification.ts';

/** `dismissed`: not the same, or nothing that matters. `confirmed`: the same, or a review that found something. */
export type Decision = 'confirmed' | 'dismissed';

/** What a person or a key may do with an alert. `escalated`: somebody with more authority is to decide. */
export type AlertStep = Decision | 'escalated' | 'reopened';

/** Why somebody decided so about a match. */
export const REASON_CODES = [
  'other-birth-date',
  'other-nationality',
  'other-person',
  'other-organisation',
  'same-person',
  'not-adverse',
  'delisted',
  'needs-information',
  'other',
] as const;

/** Why somebody decided so about a verification: what speaks against it, what speaks for it, and the rest. */
export const REVIEW_REASON_CODES = [
  'forged',
  'photo-of-screen',
  'other-face',
  'no-living-person',
  'document-expired',
  'document-examined',
  'same-face',
  'accepted-after-call',
  'needs-information',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number] | (typeof REVIEW_REASON_CODES)[number];

/** `match`: with an entry of a list. `review`: of a verification that waits for a person. */
export type AlertKind = 'match' | 'review';

/** The reasons that an alert of a kind is decided with. */
export function reasonsOf(kind: AlertKind): readonly ReasonCode[] {
  return kind === 'match' ? REASON_CODES : REVIEW_REASON_CODES;
}

/** What people made of one subject and one listed entity, or of one verification that waits for a person. */
export interface Alert {
  readonly id: number;
  readonly kind: AlertKind;
  readonly state: AlertStateName;
  /** Rises with every change of the state; a decision names the one it rests on, so that nobody overrules another. */
  readonly revision: number;
  /** An earlier dismissal settled it when it was seen last. */
  readonly remembered: boolean;
  /** Why it is open although it was decided before, or delisted: what changed, sentences. */
  readonly changed: readonly string[];
  /** Id of the user who works on it; null where nobody does. */
  readonly assignee: number | null;
  /** A decision that waits for a second person; null where none does. */
  readonly proposal: Proposal | null;
  /** Who has to decide since somebody escalated it; null where nobody did, or somebody else decided since. */
  readonly escalation: Escalation | null;
  /** Whether confirming and dismissing take a second person where the account asks for four eyes. */
  readonly strong: boolean;
  /** Oldest first, at most the newest 500 steps. The opening itself is no step. */
  readonly history: readonly AlertEvent[];
}

/** A decision that takes effect once another person accepts it. `at`: ISO 8601 in UTC. */
export interface Proposal {
  readonly at: string;
  /** `user:<id>` or `key:<id>`. */
  readonly by: Actor;
  readonly decision: Decision;
  readonly reason: ReasonCode | null;
  readonly comment: string | null;
}

/**
 * One step in the history of an alert. `at`: ISO 8601 in UTC.
 * - opened: a run of monitoring opened it; the comment says which and why, a sentence a line
 * - seen: the subject was screened again, and the entity was found again
 * - changed: one that was decided was opened again, since other facts were found than those decided on; the comment
 *   says which, a sentence a line
 * - relisted: a delisted one was opened again, since the entity is listed again
 * - renamed: the customer is called otherwise, or was born on another day; the comment says how, a sentence a line
 * - remembered: dismissed at once, since another alert of the same subject was
 * - assigned, released: somebody, or nobody any more, works on it
 * - proposed-…: waits for a second person; refused: that person said no; lapsed: other facts were found meanwhile
 */
export interface AlertEvent {
  readonly at: string;
  /** `user:<id>`, `key:<id>`, or `service` for what nobody did. */
  readonly by: Actor;
  readonly kind:
    | AlertStep
    | 'commented'
    | 'remembered'
    | 'opened'
    | 'seen'
    | 'changed'
    | 'delisted'
    | 'relisted'
    | 'renamed'
    | 'proposed-confirmed'
    | 'proposed-dismissed'
    | 'refused'
    | 'lapsed'
    | 'assigned'
    | 'released';
  readonly reason: ReasonCode | null;
  readonly comment: string | null;
}

/** An alert with what a decision needs. Times are ISO 8601 in UTC. */
export interface QueuedAlert extends Alert {
  /** When it was opened first. */
  readonly createdAt: string;
  /** When it was last seen or changed. */
  readonly updatedAt: string;
  /** Since when it waits for a decision: it was opened, or opened again. */
  readonly waitingSince: string;
  /** When a decision is due; null where the account has no due dates, and once it is decided. */
  readonly dueAt: string | null;
  /** Id of the newest screening that saw it, or of the verification; null where no record that is left saw it. */
  readonly record: number | null;
  /** Id of its case: alerts of one customer, or of one name, type and birth date, have the same. */
  readonly caseId: number;
  /** The reference of the customer whose alert it is; null where it is of screenings without a customer. */
  readonly customer: string | null;
  /** The screened name, or the holder of the document; null where that was unreadable. */
  readonly subject: string | null;
  readonly entityType: EntityType | null;
  readonly dateOfBirth: string | null;
  /** Of the match when it was seen last, or the confidence of the faces. */
  readonly score: number;
  readonly match: EvidencedMatch | null;
  /** The run of monitoring that saw it last; null where a record did. */
  readonly origin: MatchOrigin | null;
  readonly reasons: readonly Reason[];
  /** Of a verification what the document is; null for a match. */
  readonly document: AlertDocument | null;
}

/** The document of a verification that waits for a person; null where that was not read. */
export type AlertDocument = Pick<ExtractedData, 'documentType' | 'documentNumber' | 'expiryDate' | 'country'>;

/** An alert with its state once a certain record had seen it. */
export interface AlertThen extends QueuedAlert {
  readonly stateThen: AlertStateName;
}

/** What a person or a key wants of an alert. */
export interface WantedStep {
  readonly step: AlertStep;
  readonly reason: ReasonCode | null;
  readonly comment: string | null;
  /** Also dismisses other alerts of the same name, type and birth date, until a list says something else. */
  readonly remember: boolean;
  /** Whom it is escalated to. */
  readonly to?: EscalationTarget | undefined;
  /** The revision that it rests on; undefined where none is named. */
  readonly revision?: number;
}

/**
 * What became of a decision. `stale`: somebody else decided in the meantime. `undecidable`: the alert's state does not
 * allow it, or a proposal waits. `proposed`: a second person has to accept it. `escalator`: who escalated does not
 * dismiss.
 */
export type DecisionResult = { readonly kind: 'done' | 'missing' | 'stale' | 'undecidable' | 'proposed' | 'escalator' };

/** Which alert somebody acts on; `accountId` is theirs. */
export interface AlertAction {
  readonly accountId: number;
  readonly alertId: number;
  /** Null: a key acts. */
  readonly userId: number | null;
  readonly keyId?: string | null;
}
