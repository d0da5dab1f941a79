import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { EvidencedMatch } from '../../domain/match.ts';
import { TouchstoneError } from '../../errors.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { Refusal } from '../wire/failure.ts';
import { ref } from '../wire/schemas.ts';
import { described, FILTERS, readByHand, SCOPE, SCREENING_REFUSALS, several } from './describe.ts';
import { featureResults, scoreOf, share } from './explanations.ts';
import { readFilters } from './filters.ts';
import { ftmEntity } from './ftm-entity.ts';
import { askedName, type Example, readExample } from './ftm-query.ts';
import { badRequest, InvalidInput, Parameters } from './input.ts';
import { type AskedName, checkBirth, listsInForce, type ScreenedName, screenAll } from './screening.ts';
import { YenteMatchAnswer, YenteMatchRequest } from './wire.ts';

/** Bytes: 100 examples with many properties. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_QUERIES = 100;
const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 500;
/** Of yente; its `cutoff` is never above its `threshold`. */
const DEFAULT_THRESHOLD = 0.7;

/** The one algorithm; no other engine scores. */
export const ALGORITHM = 'touchstone';

/** Algorithms of yente 5, which clients ask for by name. */
export const THEIR_ALGORITHMS = ['logic-v1', 'logic-v2', 'name-based', 'name-qualified', 'regression-v1'] as const;
const ALGORITHMS = [ALGORITHM, 'best', 'default', ...THEIR_ALGORITHMS];

interface MatchOptions {
  readonly limit: number;
  /** 0 to 1: from here on a result is a match. */
  readonly threshold: number;
  /** 0 to 1: from here on an entity is a result. */
  readonly cutoff: number;
}

export function matchRoute(app: App, services: Services): void {
  const share01 = (description: string) =>
    Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: DEFAULT_THRESHOLD, description }));
  app.post(
    '/match/:scope',
    {
      config: { scopes: ['screening'] },
      bodyLimit: MAX_BODY_BYTES,
      schema: described({
        operationId: 'yenteMatch',
        tag: 'Compatibility',
        summary: 'Screens up to 100 examples, as yente does',
        description:
          'Each example is a screening record and costs a unit; an example of LegalEntity, Thing or CryptoWallet is two. One that cannot be asked answers alone, with `status` 400 and a note. Where the quota is not enough for all, none is screened.',
        params: SCOPE,
        query: {
          limit: Type.Optional(
            Type.Integer({ minimum: 0, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Results of each.' }),
          ),
          threshold: share01('From this score on a result is a match.'),
          cutoff: share01('From this score on an entity is a result; never above `threshold`.'),
          algorithm: Type.Optional(
            Type.String({ enum: ALGORITHMS, description: 'Any of yente; the answer names the one that scored.' }),
          ),
          ...FILTERS,
          exclude_entity_ids: several('Entities that are left out, by any of their ids; at most 50.'),
        },
        body: ref(YenteMatchRequest),
        success: ref(YenteMatchAnswer),
        refusals: { ...SCREENING_REFUSALS, 413: 'The body is over 1 MiB.' },
      }),
      ...readByHand,
      // Clients of yente often send none.
      onRequest: async ({ raw: { headers } }) => {
        headers['content-type'] ??= 'application/json';
      },
    },
    async (request, reply) => {
      const answer = await matched(services, request);
      reply.header('x-batch-size', String(Object.keys(answer.responses).length));
      return answer;
    },
  );
}

async function matched(services: Services, request: FastifyRequest) {
  const { scope } = request.params as { scope: string };
  const given = new Parameters(request.query);
  const wanted = readWanted(given);
  checkAlgorithm(given.text('algorithm'));
  const filters = readFilters(listsInForce(services), scope, given);
  const examples = readExamples(request.body);
  const read = examples.map(([, example]) => readAsked(example, services.now()));
  const asked = read.filter((one) => typeof one !== 'string');
  const from = { matches: scoreOf(wanted.threshold), results: scoreOf(wanted.cutoff) };
  const screened = await screenAll(services, request, asked, { from, filters });
  const answers = screened.values();
  const responses = examples.map(([name, example], at) => {
    const refused = read[at]!;
    if (typeof refused === 'string') return [name, refusedExample(example, refused)] as const;
    const one = answers.next().value!;
    const isRefused = one instanceof TouchstoneError;
    return [name, isRefused ? refusedExample(example, one.message) : answerOf(example, one, wanted)] as const;
  });
  return { responses: Object.fromEntries(responses), limit: wanted.limit, algorithm: ALGORITHM };
}

function readWanted(given: Parameters): MatchOptions {
  const limit = given.integer('limit', [0, MAX_LIMIT], DEFAULT_LIMIT);
  const threshold = given.number('threshold', [0, 1], DEFAULT_THRESHOLD);
  const cutoff = Math.min(given.number('cutoff', [0, 1], DEFAULT_THRESHOLD), threshold);
  return { limit, threshold, cutoff };
}

function readExamples(body: unknown): (readonly [string, Example])[] {
  const queries = typeof body === 'object' && body !== null ? (body as { queries?: unknown }).queries : undefined;
  if (queries === undefined) throw new InvalidInput(['body', 'queries'], 'Field required', 'missing');
  if (typeof queries !== 'object' || queries === null || Array.isArray(queries)) {
    throw new InvalidInput(['body', 'queries'], 'Input should be a valid dictionary', 'dict_type');
  }
  const members = Object.entries(queries);
  if (members.length === 0) throw badRequest('No queries provided.');
  if (members.length > MAX_QUERIES) throw badRequest(`Too many queries in one batch (limit: ${MAX_QUERIES})`);
  return members.map(([name, value]) => [name, readExample(value, ['body', 'queries', name])]);
}

/** What is searched for an example, or the sentence by which it is refused, alone. */
function readAsked(example: Example, now: Date): AskedName | string {
  try {
    const asked = askedName(example);
    checkBirth(asked, now);
    return asked;
  } catch (error) {
    if (error instanceof Refusal) return error.errors.join(' ');
    if (error instanceof TouchstoneError && error.code === 'validation') return error.message;
    throw error;
  }
}

/** Nothing was searched and nothing spent for it: its `status` and its note keep it from being taken as clean. */
function refusedExample(query: Example, sentence: string) {
  const total = { value: 0, relation: 'eq' as const };
  return { status: 400, results: [], total, query, screenings: [], notes: [sentence] };
}

function answerOf(query: Example, screened: ScreenedName, { limit, threshold }: MatchOptions) {
  const { matches, cut, screenings, notes } = screened;
  const found = matches.filter(({ score }) => share(score) >= threshold).length;
  return {
    status: 200,
    results: matches.slice(0, limit).map((match) => result(match, threshold)),
    total: { value: found, relation: cut ? 'gte' : 'eq' },
    query,
    screenings,
    notes,
  };
}

function result(match: EvidencedMatch, threshold: number) {
  const score = share(match.score);
  const explanations = featureResults(match.explanation);
  return { ...ftmEntity(match.facts, false), score, explanations, match: score >= threshold };
}

/** Throws 400 for a name that neither yente nor Touchstone has. */
function checkAlgorithm(name: string | undefined): void {
  if (name !== undefined && !ALGORITHMS.includes(name.toLowerCase().trim()))
    throw badRequest(`Invalid algorithm: ${name}`);
}
