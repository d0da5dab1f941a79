import { type TSchema, Type } from 'typebox';
import { MAX_ITEMS } from '../../../bulk/items.ts';
import type { BatchKind, BatchStatus } from '../../../domain/batch.ts';
import { MAX_OTHER_NAMES } from '../../../domain/customer.ts';
import { DEFAULT_MIN_SCORE } from '../../../screening/query.ts';
import { ODS_TYPE, WORKBOOK_TYPE } from '../../../spreadsheets/as-csv.ts';
import { Match, ref } from '../../wire/schemas.ts';
import { count, IDENTIFIERS, nullable, nullableText, oneOf, optional } from '../members.ts';

export const BATCH_EXAMPLE = {
  id: '7a0a4b9e-3f0c-4f67-9d5e-2f7c7f3a1c55',
  kind: 'screenings' as const,
  title: null,
  actor: 'key:J2HT8DA1CWM1',
  status: 'running' as const,
  total: 1000,
  done: 412,
  matched: 3,
  failed: 1,
  createdAt: '2026-11-22T18:52:35.420Z',
  endedAt: null,
};

export const Batch = Type.Object(
  {
    id: Type.String({ description: 'Id of the batch.' }),
    kind: Type.Unsafe<BatchKind>({
      type: 'string',
      enum: ['screenings', 'customers'],
      description: 'What its rows become.',
    }),
    title: nullableText('Name of the file, where it was sent in the dashboard.'),
    actor: Type.String({ description: 'Who sent it: address of a person of the dashboard, or `key:ID`.' }),
    status: Type.Unsafe<BatchStatus>({
      type: 'string',
      enum: ['queued', 'running', 'waiting-for-quota', 'done', 'cancelled'],
      description:
        'Batches of an account are worked on one after another.\n`waiting-for-quota`: it goes on within a minute of a renewal or a higher quota.',
    }),
    total: count('Rows that were sent.'),
    done: count('Rows with an outcome, refused ones too; it never goes back.'),
    matched: count('Rows with at least one match.'),
    failed: count('Rows that were refused; the results say why.'),
    createdAt: Type.String({ format: 'date-time', description: 'When it was sent, UTC.' }),
    endedAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When its last row had an outcome, or when it was stopped.',
    }),
  },
  { $id: 'Batch', examples: [BATCH_EXAMPLE] },
);

/** A reader of its own looks at the members, row by row, so that one wrong row is refused alone. */
const item = Type.Object(
  {
    reference: optional(Type.String({ description: 'Your own name for the row; it comes back in the results.' })),
    name: Type.Optional(Type.String({ description: 'As in a screening; a row without one is refused.' })),
    entityType: Type.Optional(oneOf(['Individual', 'Organization'], 'A row without one is refused.')),
    dateOfBirth: optional(Type.String({ description: 'As in a screening.' })),
    identifiers: optional(IDENTIFIERS),
    otherNames: optional(
      Type.Array(Type.String(), { maxItems: MAX_OTHER_NAMES, description: 'Searched like the name.' }),
    ),
    minScore: optional(
      Type.Number({ minimum: 0, maximum: 100, default: DEFAULT_MIN_SCORE, description: 'Lowest score of a match.' }),
    ),
  },
  { description: 'A row. What is wrong with one row refuses that row alone, and its result says why.' },
);

const items = Type.Object({
  items: Type.Array(item, { minItems: 1, maxItems: MAX_ITEMS, description: 'The rows, in their order.' }),
});

const workbookOf = (kind: string) => ({
  schema: {
    format: 'binary',
    description: `${kind} of at most 64 MiB, with the same columns. Of several sheets the first visible one with such a header counts.`,
  },
});
/** Files of names beside CSV, by media type. */
export const WORKBOOKS = {
  [WORKBOOK_TYPE]: workbookOf('An Excel workbook (.xlsx)'),
  [ODS_TYPE]: workbookOf('A spreadsheet of LibreOffice (.ods)'),
};

const MAX_SHEET_NAME = 255;
/** What a route takes that takes workbooks. */
export const SHEET_QUERY = {
  sheet: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SHEET_NAME,
      description:
        'Name of the sheet, where the file is a workbook and it is not the first one that fits. Refused with a body that is no workbook.',
    }),
  ),
};

/** A list of items, or a file. */
export const BATCH_BODY = Type.Unsafe<unknown>({
  content: {
    'application/json': {
      schema: {
        ...items,
        examples: [
          {
            items: [
              { reference: 'c-17', name: 'Jon Q. Example', entityType: 'Individual', dateOfBirth: '1970-01-31' },
              { reference: 'c-18', name: 'Example Trading Ltd', entityType: 'Organization', minScore: 80 },
            ],
          },
        ],
      },
    },
    'text/csv': {
      schema: {
        description:
          'A header and at most 1,000,000 rows, at most 256 MiB. Columns: name, entityType, and optionally id, dateOfBirth and identifiers (`type:value`, several with `|` between). Comma or semicolon, UTF-8 or UTF-16.',
        examples: ['id,name,entityType,dateOfBirth\nc-17,Jon Q. Example,Individual,1970-01-31\n'],
      },
    },
    ...WORKBOOKS,
  },
} as TSchema);

export const IMPORT_BODY = Type.Unsafe<unknown>({
  content: {
    'text/csv': {
      schema: {
        description: 'A header and at most 1,000,000 rows, at most 256 MiB. Comma or semicolon, UTF-8 or UTF-16.',
        examples: ['id,name,entityType,dateOfBirth\nc-17,Jon Q. Example,Individual,1970-01-31\n'],
      },
    },
    ...WORKBOOKS,
  },
} as TSchema);

const RESULT_EXAMPLE = {
  row: 2,
  reference: 'c-18',
  screeningId: 4712,
  hasMatch: false,
  matchCount: 0,
  highestScore: 0,
  matches: [],
  error: null,
  code: null,
  notes: [],
};

export const BatchResult = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: 'Place of the row among those that were sent, from 1.' }),
    reference: Type.String({ description: 'Your own name for the row; empty where it had none.' }),
    screeningId: nullable<number>('integer', 'The record; null for a row without one.'),
    hasMatch: nullable<boolean>('boolean', 'Null for a row without a record.'),
    matchCount: nullable<number>('integer', 'Number of matches; null for a row without a record.'),
    highestScore: nullable<number>('number', 'Best score, 0 without a match; null for a row without a record.'),
    matches: Type.Array(ref(Match), { description: 'All matches, best first.' }),
    error: nullableText('Why it was refused; null for every other row, also one that waits.'),
    code: nullableText('The same as a code in kebab-case, such as `name-missing`; null where `error` is.'),
    notes: Type.Array(Type.String(), {
      description:
        'What else is to be known, such as a vessel of the name. What was said of the lists stands in the explanation.',
    }),
  },
  { $id: 'BatchResult', examples: [RESULT_EXAMPLE] },
);

/** A text of lines, of which each is such a result as JSON. */
export const RESULT_LINES = Type.String({
  description: 'A `BatchResult` a line, as JSON.',
  contentMediaType: 'application/x-ndjson',
  contentSchema: ref(BatchResult),
  examples: [`${JSON.stringify(RESULT_EXAMPLE)}\n`],
});
/** The same as CSV. */
export const RESULT_TABLE = Type.String({
  description: 'A header with the members of a `BatchResult`, and a line for each; `matches` is JSON.',
  contentMediaType: 'text/csv',
});
/** The same for people: the rows as the dashboard gives them, and a sheet of all matches. */
export const RESULT_WORKBOOK = Type.Unsafe<string>({
  type: 'string',
  format: 'binary',
  description: 'An Excel workbook: a sheet of the rows with their best matches, and a sheet of all matches.',
});
