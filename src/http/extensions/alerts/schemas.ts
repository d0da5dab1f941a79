import { type Static, Type } from 'typebox';
import { REASON_CODES } from '../../../domain/alert.ts';
import { ALERT_STATES } from '../../../domain/alert-state.ts';
import { ref } from '../../wire/schemas.ts';
import { EXPLANATION_EXAMPLE, MatchExplanation } from '../evidence.ts';
import { ENTRY_MEMBERS, nullableText, oneOf, optional, time } from '../members.ts';

const MAX_COMMENT_LENGTH = 4_000;

export const STATE = oneOf(
  ALERT_STATES,
  '`open` and `escalated` wait for a person; `delisted`: the entity has left its list.',
);

const ALERT_EXAMPLE = {
  id: 17,
  state: 'dismissed' as const,
  subject: {
    name: 'Jon Example',
    entityType: 'Individual' as const,
    dateOfBirth: '1990-05-05T00:00:00Z',
    customer: 'C-1',
  },
  entity: {
    name: 'John Quincy Example',
    sources: ['UN Security Council Consolidated List'],
    entries: [{ source: 'un-sc', id: 'QDi.999', url: null, listedOn: '2014-11-21', programme: 'Al-Qaida' }],
  },
  score: 91.25,
  openedAt: '2026-11-20T09:15:02.120Z',
  updatedAt: '2026-11-21T14:02:45.004Z',
  assignee: null,
  explanation: EXPLANATION_EXAMPLE,
  changes: [],
  proposal: null,
  escalation: null,
  waitingSince: '2026-11-20T09:15:02.120Z',
  dueAt: null,
  history: [
    { at: '2026-11-20T09:15:02.120Z', actor: 'service', action: 'opened' as const, reason: null, comment: null },
    {
      at: '2026-11-21T14:02:45.004Z',
      actor: 'ana@harbour.example',
      action: 'dismissed' as const,
      reason: 'other-birth-date' as const,
      comment: 'Our customer was born in 1990.',
    },
  ],
};

const Subject = Type.Object(
  {
    name: Type.String({ description: 'As it was decided on; as it was screened last where nobody decided.' }),
    entityType: oneOf(['Individual', 'Organization'], 'Person or organisation.'),
    dateOfBirth: nullableText('As it was screened; null where none was supplied.'),
    customer: nullableText('Reference of the customer; null for a screening without one.'),
  },
  { description: 'Who was screened.' },
);

const Entity = Type.Object(
  {
    name: Type.String({ description: 'Primary name.' }),
    sources: Type.Array(Type.String(), { description: 'Names of its lists.' }),
    entries: Type.Array(Type.Object(ENTRY_MEMBERS), { description: 'The list entries that are this entity.' }),
  },
  { description: 'The listed entity as it was seen last.' },
);

const reason = Type.Unsafe<(typeof REASON_CODES)[number] | null>({
  type: ['string', 'null'],
  enum: [...REASON_CODES, null],
  description: 'Code of the reason; null where none was given.',
});
const actor = Type.String({
  description: 'Address of a person of the dashboard (`user:ID` once it is gone), `key:ID`, or `service`.',
});
const comment = nullableText('In the words of whoever decided.');

const Step = Type.Object({
  at: time('When.'),
  actor,
  action: Type.String({
    description:
      '`opened`, `seen` (found again), `confirmed`, `dismissed`, `escalated`, `reopened`, `commented`, `remembered`, `changed`, `delisted`, `relisted`, `renamed` (the customer was changed), `proposed-confirmed`, `proposed-dismissed`, `refused` or `lapsed` (the proposal fell, since other facts were found).\nOf `opened` by monitoring, `changed`, `renamed` and `lapsed` the comment says what changed, a sentence a line.',
  }),
  reason,
  comment,
});

const Proposal = Type.Object({
  at: time('When.'),
  actor,
  decision: oneOf(['confirmed', 'dismissed'], 'What is proposed.'),
  reason,
  comment,
});

const Escalation = Type.Object({
  at: time('When.'),
  actor,
  to: Type.String({ description: '`owner`, `analyst` or the address of a person.' }),
});

const ALERT = {
  id: Type.Integer({ minimum: 1, description: 'Unique, never given again.' }),
  state: STATE,
  subject: Subject,
  entity: Entity,
  score: Type.Number({ minimum: 0, maximum: 100, description: 'Of the match when it was seen last.' }),
  openedAt: time('When the match was found first.'),
  updatedAt: time('When it was seen or changed last.'),
  assignee: nullableText('Who is to decide; null where nobody was named.'),
  explanation: ref(MatchExplanation),
  changes: Type.Array(Type.String(), {
    description: 'Why it was opened again: what changed on the lists or of the customer, sentences.',
  }),
  proposal: Type.Unsafe<Static<typeof Proposal> | null>({
    ...Proposal,
    type: ['object', 'null'],
    description: 'A decision that waits for a second person; null where none does.',
  }),
  escalation: Type.Unsafe<Static<typeof Escalation> | null>({
    ...Escalation,
    type: ['object', 'null'],
    description: 'Who has to decide. It stays until somebody else acts: who escalated does not dismiss.',
  }),
  waitingSince: time('Since when it waits: it was opened, or opened again.'),
  dueAt: nullableText('When a decision is due; null without due dates, and once it is decided.', 'date-time'),
  history: Type.Array(Step, { description: 'Oldest first: the opening and at most the newest 500 steps after it.' }),
};

export const AlertView = Type.Object(ALERT, { $id: 'Alert', examples: [ALERT_EXAMPLE] });

const PROPOSED_EXAMPLE = {
  status: 'awaiting-second' as const,
  ...ALERT_EXAMPLE,
  state: 'open' as const,
  proposal: {
    at: '2026-11-21T14:02:45.004Z',
    actor: 'key:J2HT8DA1CWM1',
    decision: 'dismissed' as const,
    reason: 'other-birth-date' as const,
    comment: null,
  },
  history: ALERT_EXAMPLE.history.slice(0, 1),
};

export const ProposedAlert = Type.Object(
  { status: oneOf(['awaiting-second'], 'A second person has to accept it in the dashboard.'), ...ALERT },
  { $id: 'ProposedAlert', examples: [PROPOSED_EXAMPLE] },
);

const DECISION_EXAMPLE = { decision: 'dismissed', reason: 'other-birth-date', comment: 'Born in 1990.' };

export const AlertDecision = Type.Object(
  {
    decision: oneOf(
      ['confirmed', 'dismissed', 'escalated', 'reopened'],
      '`confirmed`: the same. `dismissed`: another, or nothing that matters. `escalated`: somebody else has to decide. `reopened`: undone.',
    ),
    reason: oneOf(REASON_CODES, 'Why.'),
    comment: optional(
      Type.String({ maxLength: MAX_COMMENT_LENGTH, description: 'In your words; blanks around it are cut.' }),
    ),
    to: optional(
      Type.String({
        maxLength: 254,
        description:
          'With `escalated`: `owner`, `analyst` or the address of somebody who may decide; `owner` by default.',
      }),
    ),
    remember: optional(
      Type.Boolean({
        default: false,
        description: 'With `dismissed`: also settles other alerts of the same name, type and birth date.',
      }),
    ),
  },
  { $id: 'AlertDecision', additionalProperties: false, examples: [DECISION_EXAMPLE] },
);

const MANY_DECISIONS_EXAMPLE = {
  ids: [17, 18],
  decision: 'dismissed' as const,
  reason: 'other-person' as const,
};

export const ManyDecisions = Type.Object(
  {
    ids: Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Ids of alerts, each once.',
    }),
    decision: AlertDecision.properties.decision,
    reason: AlertDecision.properties.reason,
    comment: AlertDecision.properties.comment,
  },
  { $id: 'ManyDecisions', additionalProperties: false, examples: [MANY_DECISIONS_EXAMPLE] },
);

const DECIDED_ALERTS_EXAMPLE = {
  items: [
    { id: 17, outcome: 'decided' as const, state: 'dismissed' as const },
    { id: 18, outcome: 'undecidable' as const, state: null },
  ],
};

export const DecidedAlerts = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer({ minimum: 1, description: 'As it was sent.' }),
        outcome: oneOf(
          ['decided', 'awaiting-second', 'undecidable', 'not-found'],
          '`awaiting-second`: a second person has to accept it. `undecidable`: its state does not allow the decision.',
        ),
        state: Type.Unsafe<(typeof ALERT_STATES)[number] | null>({
          type: ['string', 'null'],
          enum: [...ALERT_STATES, null],
          description: 'The state now; null where nothing was decided.',
        }),
      }),
      { maxItems: 100, description: 'In the order of `ids`.' },
    ),
  },
  { $id: 'DecidedAlerts', examples: [DECIDED_ALERTS_EXAMPLE] },
);

export const AlertAssignment = Type.Object(
  {
    assignee: Type.Optional(
      nullableText('Address of an owner or analyst of the account; null or left out: nobody works on it.'),
    ),
  },
  { $id: 'AlertAssignment', additionalProperties: false, examples: [{ assignee: 'ana@harbour.example' }] },
);
