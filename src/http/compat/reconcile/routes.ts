import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { dayOf } from '../../../domain/date-of-birth.ts';
import type { EntryFacts } from '../../../domain/list-entry.ts';
import { readName } from '../../../screening/query.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { notFound } from '../../wire/failure.ts';
import { titleOf } from '../datasets.ts';
import { readByHand } from '../describe.ts';
import { readFilters } from '../filters.ts';
import { ftmEntity } from '../ftm-entity.ts';
import { entryOf } from '../ids.ts';
import { badRequest, Parameters } from '../input.ts';
import { listsInForce } from '../screening.ts';
import { extended } from './extend.ts';
import { manifestOf } from './manifest.ts';
import { propertiesBeginning, propertiesOf, typeOf, typesBeginning } from './model.ts';
import { reconciled } from './queries.ts';

/** Bytes: queries of OpenRefine come a few at a time. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Entities that a suggestion looks at. */
const MOST_READ = 200;
const DEFAULT_SUGGESTIONS = 10;
const MAX_SUGGESTIONS = 500;
/** Types and properties that are suggested at once. */
const MAX_WORDS = 5;

const GIVEN = Type.Optional(Type.Unknown());
/** `free`: only queries cost anything, and `screenAll` looks whether there is enough. */
const OPEN = {
  ...readByHand,
  config: { free: true, scopes: ['screening'] },
  schema: { hide: true, querystring: Type.Object({ prefix: GIVEN, limit: GIVEN, type: GIVEN }) },
} as const;

/**
 * The Reconciliation Service API 0.2 as yente has it, for OpenRefine. It takes no header there, so that the key may be
 * in the query: `?api_key=`.
 */
export async function reconcileRoutes(app: App, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    queryRoutes(scope as App, services);
    suggestRoutes(scope as App, services);
  });
}

function queryRoutes(app: App, services: Services): void {
  app.get('/reconcile/:scope', OPEN, async (request) => {
    const scope = scopeOf(request);
    const title = titleOf(listsInForce(services), scope);
    return manifestOf(request, scope, title);
  });
  app.post('/reconcile/:scope', { ...OPEN, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const scope = scopeOf(request);
    titleOf(listsInForce(services), scope);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const extend = form.get('extend');
    if (extend) {
      const answer = await extended(services, request.caller!.accountId, extend);
      reply.header('x-batch-size', String(Object.keys(answer.rows).length));
      return answer;
    }
    const queries = form.get('queries');
    if (!queries) throw badRequest('The form needs queries or extend, as application/x-www-form-urlencoded.');
    const answer = await reconciled(services, request, scope, queries);
    reply.header('x-batch-size', String(Object.keys(answer).length));
    return answer;
  });
  app.get('/reconcile/:scope/extend/property', OPEN, async (request) => {
    const given = new Parameters(request.query);
    const type = given.text('type') ?? 'Thing';
    const limit = given.integer('limit', [0, MAX_SUGGESTIONS], 0);
    const all = propertiesOf(type);
    const properties = (limit > 0 ? all.slice(0, limit) : all).sort((a, b) => (a.name < b.name ? -1 : 1));
    return { limit, type, properties };
  });
  // A link in a browser has no key; the page behind it asks for a sign-in.
  app.get('/reconcile/:scope/view/:id', { config: { public: true }, schema: { hide: true } }, (request, reply) => {
    const entry = entryOf((request.params as { id: string }).id);
    if (!entry) throw notFound('No such entity!');
    return reply.redirect(`/listed/${encodeURIComponent(entry.source)}/${encodeURIComponent(entry.id)}`, 302);
  });
}

function suggestRoutes(app: App, services: Services): void {
  const suggestions = (prefix: string, result: readonly object[]) => ({
    code: '/api/status/ok',
    status: '200 OK',
    prefix,
    result,
  });
  const prefixOf = (request: FastifyRequest) => new Parameters(request.query).text('prefix') ?? '';
  app.get('/reconcile/:scope/suggest/type', OPEN, async (request) => {
    const prefix = prefixOf(request);
    return suggestions(prefix, typesBeginning(prefix).slice(0, MAX_WORDS));
  });
  app.get('/reconcile/:scope/suggest/property', OPEN, async (request) => {
    const prefix = prefixOf(request);
    return suggestions(prefix, propertiesBeginning(prefix).slice(0, MAX_WORDS));
  });
  app.get('/reconcile/:scope/suggest/entity', OPEN, async (request) => {
    const prefix = prefixOf(request);
    const limit = new Parameters(request.query).integer('limit', [0, MAX_SUGGESTIONS], DEFAULT_SUGGESTIONS);
    const filters = readFilters(listsInForce(services), scopeOf(request), new Parameters({}));
    if (prefix.trim() === '') return suggestions(prefix, []);
    readName(prefix);
    const asked = { text: prefix, limit: MOST_READ, today: dayOf(services.now()), isBegun: true };
    const found = await services.entities.withWords(asked, request.caller!.accountId);
    const wanted = found.entities.filter((facts) => filters.wanted?.({ facts, entries: facts }) ?? true);
    return suggestions(prefix, wanted.slice(0, limit).map(suggested));
  });
}

function suggested(facts: readonly EntryFacts[]) {
  const { id, caption, schema } = ftmEntity(facts, false);
  const type = typeOf(schema);
  return { id, name: caption, description: type.description, type: [type] };
}

function scopeOf(request: FastifyRequest): string {
  return (request.params as { scope: string }).scope;
}
