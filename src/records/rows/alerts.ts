import type { Actor } from '../../domain/actor.ts';
import type { AlertAction, AlertEvent, Decision, ReasonCode } from '../../domain/alert.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import type { EntityType } from '../../domain/entity-type.ts';
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
  readonly customerId: number | null;
  readonly verificationId: number | null;
  readonly fourEyes: Flag;
}

export interface StoredProposal {
  readonly userId: number | null;
  readonly decision: Decision;
  readonly reason: ReasonCode | null;
  readonly comment: string | null;
  readonly remember: Flag;
}

/** An account's answer to a proposal, by a person. */
export interface ProposalAnswer {
  readonly accept: boolean;
  readonly comment: string | null;
}

/** The person or the key that acts. */
export function actorOf({ userId, keyId }: AlertAction): Actor {
  return userId === null ? `key:${keyId}` : `user:${userId}`;
}

/** Whom an alert is about, and its match when it was seen last. */
export interface SeenMatch {
  readonly name: string;
  readonly entityType: EntityType;
  readonly dateOfBirth: string | null;
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

/** Steps of a history that are read, the newest ones. */
export const MAX_HISTORY = 500;
