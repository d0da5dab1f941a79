import { type TSchema, Type } from 'typebox';
import { ALERT_STATES } from '../../../domain/alert-state.ts';
import { CAPTURE_FAILURES, CAPTURE_STATUSES } from '../../../domain/capture-session.ts';
import type { EventType } from '../../../domain/webhook-events.ts';
import { count, nullable, nullableText, oneOf, time } from '../members.ts';

interface EventSchema {
  readonly summary: string;
  readonly data: Readonly<Record<string, TSchema>>;
  /** In `data.details`, where the webhook asks for them. */
  readonly details?: Readonly<Record<string, TSchema>>;
  /** Paths of `data.links`, by what they lead to. */
  readonly links: Readonly<Record<string, string>>;
}

const id = (description: string) => Type.Integer({ minimum: 1, description });
const score = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });
const text = (description: string) => Type.String({ description });

/** As the document writes it: what stands in this section is not resolved. */
const MATCH = Type.Unsafe({ $ref: '#/components/schemas/Match' });
const REFERENCE = Type.Optional(text('What you called the record by; absent where you sent none.'));
const ALERT = {
  alertId: id('The alert.'),
  state: oneOf(ALERT_STATES, 'State of the alert.'),
  customer: nullableText('Reference of the customer; null where the alert is about none.'),
  score: score('Of the match or of the faces, 0 to 100.'),
};
const ALERT_DETAILS = {
  name: nullableText('Who was screened, or the holder of the document; null where it was unreadable.'),
  entity: nullableText('The listed entity; null for a verification.'),
};

function session(summary: string, further: EventSchema['links'] = {}): EventSchema {
  return {
    summary,
    data: {
      sessionId: text('The session.'),
      reference: REFERENCE,
      status: oneOf(CAPTURE_STATUSES, 'Where it stands.'),
      reason: nullable<string>('string', 'Why it failed; null where it did not.', {
        enum: [...CAPTURE_FAILURES, null],
      }),
      verificationId: nullable<number>('integer', 'The verification; null unless it is completed.', { minimum: 1 }),
    },
    links: { session: '/api/IdVerification/sessions/6f0b0d3c-2f6a-4a53-9b1f-7c1e0e5d8a42', ...further },
  };
}

const EVENTS: Readonly<Record<EventType, EventSchema>> = {
  'screening.matched': {
    summary: 'A screening with a match was stored',
    data: {
      screeningId: id('The screening.'),
      reference: REFERENCE,
      entityType: oneOf(['Individual', 'Organization'], 'What was screened.'),
      matchCount: Type.Integer({ minimum: 1, description: 'Matches, at most 200.' }),
      highestScore: score('Of the best match, 0 to 100.'),
    },
    details: {
      name: text('The name that was screened.'),
      dateOfBirth: nullableText('As it was sent; null where none was.'),
      matches: Type.Array(MATCH, { maxItems: 10, description: 'The best ten.' }),
    },
    links: { screening: '/api/Screening/13', explanation: '/api/Screening/13/explanation' },
  },
  'verification.completed': {
    summary: 'A verification was stored',
    data: {
      verificationId: id('The verification.'),
      reference: REFERENCE,
      status: oneOf(['Verified', 'Not Verified', 'Manual Review Required'], 'Its result.'),
      faceMatch: Type.Boolean({ description: 'Whether the faces are of one person.' }),
      matchConfidence: score('Of the faces, 0 to 100.'),
      livenessScore: nullable<number>('number', 'Null where it was not measured.', { minimum: 0, maximum: 100 }),
    },
    details: {
      documentType: nullableText('Kind of the document.'),
      fullName: nullableText('The name that was read; null where it was unreadable.'),
      dateOfBirth: nullableText('The date that was read; null where it was unreadable.'),
      country: nullableText('The issuer; null where it was unreadable.'),
    },
    links: { verification: '/api/IdVerification/7', explanation: '/api/IdVerification/7/explanation' },
  },
  'session.started': session('A person opened the link by which they verify themselves'),
  'session.completed': session('A person has verified themselves from a link', {
    verification: '/api/IdVerification/7',
  }),
  'session.failed': session(
    'A link led to no verification: no attempt held, the person declined, or no quota was left',
  ),
  'session.expired': session('A link ended before the person had verified themselves'),
  'alert.opened': {
    summary: 'An alert waits for a person, for the first time or again',
    data: ALERT,
    details: ALERT_DETAILS,
    links: { alert: '/api/Alerts/5' },
  },
  'alert.decided': {
    summary: 'An alert was decided, or its entity left its list',
    data: {
      ...ALERT,
      actor: text('`user:` or `key:` with an id; `service` where the entity left its list.'),
      reason: nullableText('Code of the reason; null where none was given.'),
    },
    details: { ...ALERT_DETAILS, comment: nullableText('Of whoever decided; null where there is none.') },
    links: { alert: '/api/Alerts/5' },
  },
  'customer.changed': {
    summary: 'A customer was created or deleted, or its content or state changed',
    data: {
      customer: text('Your reference.'),
      change: oneOf(['created', 'updated', 'deleted'], 'What happened.'),
    },
    details: { name: text('The name of the customer.') },
    links: { customer: '/api/Customers/C-1001' },
  },
  'batch.finished': {
    summary: 'A batch has an outcome for every row, or was stopped',
    data: {
      batchId: text('The batch.'),
      status: oneOf(['done', 'cancelled'], '`cancelled`: it was stopped.'),
      total: count('Rows.'),
      done: count('Rows with an outcome.'),
      matched: count('Rows with a match.'),
      failed: count('Rows that were refused.'),
    },
    links: {
      batch: '/api/Screening/batch/0b0c6d1e-6a52-4a0e-9f0c-0d6f9b0b7a51',
      results: '/api/Screening/batch/0b0c6d1e-6a52-4a0e-9f0c-0d6f9b0b7a51/results',
    },
  },
  'lists.updated': {
    summary: 'Lists with other content are in force',
    data: {
      snapshot: text('The snapshot in force.'),
      sources: Type.Array(
        Type.Object({
          source: text('Id of the list.'),
          entries: count('Entries of the list.'),
          published: nullableText('When the authority published it; null where nothing tells.', 'date-time'),
        }),
        { description: 'The lists that changed.' },
      ),
    },
    links: { lists: '/api/Lists' },
  },
  'lists.failed': {
    summary: 'A list began to fail at its refresh',
    data: { source: text('Id of the list.'), error: text('Why, a sentence.') },
    links: { lists: '/api/Lists' },
  },
  'quota.low': {
    summary: 'A tenth of the quota is left, or nothing',
    data: {
      period: text('Calendar month in UTC, such as `2026-11`.'),
      quota: count('Units of the month.'),
      used: count('Units spent.'),
      remaining: count('Units left.'),
    },
    links: { usage: '/api/Usage' },
  },
  'webhook.test': {
    summary: 'Somebody asked for a test',
    data: { webhookId: id('The webhook.') },
    links: { webhook: '/api/Webhooks/1' },
  },
};

/** Section `webhooks` of the OpenAPI document: what a receiver gets, by the type of the event. */
export const WEBHOOK_REQUESTS = Object.fromEntries(
  Object.entries(EVENTS).map(([type, event]) => [type, { post: delivery(type, event) }]),
);

function delivery(type: string, event: EventSchema) {
  return {
    operationId: `on-${type.replace('.', '-')}`,
    tags: ['Webhooks'],
    summary: event.summary,
    description: 'Signed as Standard Webhooks says. Sent again until it is answered with a status from 200 to 299.',
    security: [],
    parameters: [
      header('webhook-id', 'Id of the event: the same at each attempt.'),
      header('webhook-timestamp', 'Seconds since 1970, of this attempt.'),
      header('webhook-signature', '`v1,` and an HMAC-SHA-256 in base64; two while the secret changes.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: bodyOf(type, event) } } },
    responses: { '2XX': { description: 'Taken. Any other answer counts as a failed attempt.' } },
  };
}

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

function bodyOf(type: string, { data, details, links }: EventSchema): TSchema {
  const paths = Object.entries(links).map(([name, path]) => [
    name,
    Type.String({ description: 'A path.', examples: [path] }),
  ]);
  const members = {
    ...data,
    links: Type.Object(Object.fromEntries(paths), { description: 'Paths on the service.' }),
    ...(details && {
      details: Type.Optional(Type.Object(details, { description: 'Where the webhook asks for them, and they exist.' })),
    }),
  };
  return Type.Object({
    id: text('The same as `webhook-id`.'),
    type: Type.Unsafe<string>({ type: 'string', const: type }),
    createdAt: time('When it happened.'),
    timestamp: time('The same as `createdAt`, by the name that Standard Webhooks has.'),
    data: Type.Object(members),
  });
}
