import type { EventType } from './webhook-events.ts';

/** What a hook can ask for; `webhook.test` comes only when somebody asks for a test. */
export const WEBHOOK_EVENTS = [
  'screening.matched',
  'verification.completed',
  'session.started',
  'session.completed',
  'session.failed',
  'session.expired',
  'alert.opened',
  'alert.decided',
  'customer.changed',
  'batch.finished',
  'lists.updated',
  'lists.failed',
  'quota.low',
] as const satisfies readonly EventType[];
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Hooks that an account may have at once. */
export const MAX_WEBHOOKS = 20;

/** `off`: it failed for five days or is gone (410), and gets nothing until a test or a retry reaches it. */
export type WebhookState = 'active' | 'off';

/** Where an account wants to be told of events. `createdAt`: ISO 8601 in UTC. */
export interface Webhook {
  readonly id: number;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Null where none was given. */
  readonly description: string | null;
  /** Payloads carry names and dates of people. */
  readonly details: boolean;
  readonly state: WebhookState;
  readonly createdAt: string;
}

export type NewWebhook = Omit<Webhook, 'id' | 'state' | 'createdAt'>;

/** `pending`: it is tried, or tried again. `failed`: it was given up. */
export type DeliveryState = 'pending' | 'delivered' | 'failed';

/** One event on its way to one hook. */
export interface Delivery {
  readonly id: number;
  /** The same for every hook and every attempt. */
  readonly eventId: string;
  readonly event: EventType;
  /** Attempts that ended. */
  readonly attempts: number;
  readonly state: DeliveryState;
  /** HTTP status of the last attempt; null where there was no answer. */
  readonly lastStatus: number | null;
  /** A sentence; null where there was no failure. */
  readonly lastError: string | null;
  /** ISO 8601 in UTC; null unless pending. */
  readonly nextAt: string | null;
  /** The body that is sent. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** What the receiver answered to the last attempt, its first `MAX_ANSWER_BYTES`; null where nothing came. */
  readonly lastAnswer: string | null;
}

/** Bytes of an answer that are kept, so that its owner sees why a delivery failed. */
export const MAX_ANSWER_BYTES = 2_048;

/** A delivery that is to be tried now. */
export interface DueDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly accountId: number;
  readonly url: string;
  /** Sealed secrets that sign it, the present one first. */
  readonly secrets: readonly Uint8Array[];
  readonly eventId: string;
  readonly body: string;
}

/** The sealed secrets of a hook. `former`: null unless it was rotated. */
export interface SealedSecrets {
  readonly id: number;
  readonly accountId: number;
  readonly secret: Uint8Array;
  readonly former: Uint8Array | null;
}

/** How an attempt ended. `error`: a sentence, null where a 2xx came. */
export interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
  /** The first `MAX_ANSWER_BYTES` of its body. */
  readonly answer?: string | null;
  /** Milliseconds that the receiver asks to wait, where it said so. */
  readonly retryAfterMs?: number | undefined;
  /** 0 to 1: how much of `SPREAD` is added to the pause, so that what failed together does not come together again. */
  readonly spread?: number;
}

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Milliseconds between an attempt that failed and the next. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
/** The most that is added to a pause, a share of it. */
const SPREAD = 0.1;
/** A receiver that asks for more is asked again after a day. */
const MAX_WAIT_MS = DAY;
/** 410: the receiver is gone for good, and says so. */
const GONE = 410;
const PATIENCE_MS = 5 * DAY;
/** A hiccup after days in which nothing was to be told is not five days of failure. */
const MIN_ATTEMPTS = 3;

/** Events and deliveries are kept so long after the last attempt, so that they can be looked at and retried. */
export const KEPT_MS = 7 * DAY;
/** A former secret still signs for so long, so that receivers can change over. */
export const ROTATION_MS = DAY;
/** Longer than an attempt takes, so that one whose process was killed is repeated soon and no other is. */
export const LEASE_MS = 30 * SECOND;

/** Of deliveries that were given up with their hook. */
export const SWITCHED_OFF = 'The webhook was switched off.';

/** Where a delivery and its hook stand. */
export interface Standing {
  readonly delivery: DeliveryState;
  /** ISO 8601 in UTC; null unless the delivery is pending. */
  readonly nextAt: string | null;
  readonly webhook: WebhookState;
  /** When the first attempt failed of those since the last success; null where the last attempt succeeded. */
  readonly failingSince: string | null;
}

/** What follows from an attempt that ended at `at`. `attempts`: those before it. */
export function afterAttempt(
  before: Pick<Standing, 'webhook' | 'failingSince'> & Pick<Delivery, 'attempts'>,
  { status, error, retryAfterMs = 0, spread = 0 }: Attempt,
  at: Date,
): Standing {
  if (error === null) return { delivery: 'delivered', nextAt: null, webhook: 'active', failingSince: null };
  const failingSince = before.failingSince ?? at.toISOString();
  const pause = PAUSES_MS[before.attempts];
  const isOff = before.webhook === 'off' || status === GONE || isGivenUp(before.attempts + 1, failingSince, at);
  const webhook = isOff ? 'off' : 'active';
  if (isOff || pause === undefined) return { delivery: 'failed', nextAt: null, webhook, failingSince };
  const wait = Math.max(pause * (1 + SPREAD * spread), Math.min(retryAfterMs, MAX_WAIT_MS));
  return { delivery: 'pending', nextAt: new Date(at.getTime() + wait).toISOString(), webhook, failingSince };
}

function isGivenUp(attempts: number, failingSince: string, at: Date): boolean {
  return attempts >= MIN_ATTEMPTS && at.getTime() - Date.parse(failingSince) >= PATIENCE_MS;
}
