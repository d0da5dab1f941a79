import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { entryKey } from '../../domain/list-entry.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { notFound, Refusal, unavailable } from '../wire/failure.ts';
import { ref } from '../wire/schemas.ts';
import { catalogued, datasetsOf } from './datasets.ts';
import { deltaUrl } from './deltas.ts';
import { described, flag, readByHand } from './describe.ts';
import { ftmEntity } from './ftm-entity.ts';
import { entityId, entryOf } from './ids.ts';
import { Parameters } from './input.ts';
import { ALGORITHM, THEIR_ALGORITHMS } from './match.ts';
import { listsInForce } from './screening.ts';
import { YenteAlgorithms, YenteCatalog, YenteEntity, YenteStatus } from './wire.ts';

/** The whole path is read as one id. */
const PATH = {
  id: Type.String({
    description: 'Id of an entity, or of any entry that was merged into it.',
    examples: ['un-sc-QDi--2E999'],
  }),
};
const DESCRIPTION = 'The engine of Touchstone: names in all scripts, with one date of birth as evidence.';
const DOCS = 'https://github.com/opensanctions/yente';

/**
 * What yente answers besides searches. None of it costs anything. Marble asks for the catalogue and the algorithms
 * without a key, even where it has one, and nothing of an account is in them.
 */
export function dataRoutes(app: App, services: Services): void {
  app.get(
    '/entities/:id',
    {
      config: { free: true, scopes: ['screening:read'] },
      schema: described({
        operationId: 'yenteEntity',
        tag: 'Compatibility',
        summary: 'One entity of the lists in force, as yente answers it',
        description: 'By the id of a match or of any entry that is merged into it. It costs no unit.',
        params: PATH,
        query: { nested: flag('Whether its listings stand in it as entities of their own; true by default.') },
        success: ref(YenteEntity),
        moved: 'The id of another entry; `Location` has the entity.',
        refusals: { 404: 'No such entity.', 422: 'A parameter has a wrong form.' },
      }),
      ...readByHand,
    },
    async (request, reply) => entity(services, request, reply),
  );
  app.get(
    '/catalog',
    {
      config: { public: true },
      schema: described({
        operationId: 'yenteCatalog',
        tag: 'Compatibility',
        isPublic: true,
        isCached: true,
        refusals: { 503: 'No list is loaded yet.' },
        summary: 'The lists in force, as the catalogue of yente',
        description: 'Every list is a dataset, and so are collections such as `default`, `sanctions` and `peps`.',
        success: ref(YenteCatalog),
      }),
    },
    async (request, reply) => {
      const datasets = datasetsOf(listsInForce(services));
      const { snapshot } = services.search;
      if (isKnown(request, reply, snapshot!)) return reply.code(304).send() as never;
      const of = { snapshot: snapshot!, delta: (name: string) => deltaUrl(request, name) };
      const described = datasets.map((dataset) => catalogued(dataset, datasets, of));
      return { datasets: described, current: datasets.map(({ name }) => name), outdated: [], index_stale: false };
    },
  );
  app.get(
    '/algorithms',
    {
      config: { public: true },
      schema: described({
        operationId: 'yenteAlgorithms',
        tag: 'Compatibility',
        isPublic: true,
        summary: 'The algorithm that scores, and the names that are accepted',
        description:
          'Algorithms of yente are listed since clients look for them; `touchstone` scores whichever is asked for.',
        success: ref(YenteAlgorithms),
      }),
    },
    async () => algorithms(),
  );
  app.get('/manifest', { config: { public: true }, schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/catalog', 308),
  );
  // Lists are asked for by the operator's schedule and command, and there is no token that would stand for them.
  app.post('/updatez', { config: { public: true }, schema: { hide: true } }, async () => {
    throw new Refusal(403, 'problem', 'Forbidden.', ['Invalid token.']);
  });
  probes(app, services);
}

/** Whether the client has what the snapshot says already. Says by `ETag` which one that is. */
function isKnown(request: FastifyRequest, reply: FastifyReply, snapshot: string): boolean {
  const etag = `"${snapshot}"`;
  reply.header('etag', etag).header('cache-control', 'public, max-age=300');
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}

function probes(app: App, services: Services): void {
  const config = { public: true, probe: true };
  app.get(
    '/healthz',
    {
      config,
      schema: described({
        operationId: 'yenteHealth',
        tag: 'Compatibility',
        summary: 'The process answers',
        description: 'As yente answers it; no key is needed.',
        isPublic: true,
        success: ref(YenteStatus),
      }),
    },
    async () => ({ status: 'ok' }),
  );
  app.get(
    '/readyz',
    {
      config,
      schema: described({
        operationId: 'yenteReady',
        tag: 'Compatibility',
        isPublic: true,
        summary: 'Lists are loaded and the database answers',
        description: 'As yente answers it; no key is needed.',
        success: ref(YenteStatus),
        refusals: { 503: 'Starting, stopping, or the database does not answer.' },
      }),
    },
    async () => {
      const reason = await services.notReady();
      if (reason !== undefined) throw unavailable(reason, { 'retry-after': '2' });
      return { status: 'ok' };
    },
  );
}

async function entity(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  const nested = new Parameters(request.query).flag('nested') ?? true;
  listsInForce(services);
  const entry = entryOf(id);
  const facts = entry && (await services.entities.entity(entryKey(entry), request.caller!.accountId));
  if (!facts) throw notFound('No such entity!');
  const own = entityId(facts[0]!);
  if (own === id) return ftmEntity(facts, nested);
  return reply.redirect(`/entities/${own}${nested ? '' : '?nested=false'}`, 308) as never;
}

function algorithms() {
  const features = {
    name: { description: 'Similarity of the names alone.', coefficient: 1, url: DOCS },
  };
  const described = (name: string, description: string) => {
    const one = { name, description, features };
    return { ...one, docs: { ...one, config: {} } };
  };
  // Clients look here for the one that their settings name.
  const theirs = THEIR_ALGORITHMS.map((name) => described(name, `Taken as a name; \`${ALGORITHM}\` scores.`));
  return { algorithms: [described(ALGORITHM, DESCRIPTION), ...theirs], default: ALGORITHM, best: ALGORITHM };
}
