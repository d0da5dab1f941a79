import { type Static, type TSchema, Type } from 'typebox';
import type { EntryKind, NameKind } from '../../domain/list-entry.ts';
import type { Evidence } from '../../domain/match.ts';
import { oneOf } from './members.ts';

const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));
const words = (description: string) => Type.Array(Type.String(), { description });
const maybe = (description: string) => Type.Optional(Type.String({ description }));
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
/** What a record of another version may have besides is shown as it is. */
const OPEN = { additionalProperties: true } as const;

export const EXPLANATION_EXAMPLE = {
  matchedName: 'John Quincy Example',
  matchedNameKind: 'primary',
  weakAlias: false,
  pairs: [
    {
      query: 'jon',
      entry: 'john',
      evidence: 'spelling' as const,
      similarity: 0.9,
      weight: 0.3,
      detail: 'edit distance 1',
    },
  ],
  unmatchedQuery: [],
  unmatchedEntry: ['quincy'],
  nameScore: 88.25,
  adjustments: [{ reason: 'the same date of birth', points: 3 }],
};

const KINDS: readonly Evidence[] = [
  'exact',
  'spelling',
  'transliteration',
  'phonetic',
  'nickname',
  'initial',
  'acronym',
  'alias-table',
  'joined',
  'legal-form',
];

export const MatchExplanation = Type.Object(
  {
    matchedName: text('The name of the entry that was compared, as the list writes it.'),
    matchedNameKind: text('What the list calls that name, such as `primary` or `alias`.'),
    weakAlias: Type.Boolean({ description: 'The list itself calls it a weak alias.' }),
    pairs: Type.Array(
      Type.Object(
        {
          query: text('A word as it was asked for.'),
          entry: text('The word of the entry that it fits.'),
          evidence: oneOf(KINDS, 'Why the two were paired.'),
          similarity: share('How alike they are, 0 to 1.'),
          weight: share('Part of this pair in the weight of the name, 0 to 1.'),
          detail: maybe('Which rule, such as `Cyrillic, BGN/PCGN`.'),
        },
        OPEN,
      ),
      { description: 'The words that were paired.' },
    ),
    unmatchedQuery: words('Words of the query that fit none.'),
    unmatchedEntry: words('Words of the entry that fit none.'),
    nameScore: Type.Number({ minimum: 0, maximum: 100, description: 'Similarity of the names alone, 0 to 100.' }),
    adjustments: Type.Array(
      Type.Object(
        { reason: text('Why, in words.'), points: Type.Number({ description: 'Added to the score; below 0 taken.' }) },
        OPEN,
      ),
      { description: 'What raised or lowered the score after that, in this order.' },
    ),
  },
  {
    ...OPEN,
    $id: 'MatchExplanation',
    description: 'Names paired word by word, and what raised or lowered the score.',
    examples: [EXPLANATION_EXAMPLE],
  },
);
export type MatchExplanation = Static<typeof MatchExplanation>;

export const FACTS_EXAMPLE = {
  source: 'un-sc',
  sourceName: 'UN Security Council Consolidated List',
  id: 'QDi.999',
  kind: 'person' as const,
  names: [{ full: 'John Quincy Example', kind: 'primary' as const }],
  birthDates: [{ date: '1970-01-31' }],
};

const ENTRY_KINDS: readonly EntryKind[] = ['person', 'organization', 'vessel', 'aircraft', 'unknown'];
const NAME_KINDS: readonly NameKind[] = [
  'primary',
  'alias',
  'former',
  'maiden',
  'original',
  'spelling',
  'nickname',
  'acronym',
];

export const ListEntryFacts = Type.Object(
  {
    source: text('Id of the list.'),
    sourceName: text('Name of the list, as in `sources`.'),
    id: text("The list's own id of the entry."),
    kind: oneOf(ENTRY_KINDS, 'What is listed.'),
    names: Type.Array(
      Type.Object(
        {
          full: text('The whole name.'),
          kind: oneOf(NAME_KINDS, 'What the list calls it.'),
          weak: Type.Optional(Type.Boolean({ description: 'The list calls it a weak alias.' })),
          language: maybe('ISO 639 code, where the list names one.'),
        },
        OPEN,
      ),
      { description: 'At least one; the first is the primary name.' },
    ),
    birthDates: Type.Optional(
      Type.Array(
        Type.Object(
          {
            date: text('`YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as the list gives it.'),
            to: maybe('The last day of a range, in the same forms.'),
            circa: Type.Optional(Type.Boolean({ description: 'The list says “approximately”.' })),
          },
          OPEN,
        ),
        { description: 'Dates of birth.' },
      ),
    ),
    birthPlaces: texts('Places of birth.'),
    deathDate: maybe('As the list writes it.'),
    gender: maybe('As the list writes it.'),
    nationalities: texts('Codes or names of countries, as the list writes them.'),
    addresses: texts('A line each.'),
    documents: Type.Optional(
      Type.Array(
        Type.Object(
          {
            type: text('In the words of the list.'),
            number: text('The number.'),
            country: maybe('The issuer, as the list writes it.'),
          },
          OPEN,
        ),
        { description: 'Documents and numbers.' },
      ),
    ),
    positions: texts('Offices and functions.'),
    programmes: texts('Programmes of the listing.'),
    listedOn: maybe('The day of the listing, `YYYY-MM-DD`.'),
    remarks: maybe('What the list adds in words.'),
    references: Type.Optional(
      Type.Array(Type.Object({ to: text('The other list.'), id: text('Its id of the entry.') }, OPEN), {
        description: 'Ids that other lists have for it, as this list states them.',
      }),
    ),
    url: maybe('A page about the entry at the authority.'),
    joined: Type.Optional(
      Type.Object(
        { reason: text('Why it is one with another entry.'), to: text('That entry, as `source:id`.') },
        { ...OPEN, description: 'Only where several entries are one entity.' },
      ),
    ),
  },
  { ...OPEN, $id: 'ListEntryFacts', description: 'A list entry as it was used.', examples: [FACTS_EXAMPLE] },
);
export type ListEntryFacts = Static<typeof ListEntryFacts>;

/** Named schemas of what a match rests on. */
export const EVIDENCE_COMPONENTS: readonly TSchema[] = [MatchExplanation, ListEntryFacts];
