import { type Static, type TSchema, Type } from 'typebox';
import { RECORD_REFERENCE, REFERENCE_FORM } from '../../domain/record-reference.ts';
import { DEFAULT_MIN_SCORE, LETTER_OR_DIGIT, MAX_MATCHES, MAX_NAME_LENGTH } from '../../screening/query.ts';
import { MATCH } from './examples.ts';

/**
 * What goes over the wire. One schema is validator, serialiser, static type and OpenAPI document; the descriptions and
 * examples are part of that document.
 */

const EntityTypeSchema = Type.Union([Type.Literal('Individual'), Type.Literal('Organization')]);
const entityType = (description: string) =>
  Type.Unsafe<Static<typeof EntityTypeSchema>>({ type: 'string', enum: ['Individual', 'Organization'], description });
const score = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });
const recordId = (description: string) => Type.Integer({ minimum: 1, description, examples: [4711] });
/** What a date of birth may be that somebody sends. The format `birth-date` checks it. */
export const BIRTH_DATE =
  'ISO 8601 date-time, with or without offset, or a date alone, in the extended or basic format (`1984-01-08`, `19840108`), or a month or year alone (`1984-01`, `1984`). It is not to come. The day that is compared is the one written. Null is the same as leaving it out.';
const timestamp = (description: string) => Type.String({ format: 'date-time', description });
const nullable = (schema: { type: string; description: string }) =>
  Type.Unsafe<string | null>({ ...schema, type: [schema.type, 'null'] });

/** Of a POST that does something once, however often it is sent. */
export const IdempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: '^[\\x20-\\x7E]*$',
      description:
        'Up to 128 printable characters, kept for 24 hours.\nThe same key and body give the first answer again.',
    }),
  ),
});

const REFERENCE_TEXT = `What you call the record by: ${REFERENCE_FORM}.`;
/** What a caller calls a record by, in a body or form. */
export const RecordReference = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: 128,
  pattern: RECORD_REFERENCE.source,
  description: REFERENCE_TEXT,
});
const reference = Type.Optional(Type.String({ description: 'As it was sent; present only where one was.' }));

export const ScreeningRequest = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: LETTER_OR_DIGIT.source,
      description:
        'Person or organisation to screen; 1 to 200 characters (Unicode code points) after trimming, at least one of them a letter or digit.',
    }),
    entityType: entityType('Which kind of entry is searched.'),
    dateOfBirth: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'birth-date',
        description: BIRTH_DATE,
      }),
    ),
    minScore: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['number', 'null'],
        minimum: 0,
        maximum: 100,
        default: DEFAULT_MIN_SCORE,
        description: 'Lowest score of a match, inclusive. Null is the same as leaving it out.',
      }),
    ),
    reference: Type.Optional(RecordReference),
  },
  {
    $id: 'ScreeningRequest',
    examples: [{ name: 'Jon Q. Example', entityType: 'Individual', dateOfBirth: '1970-01-31T00:00:00Z', minScore: 75 }],
  },
);

export const Match = Type.Object(
  {
    name: Type.String({ description: 'Primary name of the watchlist entry.' }),
    score: score('Match confidence, 0 to 100, at most two decimals.'),
    entityType: entityType('Kind of the entry.'),
    sources: Type.Array(Type.String(), { description: 'Names of the lists that the entry comes from.' }),
    dateOfBirth: Type.Optional(
      Type.String({ format: 'date', description: 'Present where a list knows the full date.' }),
    ),
    nationality: Type.Optional(
      Type.String({ description: 'Country code or nationality as the list writes it, where it does.' }),
    ),
  },
  { $id: 'Match', examples: [MATCH] },
);

const outcome = {
  hasMatch: Type.Boolean({ description: 'True where there is at least one match.' }),
  matchCount: Type.Integer({ minimum: 0, maximum: MAX_MATCHES, description: 'Number of matches recorded.' }),
  highestScore: score('Best score; 0 without a match.'),
};

const screened = {
  id: recordId('Unique screening id.'),
  name: Type.String({ description: 'The name that was screened.' }),
  entityType: entityType('The kind that was searched.'),
  dateOfBirth: Type.Optional(Type.String({ description: 'As supplied; a bare date comes back with `T00:00:00Z`.' })),
};

export const Screening = Type.Object(
  {
    ...screened,
    minScore: score('The threshold that was used.'),
    ...outcome,
    createdAt: timestamp('When the screening was made, UTC.'),
    matches: Type.Array(ref(Match), { description: 'All matches, best first.' }),
    reference,
  },
  {
    $id: 'Screening',
    examples: [
      {
        id: 4711,
        name: 'Jon Example',
        entityType: 'Individual',
        dateOfBirth: '1970-01-31T00:00:00Z',
        minScore: 75,
        hasMatch: true,
        matchCount: 1,
        highestScore: MATCH.score,
        createdAt: '2026-01-02T03:04:05.678Z',
        matches: [MATCH],
      },
    ],
  },
);

export const ListedScreening = Type.Object(
  {
    ...screened,
    ...outcome,
    createdAt: timestamp('When the screening was made, UTC.'),
    matches: Type.Array(ref(Match), { maxItems: 10, description: 'The best matches, at most 10.' }),
    reference,
  },
  { $id: 'ListedScreening' },
);

const ScreeningCreated = Type.Object(
  {
    id: recordId('Id of the screening record that was stored.'),
    ...outcome,
    matches: Type.Array(ref(Match), { maxItems: MAX_MATCHES, description: 'Matches, best first.' }),
    remainingRequests: Type.Integer({ minimum: 0, description: 'What is left of the quota in this period.' }),
  },
  { $id: 'ScreeningCreated' },
);

export const ScreeningEnvelope = envelope('ScreeningEnvelope', ScreeningCreated);

export const FailureEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String({ description: 'What happened, in words.' }),
    data: Type.Null(),
    errors: Type.Array(Type.String(), { description: 'Each problem as a sentence of its own.' }),
  },
  {
    $id: 'FailureEnvelope',
    examples: [{ success: false, message: 'Validation failed.', data: null, errors: ['name is missing.'] }],
  },
);

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'URI that identifies the kind of problem.' }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    requestId: Type.String({ description: 'The same as in the header X-Request-Id.' }),
  },
  {
    $id: 'Problem',
    examples: [
      {
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: 'Screening 4711 was not found.',
        requestId: '0b0c6d1e-6a52-4a0e-9f0c-0d6f9b0b7a51',
      },
    ],
  },
);

const summary = {
  documentType: nullable({ type: 'string', description: 'Passport, Driver License, National ID, Residence Permit.' }),
  fullName: nullable({ type: 'string', description: 'Name as on the document.' }),
  dateOfBirth: nullable({ type: 'string', description: 'ISO 8601 date.' }),
  country: nullable({ type: 'string', description: 'Issuing country.' }),
};

const ExtractedDataSummary = Type.Object(summary, { $id: 'ExtractedDataSummary' });

const ExtractedData = Type.Object(
  {
    documentType: summary.documentType,
    documentNumber: nullable({ type: 'string', description: 'Document number.' }),
    fullName: summary.fullName,
    dateOfBirth: summary.dateOfBirth,
    expiryDate: nullable({ type: 'string', description: 'ISO 8601 date.' }),
    country: summary.country,
    region: nullable({ type: 'string', description: 'State or province.' }),
    address: nullable({ type: 'string', description: 'Address on the document.' }),
    nationality: nullable({ type: 'string', description: 'Nationality or citizenship.' }),
    sex: nullable({ type: 'string', description: 'Gender marker: M, F, X.' }),
  },
  { $id: 'ExtractedData', description: 'Null where absent from the document or unreadable.' },
);

const verdict = {
  faceMatch: Type.Boolean({ description: 'True where the selfie shows the face on the document.' }),
  matchConfidence: score('Confidence of the face match, 0 to 100.'),
  livenessScore: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 100,
    description: 'Null where liveness detection is unavailable.',
  }),
  status: Type.Unsafe<'Verified' | 'Not Verified' | 'Manual Review Required'>({
    type: 'string',
    enum: ['Verified', 'Not Verified', 'Manual Review Required'],
  }),
};

export const Verification = Type.Object(
  {
    id: recordId('Unique verification id.'),
    ...verdict,
    createdAt: timestamp('When the verification was made, UTC.'),
    extractedData: ref(ExtractedData),
    reference,
  },
  { $id: 'Verification' },
);

export const ListedVerification = Type.Object(
  {
    id: recordId('Unique verification id.'),
    ...verdict,
    createdAt: timestamp('When the verification was made, UTC.'),
    extractedData: ref(ExtractedDataSummary),
    reference,
  },
  { $id: 'ListedVerification' },
);

const VerificationCreated = Type.Object(
  {
    id: recordId('Id of the verification record that was stored.'),
    ...verdict,
    extractedData: ref(ExtractedData),
    remainingRequests: Type.Integer({ minimum: 0, description: 'What is left of the quota in this period.' }),
  },
  { $id: 'VerificationCreated' },
);

export const VerificationEnvelope = envelope('VerificationEnvelope', VerificationCreated);

export const RecordPath = Type.Object({
  id: Type.Unsafe<string>({ type: 'integer', minimum: 1, description: 'Id of the record.' }),
});

export const Health = Type.Object(
  { status: Type.String({ examples: ['ready'] }), reason: Type.Optional(Type.String()) },
  { $id: 'Health', examples: [{ status: 'ready' }] },
);

/** Every named schema, for the document's components. */
export const COMPONENTS: readonly TSchema[] = [
  ScreeningRequest,
  Match,
  Screening,
  ListedScreening,
  ScreeningCreated,
  ScreeningEnvelope,
  ExtractedData,
  ExtractedDataSummary,
  Verification,
  ListedVerification,
  VerificationCreated,
  VerificationEnvelope,
  FailureEnvelope,
  Problem,
  Health,
];

/** A reference to a named schema that keeps its static type. */
export function ref<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id}#` });
}

function envelope<T extends TSchema>(id: string, data: T) {
  return Type.Object(
    {
      success: Type.Literal(true),
      message: Type.String({ description: 'What happened, in words; also what to know about the lists.' }),
      data: ref(data),
      errors: Type.Null(),
    },
    { $id: id },
  );
}
