import { Type } from 'typebox';
import { MAX_MEDIA_EVENTS } from '../../../domain/adverse-media.ts';
import type { EntityType } from '../../../domain/entity-type.ts';
import { OFFENCES } from '../../../media/offences.ts';
import { DEFAULT_MIN_SCORE } from '../../../screening/query.ts';
import { BIRTH_DATE, ref } from '../../wire/schemas.ts';
import { EXPLANATION_EXAMPLE, MatchExplanation } from '../evidence.ts';
import { count, nullableText, oneOf, optional, time } from '../members.ts';

const MAX_NAME_BYTES = 1_000;
const MAX_OTHER_NAMES = 10;
const MAX_COUNTRIES = 20;
const CODES = OFFENCES.map(({ code }) => code);
const DAY = { maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' };

const entityType = Type.Unsafe<EntityType>({
  type: 'string',
  enum: ['Individual', 'Organization'],
  description: 'Persons or organisations of the news.',
});

export const MediaSearchBody = Type.Object(
  {
    name: Type.String({
      maxLength: MAX_NAME_BYTES,
      description: '1 to 200 characters, at least one a letter or digit.',
    }),
    entityType,
    dateOfBirth: optional(
      Type.String({
        format: 'birth-date',
        description: `${BIRTH_DATE} Compared with the age that an article gives, where one does.`,
      }),
    ),
    otherNames: optional(
      Type.Array(Type.String({ maxLength: MAX_NAME_BYTES }), {
        maxItems: MAX_OTHER_NAMES,
        description: 'Searched like the name. An event that names one beside it counts more.',
      }),
    ),
    countries: optional(
      Type.Array(Type.String({ minLength: 2, maxLength: 3 }), {
        maxItems: MAX_COUNTRIES,
        description: 'What it is tied to, alpha-2 or alpha-3: an event there counts more.',
      }),
    ),
    offences: optional(
      Type.Array(oneOf(CODES, 'Code of an offence.'), {
        maxItems: CODES.length,
        description: 'Only these; all without it.',
      }),
    ),
    from: optional(Type.String({ ...DAY, description: 'First day, `YYYY-MM-DD`.' })),
    to: optional(Type.String({ ...DAY, description: 'Last day, `YYYY-MM-DD`.' })),
    minScore: optional(
      Type.Number({ minimum: 0, maximum: 100, default: DEFAULT_MIN_SCORE, description: 'Lowest score of an event.' }),
    ),
  },
  {
    $id: 'MediaSearchBody',
    additionalProperties: false,
    examples: [{ name: 'Jon Example', entityType: 'Individual', countries: ['de'] }],
  },
);

const EVENT_EXAMPLE = {
  id: '2026-03-01-0f0e0d0c0b0a0908',
  score: 81.58,
  offences: ['fraud'],
  first: '2026-03-01T10:15:00.000Z',
  last: '2026-03-02T08:00:00.000Z',
  names: ['Jon Example', 'Example Holdings'],
  countries: ['de'],
  articles: [
    {
      url: 'https://news.example/1',
      site: 'news.example',
      date: '2026-03-01T10:15:00.000Z',
      language: 'eng',
      title: 'Jon Example in court',
    },
  ],
  articleCount: 1,
  tone: -3.5,
  explanation: EXPLANATION_EXAMPLE,
};

const MediaEventView = Type.Object({
  id: Type.String({ description: 'The same on each day on which the event is told.' }),
  score: Type.Number({ minimum: 0, maximum: 100, description: '`explanation.nameScore` and its points.' }),
  offences: Type.Array(oneOf(CODES, 'Code of an offence.')),
  first: time('The first article.'),
  last: time('The last article.'),
  names: Type.Array(Type.String(), { description: 'Persons and organisations that it names, as written.' }),
  countries: Type.Array(Type.String(), { description: 'Of its places: alpha-2, in lower case.' }),
  articles: Type.Array(
    Type.Object({
      url: Type.String({ description: 'Address of the page.' }),
      site: Type.String({ description: 'Its site.' }),
      date: time('When the source saw it.'),
      language: Type.String({ description: 'ISO 639-3; `und` where nobody says.' }),
      title: Type.Optional(Type.String({ description: 'Left out where the source gives none.' })),
    }),
    { maxItems: 10, description: 'The first ones.' },
  ),
  articleCount: count('All articles that tell it.'),
  tone: Type.Number({ description: 'Mean of its articles; below 0 is negative.' }),
  explanation: ref(MatchExplanation),
});

const COVERAGE = Type.Object(
  {
    from: nullableText('Since when there is news.', 'date-time'),
    to: nullableText('The newest news.', 'date-time'),
    articles: count('Articles that name an offence and somebody.'),
    sources: Type.Array(oneOf(['gdelt', 'feeds'], 'A source.'), { description: 'Where the news comes from.' }),
  },
  { description: 'What was looked through.' },
);

const LISTED = {
  id: Type.Integer({ minimum: 1, description: 'Id of the record.' }),
  name: Type.String({ description: 'As it was searched for.' }),
  entityType,
  dateOfBirth: nullableText('As supplied; null where none was.'),
  score: Type.Number({ minimum: 0, maximum: 100, description: 'Of the most relevant event; 0 where there is none.' }),
  eventCount: count('All events that reach the least score.'),
  createdAt: time('When it was searched.'),
};
const LISTED_EXAMPLE = {
  id: 12,
  name: 'Jon Example',
  entityType: 'Individual' as const,
  dateOfBirth: null,
  score: 81.58,
  eventCount: 1,
  createdAt: '2026-03-03T09:00:00.000Z',
};

export const ListedMediaSearchView = Type.Object(LISTED, { $id: 'ListedMediaSearch', examples: [LISTED_EXAMPLE] });

const WHOLE = {
  ...LISTED,
  events: Type.Array(MediaEventView, { maxItems: MAX_MEDIA_EVENTS, description: 'The most relevant first.' }),
  coverage: COVERAGE,
  message: Type.Optional(Type.String({ description: 'What to know of the answer, such as a gap of more than a day.' })),
};
const coverage = {
  from: '2025-03-01T00:00:00.000Z',
  to: '2026-03-03T08:45:00.000Z',
  articles: 912_345,
  sources: ['gdelt'],
};
const WHOLE_EXAMPLE = { ...LISTED_EXAMPLE, events: [EVENT_EXAMPLE], coverage };

export const MediaSearchView = Type.Object(WHOLE, { $id: 'MediaSearch', examples: [WHOLE_EXAMPLE] });

export const NewMediaSearchView = Type.Object(
  { ...WHOLE, remainingRequests: count('Units of the quota that are left.') },
  { $id: 'NewMediaSearch', examples: [{ ...WHOLE_EXAMPLE, remainingRequests: 9_987 }] },
);

export const MediaOffence = Type.Object({
  code: oneOf(CODES, 'Code of an offence.'),
  offence: Type.String({ description: 'The category of the FATF, in its words.' }),
});

export const MediaStatusView = Type.Object(
  {
    source: oneOf(['gdelt', 'feeds', 'both'], 'Where the news comes from.'),
    from: nullableText('Since when there is news; null before the first sync.', 'date-time'),
    newest: nullableText('The newest file.', 'date-time'),
    checkedAt: nullableText('The last sync.', 'date-time'),
    days: count('Days with news.'),
    files: count('Files of the sources.'),
    articles: count('Articles that name an offence and somebody.'),
    events: count('What they tell, each once.'),
    bytes: count('On disk, without the index.'),
    gaps: Type.Array(
      Type.Object({
        from: Type.String({ description: 'First quarter of an hour, `YYYYMMDDHHMMSS`.' }),
        to: Type.String({ description: 'The last one.' }),
        files: count('Files that are missing.'),
      }),
      { description: 'Files that the source lacks or that could not be had.' },
    ),
    warnings: Type.Array(Type.String(), { description: 'What is missing, sentences.' }),
  },
  {
    $id: 'MediaStatus',
    examples: [
      {
        source: 'gdelt' as const,
        from: '2025-03-01T00:00:00.000Z',
        newest: '2026-03-03T08:45:00.000Z',
        checkedAt: '2026-03-03T08:50:12.004Z',
        days: 368,
        files: 35_040,
        articles: 912_345,
        events: 412_345,
        bytes: 812_345_678,
        gaps: [{ from: '20260101001500', to: '20260101003000', files: 2 }],
        warnings: ['2 files are missing.'],
      },
    ],
  },
);

export const BarredName = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: MAX_NAME_BYTES,
      description: 'As the news writes it, in whatever case.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'Who asked for it and why.' }),
  },
  { $id: 'BarredMediaName', additionalProperties: false, examples: [{ name: 'Jon Example', reason: 'Request 17' }] },
);
