import { type Static, Type } from 'typebox';
import { AUTHENTICITY_IDS, type AuthenticityCheck } from '../../../verification/authenticity.ts';
import { ref } from '../../wire/schemas.ts';
import { CAPTURE_EXPLAINED } from '../captures/explained.ts';
import { EXPLANATION_EXAMPLE, FACTS_EXAMPLE, ListEntryFacts, MatchExplanation } from '../evidence.ts';
import { standing } from '../lists.ts';
import { ENTRY_MEMBERS, IDENTIFIERS, nullableText, oneOf } from '../members.ts';

const score = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

const ENTRY = {
  source: 'un-sc',
  id: 'QDi.999',
  url: 'https://main.un.org/securitycouncil/en/sanctions/1267/aq_sanctions_list/summaries/individual/example',
  listedOn: '2014-11-21',
  programme: 'Al-Qaida',
  facts: FACTS_EXAMPLE,
};

const SCREENING_EXPLANATION = {
  id: 4711,
  engine: '2.0.0',
  snapshot: '20261122T185233Z-cd4c0a0c',
  subject: { name: 'Jon Example', entityType: 'Individual' as const, dateOfBirth: '1990-05-05T00:00:00Z' },
  lists: [{ source: 'un-sc', state: 'real' as const, published: '2026-11-20T00:00:00.000Z' }],
  truncated: false,
  notes: ['A vessel with a matching name is on: UN Security Council Consolidated List.'],
  matches: [
    {
      name: 'John Quincy Example',
      score: 91.25,
      entries: [ENTRY],
      explanation: EXPLANATION_EXAMPLE,
      alert: { id: 17, state: 'open' },
    },
  ],
};

export const ScreeningExplanation = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the screening.' }),
    engine: Type.String({ description: 'Version of the engine that scored.' }),
    snapshot: Type.String({ description: 'Id of the snapshot of the lists that was searched.' }),
    subject: Type.Object(
      {
        name: Type.String({ description: 'As it was screened.' }),
        entityType: oneOf(['Individual', 'Organization'], 'Person or organisation.'),
        dateOfBirth: nullableText('As it was screened, a date or date-time; null where none was supplied.'),
        identifiers: Type.Optional(IDENTIFIERS),
      },
      { description: 'Who was screened.' },
    ),
    lists: Type.Array(
      Type.Object({
        source: Type.String({ description: 'Id of the list.' }),
        state: standing,
        published: nullableText('When the authority had published it; null where nothing told.', 'date-time'),
      }),
      { description: 'Every list as it stood when the screening was made.' },
    ),
    truncated: Type.Boolean({
      description: 'True where more than 200 entities qualified and only the best are recorded.',
    }),
    notes: Type.Array(Type.String(), {
      description: 'What else was to be known of the answer then, such as lists that were old or a vessel of the name.',
    }),
    matches: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Primary name of the entity.' }),
        score: score('The score of the match.'),
        entries: Type.Array(
          Type.Object({
            ...ENTRY_MEMBERS,
            facts: ref(ListEntryFacts),
          }),
          { description: 'The list entries that are this entity.' },
        ),
        explanation: ref(MatchExplanation),
        alert: Type.Unsafe<{ id: number; state: string } | null>({
          type: ['object', 'null'],
          required: ['id', 'state'],
          properties: {
            id: { type: 'integer', description: 'Id of the alert.' },
            state: { type: 'string', description: 'Its state once the screening was stored.' },
          },
          description: 'The alert of the match; null where it opened none.',
        }),
      }),
      { description: 'Every match, best first.' },
    ),
  },
  { $id: 'ScreeningExplanation', examples: [SCREENING_EXPLANATION] },
);

const FIELD = Type.Object({
  value: nullableText('As in `extractedData`.'),
  source: Type.Unsafe<'mrz' | 'barcode' | 'print' | null>({
    type: ['string', 'null'],
    enum: ['mrz', 'barcode', 'print', null],
    description: 'Part of the document that it was taken from; null where nothing was read or the record is old.',
  }),
  certainty: Type.Unsafe<'sure' | 'doubtful' | 'contradicted' | null>({
    type: ['string', 'null'],
    enum: ['sure', 'doubtful', 'contradicted', null],
    description:
      '`contradicted`: another part surely says something else. Null where nothing was read or the record is old.',
  }),
});
const BAND = Type.Object({
  review: score('Below it the verification fails.'),
  sure: score('From here on it passes; between the two it is reviewed.'),
});
const read = (value: string, source: 'mrz' | 'print') => ({ value, source, certainty: 'sure' as const });
const unread = { value: null, source: null, certainty: null };

const VERIFICATION_EXPLANATION = {
  id: 12,
  status: 'Manual Review Required' as const,
  reasons: [{ code: 'expired', text: 'The document expired on 2024-01-31.' }],
  fields: {
    documentType: read('Passport', 'mrz'),
    documentNumber: read('X1234567', 'mrz'),
    fullName: read('JOHN EXAMPLE', 'print'),
    dateOfBirth: read('1970-01-31', 'mrz'),
    expiryDate: read('2024-01-31', 'mrz'),
    country: read('SWE', 'mrz'),
    region: unread,
    address: unread,
    nationality: read('SWE', 'mrz'),
    sex: read('M', 'mrz'),
  },
  thresholds: { match: { review: 70, sure: 80 }, liveness: { review: 70, sure: 80 } },
  authenticity: [
    { id: 'check-digits', outcome: 'passed', detail: 'All 5 check digits of the machine-readable zone hold.' },
    {
      id: 'second-portrait',
      outcome: 'not-applicable',
      detail: 'No second portrait was found on the document.',
    },
  ] as AuthenticityCheck[],
};

export const VerificationExplanation = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the verification.' }),
    status: Type.Unsafe<'Verified' | 'Not Verified' | 'Manual Review Required'>({
      type: 'string',
      enum: ['Verified', 'Not Verified', 'Manual Review Required'],
      description: 'The result.',
    }),
    reasons: Type.Array(
      Type.Object({
        code: Type.String({ description: 'Stable, in kebab-case.' }),
        text: Type.String({ description: 'A sentence for a reviewer.' }),
      }),
      { description: 'Why it is not `Verified`, the weightiest first; empty where it is.' },
    ),
    fields: Type.Object(
      Object.fromEntries(Object.keys(VERIFICATION_EXPLANATION.fields).map((name) => [name, FIELD])) as Record<
        keyof typeof VERIFICATION_EXPLANATION.fields,
        typeof FIELD
      >,
      { description: 'Where each field was read, and how surely.' },
    ),
    thresholds: Type.Object({ match: BAND, liveness: BAND }, { description: 'What decided the scores.' }),
    authenticity: Type.Array(
      Type.Object({
        id: Type.Unsafe<AuthenticityCheck['id']>({
          type: 'string',
          enum: AUTHENTICITY_IDS,
          description: 'What was looked at.',
        }),
        outcome: Type.Unsafe<AuthenticityCheck['outcome']>({
          type: 'string',
          enum: ['passed', 'failed', 'doubtful', 'not-applicable'],
          description:
            '`passed`: nothing speaks against the document there. It never means that a document is genuine.',
        }),
        detail: Type.String({ description: 'What was found, a sentence.' }),
      }),
      { description: 'Checks of the document and the pictures. None says that a document is genuine.' },
    ),
    capture: Type.Optional(CAPTURE_EXPLAINED),
  },
  { $id: 'VerificationExplanation', examples: [VERIFICATION_EXPLANATION] },
);

export type FieldName = keyof typeof VERIFICATION_EXPLANATION.fields;
export type ExplainedField = Static<typeof FIELD>;
