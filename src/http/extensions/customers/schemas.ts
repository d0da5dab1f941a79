import { Type } from 'typebox';
import {
  CUSTOMER_CATEGORIES,
  CUSTOMER_STATES,
  type CustomerCategory,
  type CustomerState,
  MAX_OTHER_NAMES,
  NEW_CUSTOMER_REFERENCE,
} from '../../../domain/customer.ts';
import type { EntityType } from '../../../domain/entity-type.ts';
import { DEFAULT_MIN_SCORE } from '../../../screening/query.ts';
import { BIRTH_DATE, ref, Screening } from '../../wire/schemas.ts';
import { IDENTIFIERS, oneOf, optional, time } from '../members.ts';

/** Blanks around a name do not count for its 200 characters. */
const MAX_NAME_BYTES = 1_000;

export const REFERENCE = Type.String({
  examples: ['C-1'],
  minLength: 1,
  maxLength: 128,
  pattern: '^[A-Za-z0-9._:@-]*$',
  description: 'Your own name for the customer: 1 to 128 letters, digits and `._:@-`.',
});
export const NEW_REFERENCE = Type.String({
  examples: ['C-1'],
  minLength: 1,
  maxLength: 128,
  pattern: NEW_CUSTOMER_REFERENCE.source,
  description: 'Your own name for the customer: 1 to 128 letters, digits and `._:@-`, but neither `.` nor `..`.',
});
export const STATE = Type.Unsafe<CustomerState>({
  type: 'string',
  enum: [...CUSTOMER_STATES],
  description: '`open`: an alert waits for a person. `confirmed`: one was confirmed.',
});

const entityType = Type.Unsafe<EntityType>({
  type: 'string',
  enum: ['Individual', 'Organization'],
  description: 'Which kind of entry is searched.',
});
const categories = {
  type: 'array',
  items: { type: 'string', enum: [...CUSTOMER_CATEGORIES] },
  description: 'Categories of lists that count, all by default. `adverse-media`: also the news.',
} as const;

const BODY_EXAMPLE = {
  name: 'Jon Example',
  entityType: 'Individual',
  dateOfBirth: '1970-01-31',
  otherNames: ['Jon Q. Example'],
  categories: ['sanctions', 'pep'],
  minScore: 75,
  monitored: true,
};

export const CustomerBody = Type.Object(
  {
    name: Type.String({
      maxLength: MAX_NAME_BYTES,
      description: '1 to 200 characters (Unicode code points) after trimming, at least one of them a letter or digit.',
    }),
    entityType,
    dateOfBirth: optional(
      Type.String({
        format: 'birth-date',
        description: BIRTH_DATE,
      }),
    ),
    otherNames: optional(
      Type.Array(Type.String({ maxLength: MAX_NAME_BYTES }), {
        maxItems: MAX_OTHER_NAMES,
        description: 'Screened like the name.',
      }),
    ),
    identifiers: optional(IDENTIFIERS),
    categories: optional(Type.Unsafe<CustomerCategory[]>({ ...categories, minItems: 1, uniqueItems: true })),
    minScore: optional(
      Type.Number({ minimum: 0, maximum: 100, default: DEFAULT_MIN_SCORE, description: 'Lowest score of a match.' }),
    ),
    monitored: optional(Type.Boolean({ default: true, description: 'Compared whenever the lists change.' })),
  },
  { $id: 'CustomerBody', additionalProperties: false, examples: [BODY_EXAMPLE] },
);

const LISTED_EXAMPLE = {
  reference: 'C-1',
  name: 'Jon Example',
  entityType: 'Individual' as const,
  dateOfBirth: '1970-01-31T00:00:00Z',
  otherNames: ['Jon Q. Example'],
  identifiers: [{ type: 'passport', value: 'X1234567', country: 'SE' }],
  categories: ['pep', 'sanctions'] as CustomerCategory[],
  minScore: 75,
  monitored: true,
  state: 'open' as const,
  createdAt: '2026-11-20T09:15:02.120Z',
  updatedAt: '2026-11-20T09:15:02.120Z',
  screeningId: 4711,
};

const LISTED = {
  reference: Type.String({ description: 'Your own name for the customer.' }),
  name: Type.String({ description: 'The name that is screened.' }),
  entityType,
  dateOfBirth: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'As supplied; null where none was.',
  }),
  otherNames: Type.Array(Type.String(), { description: 'Names that are screened like it.' }),
  identifiers: IDENTIFIERS,
  categories: Type.Unsafe<CustomerCategory[]>(categories),
  minScore: Type.Number({ minimum: 0, maximum: 100, description: 'Lowest score of a match.' }),
  monitored: Type.Boolean({ description: 'Compared whenever the lists change.' }),
  state: STATE,
  createdAt: time('When the customer was made.'),
  updatedAt: time('When its content or its state changed last.'),
  screeningId: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Id of its newest screening; null where that was deleted.',
  }),
};

export const ListedCustomer = Type.Object(LISTED, { $id: 'ListedCustomer', examples: [LISTED_EXAMPLE] });

const screening = Screening as typeof Screening & { examples: unknown[] };
const CUSTOMER_EXAMPLE = { ...LISTED_EXAMPLE, screening: screening.examples[0] };

export const CustomerView = Type.Object(
  { ...LISTED, screening: Type.Union([ref(Screening), Type.Null()], { description: 'The record of that screening.' }) },
  { $id: 'Customer', examples: [CUSTOMER_EXAMPLE] },
);

const AWAITING_EXAMPLE = {
  status: 'awaiting-second' as const,
  ...LISTED_EXAMPLE,
  proposal: { at: '2026-11-21T14:02:45.004Z', actor: 'key:J2HT8DA1CWM1', change: 'changed' as const },
};

export const AwaitingCustomer = Type.Object(
  {
    status: oneOf(['awaiting-second'], 'A second person has to accept it in the dashboard.'),
    ...LISTED,
    proposal: Type.Object(
      {
        at: time('When it was proposed.'),
        actor: Type.String({ description: 'Address of a person of the dashboard, or `key:ID`.' }),
        change: oneOf(['changed', 'deleted'], 'What is to become of the customer.'),
      },
      { description: 'What waits.' },
    ),
  },
  { $id: 'AwaitingCustomer', examples: [AWAITING_EXAMPLE] },
);
