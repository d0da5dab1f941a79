import { Type } from 'typebox';
import { MAX_COUNTRIES, MAX_OTHER_NAMES, MAX_REASON, MAX_TITLE } from '../../../domain/own-list.ts';
import { count, IDENTIFIERS, nullableText, oneOf, optional, time } from '../members.ts';

/** Blanks around a name do not count for its 200 characters. */
const MAX_NAME_BYTES = 1_000;

export const LIST_NAME = Type.String({
  examples: ['former-customers'],
  maxLength: 64,
  pattern: '^[a-z0-9-]{1,64}$',
  description: 'The name of the list: 1 to 64 of `a-z0-9-`.',
});
export const ENTRY_ID = Type.String({
  examples: ['C-4711'],
  maxLength: 128,
  pattern: '^(?!\\.{1,2}$)[A-Za-z0-9._:@/-]{1,128}$',
  description: 'The id of the entry in its list: 1 to 128 letters, digits or any of `._:@/-`.',
});

const entityType = oneOf(['Individual', 'Organization'], 'Under which type it is found.');
const version = count('Of all own lists of the account when this changed last; it rises with every change.');
const TIMES = { createdAt: time('When it was made.'), updatedAt: time('When it changed last.') };

export const OwnListBody = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: MAX_TITLE, description: 'Stands in `sources` of a match.' }),
    description: optional(Type.String({ maxLength: MAX_REASON })),
    enabled: optional(Type.Boolean({ default: true, description: 'A list that is switched off finds nobody.' })),
  },
  {
    $id: 'OwnListBody',
    additionalProperties: false,
    examples: [{ title: 'Former customers', description: 'Ended by us, with the reason.' }],
  },
);

export const OwnListView = Type.Object(
  {
    list: LIST_NAME,
    title: Type.String(),
    description: nullableText('What the list is for.'),
    enabled: Type.Boolean({ description: 'False: it finds nobody.' }),
    entries: count('How many entries it has.'),
    version,
    ...TIMES,
  },
  {
    $id: 'OwnList',
    examples: [
      {
        list: 'former-customers',
        title: 'Former customers',
        description: null,
        enabled: true,
        entries: 412,
        version: 7,
        createdAt: '2026-11-20T09:15:02.120Z',
        updatedAt: '2026-11-26T16:01:44.871Z',
      },
    ],
  },
);

const ENTRY_EXAMPLE = {
  name: 'Jon Example',
  entityType: 'Individual',
  otherNames: ['Jon Q. Example'],
  dateOfBirth: '1970-01-31',
  countries: ['SE'],
  identifiers: [{ type: 'passport', value: 'X1234567', country: 'SE' }],
  reason: 'Chargebacks in 2025.',
  until: '2031-12-31',
};

export const OwnEntryBody = Type.Object(
  {
    name: Type.String({ maxLength: MAX_NAME_BYTES, description: '1 to 200 characters with a letter or digit.' }),
    entityType,
    otherNames: optional(
      Type.Array(Type.String({ maxLength: MAX_NAME_BYTES }), {
        maxItems: MAX_OTHER_NAMES,
        description: 'Found like the name.',
      }),
    ),
    dateOfBirth: optional(Type.String({ format: 'birth-date', description: 'ISO 8601: a day, a month or a year.' })),
    countries: optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: MAX_COUNTRIES,
        description: 'ISO 3166-1 codes or names.',
      }),
    ),
    identifiers: optional(IDENTIFIERS),
    reason: optional(Type.String({ maxLength: MAX_REASON, description: 'Why it stands here.' })),
    until: optional(
      Type.String({ maxLength: 10, description: 'The last day (UTC) on which it matches, `YYYY-MM-DD`.' }),
    ),
  },
  { $id: 'OwnEntryBody', additionalProperties: false, examples: [ENTRY_EXAMPLE] },
);

export const OwnEntryView = Type.Object(
  {
    id: ENTRY_ID,
    name: Type.String(),
    entityType,
    otherNames: Type.Array(Type.String()),
    dateOfBirth: nullableText('`YYYY`, `YYYY-MM` or `YYYY-MM-DD`.'),
    countries: Type.Array(Type.String()),
    identifiers: IDENTIFIERS,
    reason: nullableText('Why it stands here.'),
    until: nullableText('The last day on which it matches; null: for ever.', 'date'),
    version,
    ...TIMES,
  },
  {
    $id: 'OwnEntry',
    examples: [
      {
        id: 'C-4711',
        ...ENTRY_EXAMPLE,
        version: 7,
        createdAt: '2026-11-20T09:15:02.120Z',
        updatedAt: '2026-11-26T16:01:44.871Z',
      },
    ],
  },
);

export const OwnListImportView = Type.Object(
  {
    read: count('Rows of the file.'),
    added: count('Entries that are new.'),
    changed: count('Entries that are otherwise than before.'),
    removed: count('Entries that left the list.'),
    refused: Type.Array(
      Type.Object({
        row: Type.Integer({ minimum: 1, description: 'Its number in the file, without the header.' }),
        reason: Type.String({ description: 'A sentence.' }),
      }),
      { description: 'Rows that are no entries. What the list has under their ids stays.' },
    ),
  },
  {
    $id: 'OwnListImport',
    examples: [{ read: 412, added: 3, changed: 1, removed: 0, refused: [{ row: 17, reason: 'The name is missing.' }] }],
  },
);
