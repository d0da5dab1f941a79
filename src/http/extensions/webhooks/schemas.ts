import { type Static, Type } from 'typebox';
import {
  type DeliveryState,
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookState,
} from '../../../domain/webhook.ts';
import type { EventType } from '../../../domain/webhook-events.ts';
import { nullable, nullableText, optional } from '../members.ts';

const MAX_URL = 2_048;
const MAX_DESCRIPTION = 200;

const event = Type.Unsafe<WebhookEvent>({ type: 'string', enum: [...WEBHOOK_EVENTS] });
const url = Type.String({
  minLength: 1,
  maxLength: MAX_URL,
  format: 'uri',
  description: 'By https, at a public address; the operator may allow others.',
});
const events = Type.Unsafe<WebhookEvent[]>({
  type: 'array',
  items: event,
  minItems: 1,
  maxItems: WEBHOOK_EVENTS.length,
  uniqueItems: true,
  description: 'What it is told of.',
});

const WEBHOOK_EXAMPLE = {
  id: 3,
  url: 'https://compliance.example.com/touchstone',
  events: ['screening.matched', 'alert.decided'] as WebhookEvent[],
  description: 'Case management',
  details: false,
  state: 'active' as const,
  createdAt: '2026-11-21T10:20:30.400Z',
};

const NEW_WEBHOOK_EXAMPLE = {
  url: WEBHOOK_EXAMPLE.url,
  events: WEBHOOK_EXAMPLE.events,
  description: WEBHOOK_EXAMPLE.description,
};

export const NewWebhookBody = Type.Object(
  {
    url,
    events,
    description: optional(Type.String({ maxLength: MAX_DESCRIPTION, description: 'For people.' })),
    details: optional(Type.Boolean({ default: false, description: 'Payloads also carry names and dates of people.' })),
  },
  {
    $id: 'NewWebhook',
    description: `An account has at most ${MAX_WEBHOOKS} webhooks.`,
    examples: [NEW_WEBHOOK_EXAMPLE],
  },
);
export const WebhookChange = Type.Object(
  {
    url: optional(url),
    events: optional(events),
    description: optional(
      Type.String({ maxLength: MAX_DESCRIPTION, description: 'For people; an empty text takes it away.' }),
    ),
    details: optional(Type.Boolean({ description: 'Payloads also carry names and dates of people.' })),
  },
  { $id: 'WebhookChange', additionalProperties: false, examples: [{ events: WEBHOOK_EXAMPLE.events }] },
);
const MEMBERS = {
  id: Type.Integer({ minimum: 1 }),
  url,
  events,
  description: nullableText('For people; null where none was given.'),
  details: Type.Boolean({ description: 'Whether payloads carry names and dates of people.' }),
  state: Type.Unsafe<WebhookState>({
    type: 'string',
    enum: ['active', 'off'],
    description: '`off`: it failed for five days, or answered 410. A test or a retry switches it on.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
};

export const WebhookView = Type.Object(MEMBERS, { $id: 'Webhook', examples: [WEBHOOK_EXAMPLE] });
export type WebhookView = Static<typeof WebhookView>;

const SECRET_EXAMPLE = { ...WEBHOOK_EXAMPLE, secret: 'whsec_zk4dCC1mL8kO2ZT5mZ0Jb8mJc3Vw1rYl0p9Qd7sXo4E=' };
export const WebhookWithSecret = Type.Object(
  {
    ...MEMBERS,
    secret: Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
      description: 'Signs the deliveries, as Standard Webhooks says. Shown this once.',
    }),
  },
  { $id: 'WebhookWithSecret', examples: [SECRET_EXAMPLE] },
);

const DELIVERY_EXAMPLE = {
  id: 41,
  eventId: 'evt_5c1f6c9e-93a5-4d6f-8a84-3f6f2c9a1d10',
  event: 'screening.matched' as const,
  attempts: 2,
  state: 'pending' as const,
  lastStatus: 503,
  lastError: 'It answered 503.',
  nextAt: '2026-11-21T10:25:36.120Z',
  payload: {
    id: 'evt_5c1f6c9e-93a5-4d6f-8a84-3f6f2c9a1d10',
    type: 'screening.matched',
    createdAt: '2026-11-21T10:20:30.400Z',
    timestamp: '2026-11-21T10:20:30.400Z',
    data: { screeningId: 13, entityType: 'Individual', matchCount: 1, highestScore: 91.25, links: {} },
  },
  lastAnswer: 'Service Unavailable',
};

export const DeliveryView = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    eventId: Type.String({ description: 'Header `webhook-id`: the same at each attempt and at each webhook.' }),
    event: Type.Unsafe<EventType>({ type: 'string', enum: [...WEBHOOK_EVENTS, 'webhook.test'] }),
    attempts: Type.Integer({ minimum: 0, description: 'Attempts that ended.' }),
    state: Type.Unsafe<DeliveryState>({
      type: 'string',
      enum: ['pending', 'delivered', 'failed'],
      description: '`failed`: it was given up; `retry` tries it again.',
    }),
    lastStatus: nullable<number>('integer', 'HTTP status of the last answer; null where there was none.'),
    lastError: nullableText('Why the last attempt failed; null where it did not.'),
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The body that is sent.',
    }),
    lastAnswer: nullableText(
      'What the receiver answered to the last attempt, at most 2,048 bytes; null where nothing came.',
    ),
    nextAt: nullableText('When it is tried, or counts as lost; null unless pending.', 'date-time'),
  },
  { $id: 'WebhookDelivery', examples: [DELIVERY_EXAMPLE] },
);
