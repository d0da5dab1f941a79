import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type EntityType, entryKindOf } from '../../domain/entity-type.ts';
import { type Identifier, MAX_IDENTIFIERS, MAX_VALUE_LENGTH } from '../../domain/identifier.ts';
import { TouchstoneError } from '../../errors.ts';
import { DEFAULT_MIN_SCORE, readName } from '../../screening/query.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { ref } from '../wire/schemas.ts';
import { described, name, readByHand, several } from './describe.ts';
import { scoreOf, share } from './explanations.ts';
import { birthDate } from './ftm-query.ts';
import { badRequest, MAX_LENGTH, Parameters } from './input.ts';
import { type AskedName, checkBirth, listsInForce, screenAll } from './screening.ts';
import { emptyEntity, instant, listName, watchmanEntities } from './watchman-entity.ts';
import { WatchmanAnswer, WatchmanError } from './watchman-wire.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_NAMES = 20;

/** What each of watchman's types asks for. Without one, watchman searches all. */
const TYPES: Readonly<Record<string, readonly EntityType[]>> = {
  '': ['Individual', 'Organization'],
  person: ['Individual'],
  business: ['Organization'],
  organization: ['Organization'],
};

const text = (description: string) => Type.Optional(Type.String({ maxLength: MAX_LENGTH, description }));

export function watchmanRoute(app: App, services: Services): void {
  app.get(
    '/v2/search',
    {
      config: { scopes: ['screening'] },
      // It costs a unit and makes a record, which a HEAD must not.
      exposeHeadRoute: false,
      schema: described({
        operationId: 'watchmanSearch',
        tag: 'Compatibility',
        summary: 'Screens one name, as watchman does',
        description: 'A screening record and a unit of the quota for each kind that is searched: two without `type`.',
        query: {
          name: { ...name('The name; needed here.'), examples: ['Jon Example'] },
          type: Type.Optional(
            Type.String({
              enum: ['person', 'business', 'organization', ''],
              description: 'Both kinds without it, or where it is empty.',
            }),
          ),
          altNames: several('Other names; an entity counts with its best.'),
          imoNumber: text('Compared with the numbers of the lists.'),
          cryptoAddress: several('The same, such as `XBT:address`.'),
          cryptoAddresses: several('As `cryptoAddress`.'),
          birthDate: text('Compared where it is a whole date.'),
          limit: Type.Optional(
            Type.Integer({ default: DEFAULT_LIMIT, description: 'Entries in the answer; kept between 1 and 100.' }),
          ),
          minMatch: Type.Optional(
            Type.Number({ minimum: 0, maximum: 1, default: share(DEFAULT_MIN_SCORE), description: 'Lowest score.' }),
          ),
          source: text('Only entries of this list, as `sourceList` names it.'),
          format: Type.Optional(Type.String({ enum: ['watchman'], description: 'The one form of answers.' })),
        },
        success: ref(WatchmanAnswer),
        error: WatchmanError,
        refusals: { 400: 'It cannot be screened, or a parameter has a wrong form.' },
      }),
      ...readByHand,
    },
    async (request) => found(services, request),
  );
}

async function found(services: Services, request: FastifyRequest) {
  const given = new Parameters(request.query);
  const asked = readAsked(given);
  checkBirth(asked, services.now());
  const limit = Math.min(Math.max(given.integer('limit', [-1e9, 1e9], DEFAULT_LIMIT), 1), MAX_LIMIT);
  const minScore = scoreOf(given.number('minMatch', [0, 1], share(DEFAULT_MIN_SCORE)));
  const source = readSource(
    given,
    listsInForce(services).map((list) => listName(list.source)),
  );
  const isWanted = (entry: { readonly source: string }) => source === undefined || listName(entry.source) === source;
  const filters = {
    wanted:
      source === undefined
        ? undefined
        : ({ entries }: { entries: readonly { source: string }[] }) => entries.some(isWanted),
    words: source === undefined ? '' : `source ${source}`,
  };
  const [screened] = await screenAll(services, request, [asked], {
    from: { matches: minScore, results: minScore },
    filters,
  });
  if (screened instanceof TouchstoneError) throw screened;
  const { matches, screenings, notes } = screened!;
  const entities = matches.flatMap((match) =>
    watchmanEntities(match, entryKindOf(match.entityType)).filter(({ sourceData }) => isWanted(sourceData)),
  );
  return { query: echo(asked, given), entities: entities.slice(0, limit), screenings, notes };
}

function readAsked(given: Parameters): AskedName {
  if (!['watchman', undefined].includes(given.text('format'))) {
    throw badRequest('format: only watchman is supported.');
  }
  const type = typeOf(given);
  const types = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!types) throw badRequest(`type: ${type} is not screened; these are: person, business, organization.`);
  const otherNames = [
    ...new Set(
      given
        .all('altNames')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  if (otherNames.length >= MAX_NAMES) throw badRequest(`altNames: at most ${MAX_NAMES - 1} are allowed.`);
  const name = readName(given.text('name') ?? '');
  for (const other of otherNames) readName(other);
  const dateOfBirth = birthDate(given.all('birthDate'));
  return { types, name, otherNames, dateOfBirth, identifiers: numbersIn(given), about: [] };
}

/** Numbers that the parameters of watchman give: of a vessel, and addresses of digital currencies as `XBT:address`. */
function numbersIn(given: Parameters): Identifier[] {
  const wallets = [...given.all('cryptoAddress'), ...given.all('cryptoAddresses')].map((text) =>
    text.slice(text.indexOf(':') + 1),
  );
  return [
    ...given.all('imoNumber').map((value) => ({ type: 'imo', value })),
    ...wallets.map((value) => ({ type: 'wallet', value })),
  ]
    .map(({ type, value }) => ({ type, value: value.trim() }))
    .filter(({ value }) => value !== '' && value.length <= MAX_VALUE_LENGTH)
    .slice(0, MAX_IDENTIFIERS);
}

/** Throws 400 for a list that is not in force: an answer without entries would look clean. */
function readSource(given: Parameters, lists: readonly string[]): string | undefined {
  const source = given.text('source');
  if (source === undefined || source === '') return undefined;
  if (lists.includes(source)) return source;
  throw badRequest(`source: there is no list ${source}; these are: ${lists.join(', ')}.`);
}

function typeOf(given: Parameters): string {
  return (given.text('type') ?? '').trim().toLowerCase();
}

/** The query as watchman writes it into its answer. */
function echo({ name, otherNames: altNames, dateOfBirth }: AskedName, given: Parameters) {
  const type = typeOf(given);
  const firm = { name, altNames, created: null, dissolved: null, governmentIDs: null };
  const person = {
    name,
    altNames,
    gender: 'unknown',
    birthDate: instant(dateOfBirth),
    placeOfBirth: '',
    deathDate: null,
    titles: null,
    governmentIDs: null,
  };
  return {
    ...emptyEntity(),
    name,
    entityType: type,
    sourceList: given.text('source') || 'api-request',
    sourceID: '',
    sourceData: null,
    ...(type === 'person' && { person }),
    ...((type === 'business' || type === 'organization') && { [type]: firm }),
  };
}
