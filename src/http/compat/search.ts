import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { EvidencedMatch } from '../../domain/match.ts';
import { TouchstoneError } from '../../errors.ts';
import { DEFAULT_MIN_SCORE, readName } from '../../screening/query.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { ref } from '../wire/schemas.ts';
import { described, FILTERS, flag, name, readByHand, refused, SCOPE, SCREENING_REFUSALS, several } from './describe.ts';
import { countriesOf, readFilters } from './filters.ts';
import { ftmEntity, topicsOf } from './ftm-entity.ts';
import { SCHEMAS, searchedAs } from './ftm-query.ts';
import { badRequest, InvalidInput, MAX_VALUES, Parameters } from './input.ts';
import { listsInForce, screenAll } from './screening.ts';
import { YenteSearchAnswer } from './wire.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 500;
const MAX_OFFSET = 9_499;

/** What matches can be counted by, with the title of each count. */
const FACETS: Readonly<Record<string, { label: string; valuesOf: (match: EvidencedMatch) => readonly string[] }>> = {
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
      config: { scopes: ['screening'] },
      // A search is a screening: it costs a unit and makes a record, which a HEAD must not.
      exposeHeadRoute: false,
      schema: described({
        operationId: 'yenteSearch',
        tag: 'Compatibility',
        summary: 'Screens one name, as the text search of yente',
        description: 'A screening record and a unit of the quota for each kind that is searched: two without `schema`.',
        params: SCOPE,
        query: {
          q: name('The name; needed here.'),
          schema: Type.Optional(
            Type.String({ enum: SCHEMAS, default: 'Thing', description: 'The kind of entity, as in `/match`.' }),
          ),
          ...FILTERS,
          countries: several('Only entities of one of these countries, such as `ru`.'),
          datasets: several('Only entities on one of these datasets.'),
          filter: refused('Refused: only the other filters are there.'),
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
    async (request) => found(services, request),
  );
}

async function found(services: Services, request: FastifyRequest) {
  const { scope } = request.params as { scope: string };
  const given = new Parameters(request.query);
  const limit = given.integer('limit', [0, MAX_LIMIT], DEFAULT_LIMIT);
  const offset = given.integer('offset', [0, MAX_OFFSET], 0);
  const facets = facetsOf(given);
  const filters = readFilters(listsInForce(services), scope, given);
  const { types, craft } = searchedAs(given.text('schema') ?? 'Thing');
  const text = given.text('q')?.trim();
  if (!text) throw badRequest('The parameter q is missing: a name is what is searched for.');
  const asked = [
    { types, craft, name: readName(text), otherNames: [], dateOfBirth: undefined, identifiers: [], about: [] },
  ];
  const from = { matches: DEFAULT_MIN_SCORE, results: DEFAULT_MIN_SCORE };
  const [screened] = await screenAll(services, request, asked, { from, filters });
  if (screened instanceof TouchstoneError) throw screened;
  const { matches, cut, screenings, notes } = screened!;
  return {
    limit,
    offset,
    total: { value: matches.length, relation: cut ? 'gte' : 'eq' },
    results: matches.slice(offset, offset + limit).map(({ facts }) => ftmEntity(facts, false)),
    facets: Object.fromEntries(facets.map((name) => [name, counted(name, matches)])),
    screenings,
    notes,
  };
}

function facetsOf(given: Parameters): string[] {
  const asked = given.all('facets');
  const unknown = asked.find((name) => !Object.hasOwn(FACETS, name));
  if (unknown === undefined) return asked.length > 0 ? asked : DEFAULT_FACETS;
  throw new InvalidInput(['query', 'facets'], `Input should be one of: ${Object.keys(FACETS).join(', ')}`, 'enum');
}

/** The commonest value first. */
function counted(name: string, matches: readonly EvidencedMatch[]) {
  const { label, valuesOf } = FACETS[name]!;
  const counts = new Map<string, number>();
  for (const value of matches.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return { label, values: values.map(([value, count]) => ({ name: value, label: value, count })) };
}

function textsOf({ facts }: EvidencedMatch, property: string): string[] {
  return (ftmEntity(facts, false).properties[property] ?? []).filter((value) => typeof value === 'string');
}
