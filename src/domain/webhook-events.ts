import type { Actor } from './actor.ts';
import type { AlertStateName } from './alert-state.ts';
import type { CaptureFailure, CaptureStatus } from './capture-session.ts';
import type { EntityType } from './entity-type.ts';
import type { MatchView } from './match.ts';
import type { updatedLists } from './snapshot.ts';
import type { ExtractedData, VerificationStatus } from './verification.ts';

/** Addresses of what an event is about: paths on this service. */
type Links = Readonly<Record<string, string>>;

/** What every hook is told of an event, by its type: ids, states and links, never the name or a date of a person. */
interface EventData {
  'screening.matched': {
    readonly screeningId: number;
    /** What the caller calls the record by; absent where none was sent. */
    readonly reference?: string;
    readonly entityType: EntityType;
    readonly matchCount: number;
    /** 0 to 100. */
    readonly highestScore: number;
    readonly links: Links;
  };
  'verification.completed': {
    readonly verificationId: number;
    readonly reference?: string;
    readonly status: VerificationStatus;
    readonly faceMatch: boolean;
    /** 0 to 100. */
    readonly matchConfidence: number;
    /** 0 to 100; null where it was not measured. */
    readonly livenessScore: number | null;
    readonly links: Links;
  };
  'session.started': SessionData;
  'session.completed': SessionData;
  'session.failed': SessionData;
  'session.expired': SessionData;
  'alert.opened': AlertData;
  'alert.decided': AlertData & {
    /** `user:<id>`, `key:<id>`, or `service` where the entity has left its list. */
    readonly actor: Actor;
    /** Code of the reason; null where none was given. */
    readonly reason: string | null;
  };
  'customer.changed': {
    /** The account's own reference. */
    readonly customer: string;
    readonly change: 'created' | 'updated' | 'deleted';
    readonly links: Links;
  };
  'batch.finished': {
    readonly batchId: string;
    readonly status: 'done' | 'cancelled';
    readonly total: number;
    readonly done: number;
    readonly matched: number;
    readonly failed: number;
    readonly links: Links;
  };
  'lists.updated': {
    /** Id of the snapshot in force. */
    readonly snapshot: string;
    /** The lists that are new in it or have changed. */
    readonly sources: ReturnType<typeof updatedLists>;
    readonly links: Links;
  };
  'lists.failed': { readonly source: string; readonly error: string; readonly links: Links };
  'quota.low': {
    /** Calendar month in UTC, such as `2026-11`. */
    readonly period: string;
    readonly quota: number;
    readonly used: number;
    readonly remaining: number;
    readonly links: Links;
  };
  'webhook.test': { readonly webhookId: number; readonly links: Links };
}

/** Of a person who verifies themselves from a link. */
interface SessionData {
  readonly sessionId: string;
  readonly reference?: string;
  readonly status: CaptureStatus;
  /** Why it failed; null where it did not. */
  readonly reason: CaptureFailure | null;
  /** Null unless it is completed. */
  readonly verificationId: number | null;
  readonly links: Links;
}

interface AlertData {
  readonly alertId: number;
  readonly state: AlertStateName;
  /** Reference of the customer that it is about; null where there is none. */
  readonly customer: string | null;
  /** Of its match or of the faces, 0 to 100. */
  readonly score: number;
  readonly links: Links;
}

/** What only hooks with `details` are told besides, by the type of the event. Other types have no details. */
interface EventDetails {
  'screening.matched': {
    readonly name: string;
    readonly dateOfBirth: string | null;
    /** At most ten, best first. */
    readonly matches: readonly MatchView[];
  };
  'verification.completed': Pick<ExtractedData, 'documentType' | 'fullName' | 'dateOfBirth' | 'country'>;
  'alert.opened': AlertDetails;
  'alert.decided': AlertDetails & { readonly comment: string | null };
  'customer.changed': { readonly name: string };
}

interface AlertDetails {
  /** Who was screened, or the holder of the document; null where it was unreadable. */
  readonly name: string | null;
  /** The listed entity; null for a verification. */
  readonly entity: string | null;
}

export type EventType = keyof EventData;

/** The records that an event tells of. Its details go when one of them is deleted. */
export interface EventSubject {
  readonly screeningId?: number;
  readonly verificationId?: number;
  readonly alertId?: number;
  readonly customerId?: number;
}

/** What an event says; made only where a hook wants it. */
export interface EventContent<Type extends EventType> {
  readonly data: EventData[Type];
  readonly details?: Type extends keyof EventDetails ? EventDetails[Type] : never;
  readonly subject?: EventSubject;
}

/**
 * The body of a delivery, as Standard Webhooks proposes it: `{ id, type, timestamp, data }`. `createdAt` is the same as
 * `timestamp`.
 */
export function eventBody(event: {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  /** JSON. */
  readonly data: string;
  /** JSON; null where the hook does not ask for them, or nothing is left of them. */
  readonly details: string | null;
}): string {
  const { id, type, createdAt, data, details } = event;
  const whole = details === null ? data : `${data.slice(0, -1)},"details":${details}}`;
  return `${JSON.stringify({ id, type, createdAt, timestamp: createdAt }).slice(0, -1)},"data":${whole}}`;
}
