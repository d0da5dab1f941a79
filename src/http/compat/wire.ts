import { type TSchema, Type } from 'typebox';
import { ref } from '../wire/schemas.ts';

/** What goes over the wire on the paths of yente 5, with descriptions and examples for the document. */

const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });
const orNull = (type: 'string' | 'boolean', description: string) =>
  Type.Unsafe<string | null>({ type: [type, 'null'], description });

const PERSON = {
  id: 'un-sc-QDi--2E999',
  caption: 'John Quincy Example',
  schema: 'Person',
  properties: {
    name: ['John Quincy Example'],
    birthDate: ['1970-01-31'],
    nationality: ['xx'],
    topics: ['sanction'],
  },
  datasets: ['un_sc'],
  referents: [],
  target: true,
  first_seen: null,
  last_seen: null,
  last_change: null,
};

const entity = {
  id: text('Stable id; `/entities/{id}` answers it.'),
  caption: text('The name that is shown.'),
  schema: text('Schema of FollowTheMoney: Person, Organization, LegalEntity, Vessel, Airplane or Sanction.'),
  properties: Type.Unsafe<Record<string, unknown[]>>({
    type: 'object',
    additionalProperties: { type: 'array', items: {} },
    description: 'Lists of values by property. Nested entities are objects.',
  }),
  datasets: texts('Lists that it stands on.'),
  referents: texts('Ids of the other entries that were merged into it.'),
  target: Type.Boolean({ description: 'True: a list names it for what it is or did.' }),
  first_seen: orNull('string', 'Always null: the lists do not tell.'),
  last_seen: orNull('string', 'Always null: the lists do not tell.'),
  last_change: orNull('string', 'Always null: the lists do not tell.'),
};

export const YenteEntity = Type.Object(entity, { $id: 'YenteEntity', examples: [PERSON] });

const FeatureResult = Type.Object({
  detail: orNull('string', 'Why, in words.'),
  score: Type.Number({ description: 'Its part of the score; below 0 where it lowered the score.' }),
  query: orNull('string', 'Words of the query that were compared.'),
  candidate: orNull('string', 'The listed name that was compared.'),
});

const EXPLANATIONS = {
  name: { detail: 'Jon = John (spelling)', score: 0.9125, query: 'Jon Example', candidate: 'John Quincy Example' },
};

const YenteScoredEntity = Type.Object(
  {
    ...entity,
    score: Type.Number({ minimum: 0, maximum: 1, description: 'The score of Touchstone, divided by 100.' }),
    explanations: Type.Record(Type.String(), FeatureResult, {
      description: 'Parts of the score by what they compare.',
    }),
    match: Type.Boolean({ description: 'True: the score reaches the threshold.' }),
  },
  { $id: 'YenteScoredEntity', examples: [{ ...PERSON, score: 0.9125, explanations: EXPLANATIONS, match: true }] },
);

const total = Type.Object(
  {
    value: Type.Integer({ minimum: 0 }),
    relation: Type.String({ description: '`eq`, or `gte` where there are more.' }),
  },
  { description: 'How many there are before `limit`.' },
);

const QUERY = { id: null, schema: 'Person', properties: { name: ['Jon Example'], birthDate: ['1970-01-31'] } };

const YenteExample = Type.Object(
  {
    id: orNull('string', 'As it came; null without one.'),
    schema: text('As it came.'),
    properties: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Values as lists of text.' }),
  },
  { $id: 'YenteExample', examples: [QUERY] },
);

const YenteMatches = Type.Object(
  {
    status: Type.Integer({ description: 'Always 200.' }),
    results: Type.Array(ref(YenteScoredEntity), { description: 'Best first.' }),
    total,
    query: ref(YenteExample),
    screenings: Type.Array(Type.Integer(), { description: 'Only here: ids of the screening records.' }),
    notes: texts('Only here: what to know about the lists, in sentences.'),
  },
  { $id: 'YenteMatches' },
);

export const YenteMatchRequest = Type.Object(
  {
    queries: Type.Record(
      Type.String(),
      Type.Object({
        id: Type.Optional(orNull('string', 'Comes back as it is.')),
        schema: Type.String({
          description:
            'What is searched: `Person`, `Company`, `Organization`, `PublicBody`, `LegalEntity`, `Thing`, `CryptoWallet`, `Vessel`, `Airplane`, `Vehicle`. An example of any other answers alone.',
        }),
        properties: Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description: 'Values or lists of values. Names and one full birthDate are compared; others come back alone.',
        }),
      }),
      {
        minProperties: 1,
        maxProperties: 100,
        description: 'Examples; the names of the members come back in `responses`.',
      },
    ),
    weights: Type.Optional(Type.Unknown({ description: 'Accepted, without effect.' })),
    config: Type.Optional(Type.Unknown({ description: 'Accepted, without effect.' })),
  },
  {
    $id: 'YenteMatchRequest',
    examples: [
      {
        queries: { 'customer-1': { schema: 'Person', properties: { name: ['Jon Example'], birthDate: '1970-01-31' } } },
      },
    ],
  },
);

export const YenteMatchAnswer = Type.Object(
  {
    responses: Type.Record(Type.String(), ref(YenteMatches), { description: 'By the names of the queries.' }),
    limit: Type.Integer({ description: 'The limit that was used.' }),
    algorithm: text('Only here: the algorithm that scored, whatever was asked for.'),
  },
  {
    $id: 'YenteMatchAnswer',
    examples: [
      {
        responses: {
          'customer-1': {
            status: 200,
            results: [{ ...PERSON, score: 0.9125, explanations: EXPLANATIONS, match: true }],
            total: { value: 1, relation: 'eq' },
            query: QUERY,
            screenings: [4711],
            notes: [],
          },
        },
        limit: 5,
        algorithm: 'touchstone',
      },
    ],
  },
);

export const YenteSearchAnswer = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total,
    results: Type.Array(ref(YenteEntity), { description: 'Best first.' }),
    facets: Type.Record(
      Type.String(),
      Type.Object({
        label: Type.String(),
        values: Type.Array(
          Type.Object({ name: Type.String(), label: Type.String(), count: Type.Integer({ minimum: 1 }) }),
        ),
      }),
      { description: 'Counts over all that was found.' },
    ),
    screenings: Type.Array(Type.Integer(), {
      description: 'Only here, and empty: a search for words makes no record.',
    }),
    notes: texts('Only here: what to know about the search and the lists, in sentences.'),
  },
  {
    $id: 'YenteSearchAnswer',
    examples: [
      {
        limit: 10,
        offset: 0,
        total: { value: 1, relation: 'eq' },
        results: [PERSON],
        facets: { topics: { label: 'Topics', values: [{ name: 'sanction', label: 'Sanctioned entity', count: 1 }] } },
        screenings: [],
        notes: ['This is a search for words and no screening: other spellings are not found.'],
      },
    ],
  },
);

const DATASET = {
  name: 'un_sc',
  title: 'UN Security Council Consolidated List',
  summary: 'Public.',
  url: 'https://example.org/',
  publisher: { name: 'United Nations Security Council', url: 'https://example.org/', official: true },
  category: 'sanctions',
  tags: [],
  updated_at: '2026-01-02T03:04:05',
  last_export: '2026-01-02T03:10:00',
  entity_count: 1000,
  thing_count: 1000,
  version: '20260102031000-0123abcd',
  index_version: '20260102031000-0123abcd',
  index_current: true,
  load: true,
  children: [],
  resources: [],
  entities_url: null,
  delta_url: null,
  namespace: false,
  deprecation: null,
  deprecated: false,
};

export const YenteDeltas = Type.Object(
  { versions: Type.Record(Type.String(), Type.String(), { description: 'Addresses of the files of changes.' }) },
  {
    $id: 'YenteDeltas',
    examples: [
      { versions: { '20260102031000-012': 'https://screening.example.com/delta/default/20260102031000-012' } },
    ],
  },
);

const YenteDataset = Type.Object(
  {
    name: text('As it stands in `datasets` of an entity and in the scope.'),
    title: Type.String(),
    summary: Type.Optional(text('The terms of the list.')),
    url: Type.Optional(Type.String()),
    publisher: Type.Optional(Type.Object({ name: Type.String(), url: Type.String(), official: Type.Boolean() })),
    category: orNull('string', '`sanctions`, `pep` or `wanted`; null for several lists together.'),
    tags: Type.Array(Type.String()),
    updated_at: orNull('string', 'When the list was published, else when it was fetched; UTC.'),
    last_export: orNull('string', 'When it was fetched; UTC.'),
    entity_count: Type.Integer({ description: 'Entries, before they are merged.' }),
    thing_count: Type.Integer({ description: 'The same.' }),
    version: text('Another one where the content is another.'),
    index_version: text('The same as `version`.'),
    index_current: Type.Boolean(),
    load: Type.Boolean(),
    children: texts('Lists of a dataset that has several.'),
    resources: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
    entities_url: orNull('string', 'Always null.'),
    delta_url: orNull('string', 'Of a collection: where its changes are indexed, by version.'),
    namespace: Type.Boolean(),
    deprecation: orNull('string', 'Always null.'),
    deprecated: Type.Boolean(),
  },
  { $id: 'YenteDataset', examples: [DATASET] },
);

export const YenteCatalog = Type.Object(
  {
    datasets: Type.Array(ref(YenteDataset), { description: 'What can be a scope.' }),
    current: texts('Names of all datasets: what is in force is what is searched.'),
    outdated: texts('Always empty.'),
    index_stale: Type.Boolean({ description: 'Always false.' }),
  },
  {
    $id: 'YenteCatalog',
    examples: [{ datasets: [DATASET], current: ['un_sc'], outdated: [], index_stale: false }],
  },
);

const FEATURE = { description: 'Similarity of the names.', coefficient: 1, url: 'https://example.org/' };
const DOCS = { name: 'touchstone', description: 'The engine of Touchstone.', config: {}, features: { name: FEATURE } };

const features = Type.Record(
  Type.String(),
  Type.Object({ description: Type.String(), coefficient: Type.Number(), url: Type.String() }),
);

export const YenteAlgorithms = Type.Object(
  {
    algorithms: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        features,
        docs: Type.Object({
          name: Type.String(),
          description: Type.String(),
          config: Type.Unsafe<Record<string, never>>({ type: 'object', description: 'There is nothing to set.' }),
          features,
        }),
      }),
    ),
    default: text('Scores where none is named.'),
    best: text('What `best` stands for.'),
  },
  {
    $id: 'YenteAlgorithms',
    examples: [
      {
        algorithms: [{ name: 'touchstone', description: DOCS.description, features: DOCS.features, docs: DOCS }],
        default: 'touchstone',
        best: 'touchstone',
      },
    ],
  },
);

export const YenteStatus = Type.Object({ status: Type.String() }, { $id: 'YenteStatus', examples: [{ status: 'ok' }] });

export const YenteError = Type.Object(
  {
    detail: Type.Unsafe<unknown>({
      description: 'A sentence; with 422 a list of what is wrong.',
      anyOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['loc', 'msg', 'type'],
            properties: {
              loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
              msg: { type: 'string' },
              type: { type: 'string' },
            },
          },
        },
      ],
    }),
  },
  { $id: 'YenteError', examples: [{ detail: 'No such dataset.' }] },
);

export const YENTE_COMPONENTS: readonly TSchema[] = [
  YenteEntity,
  YenteScoredEntity,
  YenteExample,
  YenteMatches,
  YenteMatchRequest,
  YenteMatchAnswer,
  YenteSearchAnswer,
  YenteDeltas,
  YenteDataset,
  YenteCatalog,
  YenteAlgorithms,
  YenteStatus,
  YenteError,
];
