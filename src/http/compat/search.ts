import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { dayOf } from '../../domain/date-of-birth.ts';
import { MAX_NAME_LENGTH, readName } from '../../screening/query.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { ref } from '../wire/schemas.ts';
import { described, FILTERS, flag, readByHand, SCOPE, SCREENING_REFUSALS, several } from './describe.ts';
import { countriesOf, type FoundEntity, readFilters } from './filters.ts';
import { ftmEntity, topicsOf } from './ftm-entity.ts';
import { SCHEMAS, searchedAs } from './ftm-query.ts';
import { InvalidInput, MAX_VALUES, Parameters } from './input.ts';
import { listsInForce } from './screening.ts';
import { YenteSearchAnswer } from './wire.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 500;
const MAX_OFFSET = 9_499;
/** Of so many entities the facts are read. */
const MOST_READ = 1_000;

/** What matches can be counted by, with the title of each count. */
const FACETS: Readonly<Record<string, { label: string; valuesOf: (match: FoundEntity) => readonly string[] }>> = {
  countries: { label: 'Countries', valuesOf: countriesOf },
  topics: { label: 'Topics', valuesOf: ({ facts }) => topicsOf(facts) },
  datasets: { label: 'Data sources', valuesOf: ({ facts }) => ftmEntity(facts, false).datasets },
  schema: { label: 'Entity types', valuesOf: ({ facts }) => [ftmEntity(facts, false).schema] },
  genders: { label: 'Genders', valuesOf: (match) => textsOf(match, 'gender') },
  identifiers: { label: 'Identifiers', valuesOf: (match) => IDENTIFIERS.flatMap((name) => textsOf(match, name)) },
};
const IDENTIFIERS = ['passportNumber', 'idNumber', 'taxNumber', 'registrationNumber', 'imoNumber', 'leiCode'];
const DEFAULT_FACETS = ['countries', 'topics', 'datasets'];

export function searchRoute(app: App, services: Services): void {
  app.get(
    '/search/:scope',
    {
      config: { free: true, scopes: ['screening'] },
      schema: described({
        operationId: 'yenteSearch',
        tag: 'Compatibility',
        summary: 'Entities with every word of a text in a name, as the text search of yente',
        description: 'It is no screening: other spellings are not found, no record is made and nothing is spent.',
        params: SCOPE,
        query: {
          q: Type.Optional(
            Type.String({
              maxLength: MAX_NAME_LENGTH,
              description: 'Words; every entity without any.',
              examples: ['Example'],
            }),
          ),
          schema: Type.Optional(
            Type.String({ enum: SCHEMAS, default: 'Thing', description: 'The kind of entity, as in `/match`.' }),
          ),
          ...FILTERS,
          countries: several('Only entities of one of these countries, such as `ru`.'),
          datasets: several('Only entities on one of these datasets.'),
          filter: several('Only entities with this value of a property, such as `birthDate:1970-01-31`.'),
          filter_op: Type.Optional(
            Type.String({ enum: ['OR', 'AND'], description: 'For several values of one filter.' }),
          ),
          target: flag('Only entities that are targets, or are none.'),
          limit: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: MAX_LIMIT,
              default: DEFAULT_LIMIT,
              description: 'Results in the answer.',
            }),
          ),
          offset: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: MAX_OFFSET,
              default: 0,
              description: 'Results that are left out before.',
            }),
          ),
          facets: Type.Optional(
            Type.Array(Type.String({ enum: Object.keys(FACETS) }), {
              maxItems: MAX_VALUES,
              description: 'Counts in the answer.',
            }),
          ),
        },
        success: ref(YenteSearchAnswer),
        refusals: SCREENING_REFUSALS,
      }),
      ...readByHand,
    },
    async (request) => searched(services, request),
  );
}

async function searched(services: Services, request: FastifyRequest) {
  const { scope } = request.params as { scope: string };
  const given = new Parameters(request.query);
  const limit = given.integer('limit', [0, MAX_LIMIT], DEFAULT_LIMIT);
  const offset = given.integer('offset', [0, MAX_OFFSET], 0);
  const facets = facetsOf(given);
  const filters = readFilters(listsInForce(services), scope, given);
  const schema = given.text('schema') ?? 'Thing';
  searchedAs(schema);
  const text = (given.text('q') ?? '').trim();
  if (text !== '') readName(text);
  const asked = { text, limit: MOST_READ, today: dayOf(services.now()) };
  const found = await services.entities.withWords(asked, request.caller!.accountId);
  const matches = found.entities
    .map((facts): FoundEntity => ({ facts, entries: facts }))
    .filter((one) => isOfSchema(ftmEntity(one.facts, false).schema, schema) && (filters.wanted?.(one) ?? true));
  const isCut = found.count > found.entities.length;
  return {
    limit,
    offset,
    total: { value: matches.length, relation: isCut ? 'gte' : 'eq' },
    results: matches.slice(offset, offset + limit).map(({ facts }) => ftmEntity(facts, false)),
    facets: Object.fromEntries(facets.map((name) => [name, counted(name, matches)])),
    screenings: [],
    notes: [say('note.words-only'), ...services.aboutLists()],
  };
}

/** Whether an entity of a schema is one of another, broader one. */
function isOfSchema(own: string, asked: string): boolean {
  if (asked === own || asked === 'Thing') return true;
  const isLegal = own === 'Person' || own === 'Organization' || own === 'LegalEntity';
  if (asked === 'LegalEntity') return isLegal;
  if (asked === 'Vehicle') return !isLegal;
  // The lists do not tell companies from other organisations, and of some entries not even that.
  return own !== 'Vessel' && own !== 'Airplane' && (asked === 'Person' ? own === 'LegalEntity' : own !== 'Person');
}

function facetsOf(given: Parameters): string[] {
  const asked = given.all('facets');
  const unknown = asked.find((name) => !Object.hasOwn(FACETS, name));
  if (unknown === undefined) return asked.length > 0 ? asked : DEFAULT_FACETS;
  throw new InvalidInput(['query', 'facets'], `Input should be one of: ${Object.keys(FACETS).join(', ')}`, 'enum');
}

/** The commonest value first. */
function counted(name: string, matches: readonly FoundEntity[]) {
  const { label, valuesOf } = FACETS[name]!;
  const counts = new Map<string, number>();
  for (const value of matches.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return { label, values: values.map(([value, count]) => ({ name: value, label: value, count })) };
}

function textsOf({ facts }: FoundEntity, property: string): string[] {
  return (ftmEntity(facts, false).properties[property] ?? []).filter((value) => typeof value === 'string');
}
