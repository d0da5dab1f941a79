import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { type Actor, actorOf } from '../../domain/actor.ts';
import type { KeptAnswer } from '../../domain/idempotency.ts';
import type { KeyScope } from '../../domain/key-scope.ts';
import type { Right } from '../../domain/role.ts';
import type { App } from '../app-type.ts';
import { withoutNulls } from '../json-body.ts';
import { readRecordId } from '../route.ts';
import { IdempotencyHeaders, ref } from '../wire/schemas.ts';
import { PROBLEM_CODES, type ProblemCode } from './codes.ts';
import { CURSOR_QUERY, MAX_PAGE, pageSchema } from './cursor.ts';
import { ETAG_HEADER, KNOWN_STATE, NOT_MODIFIED } from './etag.ts';
import { unstorableFields } from './fields.ts';
import { invalidFields, type Problem } from './problems.ts';
import { CodedProblem, exampleOf } from './schemas.ts';

/** An answer of a route in the document. */
interface Success {
  readonly description: string;
  /** Undefined for an answer without a body (204). A named schema is referred to. */
  readonly schema?: TSchema;
  /** A value that the schema allows; the first example of the schema unless it says otherwise. */
  readonly example?: unknown;
  /** In place of JSON: schemas by media type, of which the caller chooses one by `Accept`. */
  readonly media?: Readonly<Record<string, TSchema>>;
  /** The answer says by `ETag` which state it shows; every 200 of a `resource` does. */
  readonly etag?: true;
}

/** What a handler gets: parameters and body as their schemas say. */
export interface Asked<P, Q, B> {
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
  readonly actor: Actor;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly request: FastifyRequest;
}

interface ExtensionRoute<P extends TProperties, Q extends TProperties, B extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** A parameter of the path whose type is integer is a record's id: the handler gets a number. */
  readonly params?: P;
  /** The 404 for an id that is no positive integer; needed with such a parameter. */
  readonly missing?: (id: string) => Problem;
  /** Headers that the document names; the handler reads them of the request. */
  readonly headers?: TProperties;
  /** Parameters of the query; all others are 400. */
  readonly query?: Q;
  /**
   * Top-level members that are null count as left out. Give every text and list a limit. A named schema is referred to,
   * with its examples.
   */
  readonly body?: B;
  /** Bytes; 64 KiB unless it says otherwise. */
  readonly bodyLimit?: number;
  /** `resource`: a GET of one thing, with an ETag. `secret`: its answer shows a secret, so it takes no key. */
  readonly kind?: 'resource' | 'secret';
  /** The answer of a POST names nobody: a deletion on request leaves it to those who repeat their request. */
  readonly namesNobody?: true;
  /**
   * A POST whose answer may be long: the answer to a request that comes again, as things are then. Others say that
   * their answer is lost.
   */
  again?(asked: Asked<Static<TObject<P>>, Static<TObject<Q>>, Static<B>>, kept: KeptAnswer): Promise<unknown>;
  /** A key needs one of these. */
  readonly scopes: readonly KeyScope[];
  /** What a person needs whose session may call it too, from the dashboard's pages; nobody's may without it. */
  readonly may?: Right;
  /** What it stores has bounds of its own, besides those of changes that cost nothing. */
  readonly bounded?: true;
  /** Where what it serves is off: refuses every request, before anything of it is read. */
  readonly off?: (() => Problem) | undefined;
  /** By status. */
  readonly success: Readonly<Record<number, Success>>;
  /** What can go wrong besides what every route has (400, 401, 403, 429 by rate, 500, 503). */
  readonly codes?: readonly ProblemCode[];
  /** The most rows of a list in the answer; 200 unless it says otherwise. */
  readonly maxRows?: number;
}

const STANDING: readonly ProblemCode[] = [
  'invalid-request',
  'unauthorized',
  'forbidden',
  'scope-missing',
  'rate-limited',
  'internal-error',
  'unavailable',
];
const IDEMPOTENCY: readonly ProblemCode[] = ['idempotency-key-reused', 'idempotency-key-in-use'];

/**
 * Adds a route beyond the contract. Schema, document, errors with codes, strict parameters, Idempotency-Key of a POST
 * and ETag of a resource come from the declaration.
 *
 * @example A list by cursor. The records are asked for one row more than the page has.
 * ```
 * listRoute(app, {
 *   url: '/api/Boats', operationId: 'listBoats', tag: 'Boats', scopes: ['boats:read'],
 *   summary: 'The boats of the account',
 *   query: { colour: Type.Optional(Type.String({ maxLength: 20 })) }, item: Boat,
 * }, async ({ accountId, query }) => {
 *   const { limit, after } = readCursor(query, 'boats', [0]);
 *   const read = await services.records.boats.page(accountId, { limit: limit + 1, after });
 *   return cursorPage(read, { limit, list: 'boats' }, ({ id }) => [id], boatView);
 * });
 * ```
 * One resource by its id: `kind: 'resource'`, `params: { id: Type.Integer() }`, `codes: ['boat-not-found']`, and
 * `missing: (id) => new Problem('boat-not-found', ...)`. A decision calls `checkIfMatch(request, etagOf(revision))`.
 * What made a record calls `noteRemaining(request, remaining)`. Named schemas go into `EXTENSION_COMPONENTS` and the
 * file into `ROUTES`, both of `plugin.ts`. Codes go into `codes.ts` and `docs/errors.md`.
 */
export function extensionRoute<
  P extends TProperties = Record<never, never>,
  Q extends TProperties = Record<never, never>,
  B extends TSchema = TSchema,
>(
  app: App,
  route: ExtensionRoute<P, Q, B>,
  handler: (asked: Asked<Static<TObject<P>>, Static<TObject<Q>>, Static<B>>, reply: FastifyReply) => Promise<unknown>,
): void {
  const { method, url, kind, params, missing, bodyLimit, maxRows = MAX_PAGE, namesNobody = false } = route;
  const { bounded = false, off } = route;
  const idempotent = method === 'POST' && kind !== 'secret';
  const members = membersOf(app, route.body);
  const ids = Object.entries(params ?? {}).flatMap(([name, schema]) => (isInteger(schema) ? [name] : []));
  app.route({
    method,
    url,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: {
      extension: true,
      maxRows,
      idempotent,
      resource: kind === 'resource',
      namesNobody,
      bounded,
      may: route.may,
      scopes: route.scopes,
      ...(route.again && { again: (request, kept) => route.again!(askedIn(request) as never, kept) }),
    },
    schema: schemaOf(route as never, idempotent),
    ...(off && { onRequest: (_request, _reply, done) => done(off()) }),
    preValidation: async (request) => {
      request.body = withoutNulls(request.body, members);
      const unstorable = route.body ? unstorableFields(request.body) : [];
      if (unstorable.length > 0) throw invalidFields(unstorable);
      const given = request.params as Record<string, unknown>;
      for (const name of ids) given[name] = readRecordId(String(given[name])) ?? refuse(missing, String(given[name]));
    },
    handler: async (request, reply) => {
      const answer = await handler(askedIn(request) as never, reply);
      return reply.sent ? reply : reply.send(answer ?? undefined);
    },
  });
}

/** A route beyond the contract that gives a list by cursor. */
interface ListRoute<P extends TProperties, Q extends TProperties>
  extends Omit<ExtensionRoute<P, Q, TSchema>, 'method' | 'body' | 'success'> {
  /** A named schema. */
  readonly item: TSchema;
  /** Of the answer in the document. */
  readonly page?: string;
}

/** Adds such a route: `readCursor` and `cursorPage` make its pages. Its filters stand beside `limit` and `cursor`. */
export function listRoute<P extends TProperties = Record<never, never>, Q extends TProperties = Record<never, never>>(
  app: App,
  { item, page: description = 'A page.', ...route }: ListRoute<P, Q>,
  handler: (
    asked: Asked<Static<TObject<P>>, Static<TObject<typeof CURSOR_QUERY>> & Static<TObject<Q>>, unknown>,
  ) => Promise<unknown>,
): void {
  const example = { items: examplesOf(item), nextCursor: null };
  const query = { ...CURSOR_QUERY, ...route.query };
  const success = { 200: { description, schema: pageSchema(referred(item)), example } };
  extensionRoute(app, { ...route, method: 'GET', query, success } as never, handler as never);
}

function askedIn(request: FastifyRequest): Asked<unknown, unknown, unknown> {
  const { params, query, body } = request;
  const caller = request.caller!;
  return { ...caller, actor: actorOf(caller), params, query, body, request };
}

/** The members that a body may have, by name. */
function membersOf(app: App, body: TSchema | undefined): object {
  const { $ref } = (body ?? {}) as { $ref?: string };
  const schema = $ref === undefined ? body : app.getSchema($ref.slice(0, -1));
  return (schema as { properties?: object } | undefined)?.properties ?? {};
}

function refuse(missing: ((id: string) => Problem) | undefined, id: string): never {
  if (!missing) throw new Error('a route with an integer in its path has to say what is missing');
  throw missing(id);
}

function isInteger(schema: TSchema): boolean {
  return (schema as { type?: unknown }).type === 'integer';
}

function schemaOf(route: ExtensionRoute<TProperties, TProperties, TSchema>, idempotent: boolean) {
  const { operationId, tag, summary, description, params, query, body, kind } = route;
  const isResource = kind === 'resource' && params !== undefined;
  const headers = {
    ...(isResource && KNOWN_STATE),
    ...(idempotent && IdempotencyHeaders.properties),
    ...route.headers,
  };
  return {
    operationId,
    tags: [tag],
    summary,
    security: [{ apiKey: [] }],
    ...(description !== undefined && { description }),
    ...(params && { params: Type.Object(params) }),
    ...(query && { querystring: Type.Object(query) }),
    ...(Object.keys(headers).length > 0 && { headers: Type.Object(headers) }),
    ...(body && { body: named(body) ? { ...ref(body), examples: examplesOf(body) } : body }),
    response: { ...successes(route.success, isResource), ...problems(route, idempotent) },
  };
}

function successes(success: Readonly<Record<number, Success>>, isResource: boolean) {
  const answers = Object.entries(success).map(
    ([status, { description, schema, example, media, etag = isResource }]) => {
      const standing = { description, ...(etag && { headers: ETAG_HEADER }) };
      if (media) return [status, { ...standing, content: contentOf(media) }];
      if (!schema) return [status, { ...standing, type: 'null' }];
      const shown = example ?? examplesOf(schema)?.[0];
      const content = { schema: referred(schema), ...(shown !== undefined && { example: shown }) };
      return [status, { ...standing, content: { 'application/json': content } }];
    },
  );
  return Object.fromEntries(answers) as Record<string, unknown>;
}

function contentOf(media: Readonly<Record<string, TSchema>>) {
  const types = Object.entries(media).map(([type, schema]) => [type, { schema, example: examplesOf(schema)?.[0] }]);
  return Object.fromEntries(types) as Record<string, unknown>;
}

/** A named schema stands in the document once, and elsewhere a reference to it. */
function referred(schema: TSchema): TSchema {
  return named(schema) ? ref(schema) : schema;
}

function named(schema: TSchema): boolean {
  return '$id' in schema;
}

function examplesOf(schema: TSchema): unknown[] | undefined {
  return (schema as { examples?: unknown[] }).examples;
}

/** Answers of what can go wrong, by status, with an example of each code. */
function problems(route: ExtensionRoute<TProperties, TProperties, TSchema>, key: boolean) {
  const { method, kind, params, codes = [] } = route;
  // Also where no body is wanted, one that is sent is read.
  const tooLarge = method === 'GET' ? [] : (['body-too-large'] as const);
  const all = [...STANDING, ...(key ? IDEMPOTENCY : []), ...tooLarge, ...codes];
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(all)) {
    const { status } = PROBLEM_CODES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers: [number, object][] = [...byStatus].map(([status, ofStatus]) => {
    const examples = Object.fromEntries(ofStatus.map((code) => [code, { value: exampleOf(code) }]));
    const description = ofStatus.map((code) => PROBLEM_CODES[code].meaning).join('\n');
    return [status, { description, content: { 'application/problem+json': { schema: ref(CodedProblem), examples } } }];
  });
  if (kind === 'resource' && params) answers.push([304, NOT_MODIFIED]);
  return Object.fromEntries(answers) as Record<string, unknown>;
}
