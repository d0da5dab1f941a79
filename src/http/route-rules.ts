import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidFields } from './extensions/problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The most rows that a route's list may have; a route that answers with a list has to say it. */
    maxRows?: number;
  }
}

interface Declared {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

/**
 * A handler sees the parameters that its route's schema declares, so that none is ever read unchecked. All others are
 * ignored, as unknown members of a body are; beyond the contract they are refused.
 */
export function declaredQuery(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.extension) {
    strictQuery(request);
    typedQuery(request);
  } else onlyDeclared(request);
  done();
}

function onlyDeclared(request: FastifyRequest): void {
  const { querystring } = (request.routeOptions.schema ?? {}) as { querystring?: { properties?: object } };
  const declared = querystring?.properties ?? {};
  const given = Object.entries(request.query as Record<string, unknown>);
  request.query = Object.fromEntries(given.filter(([name]) => Object.hasOwn(declared, name)));
}

/** Refuses to send a list without a limit: what grows with an account's records must not grow an answer for ever. */
export function boundedList(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  checkRows(request, payload);
  done(null, payload);
}

function checkRows(request: FastifyRequest, payload: unknown): void {
  const rows = Array.isArray(payload) ? payload : (payload as { items?: unknown } | null | undefined)?.items;
  if (!Array.isArray(rows)) return;
  const { url, config } = request.routeOptions;
  if (config.maxRows !== undefined && rows.length <= config.maxRows) return;
  throw new Error(`${url} answered with ${rows.length} rows; its config.maxRows is ${config.maxRows ?? 'missing'}`);
}

/**
 * Refuses parameters that the route's schema does not declare, and those that come twice: a filter with a slip must not
 * show everything.
 */
function strictQuery(request: FastifyRequest): void {
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as Declared;
  const problems = Object.entries(request.query as object).flatMap(([field, value]) => {
    if (!Object.hasOwn(properties, field)) return [{ field, message: `${field} is no parameter of this request.` }];
    return Array.isArray(value) ? [{ field, message: `${field} may be given only once.` }] : [];
  });
  if (problems.length > 0) throw invalidFields(problems);
}

/** Parameters as the types that the schema gives them; what cannot be read stays text, which the schema refuses. */
function typedQuery(request: FastifyRequest): void {
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as Declared;
  const given = Object.entries(request.query as Record<string, unknown>);
  request.query = Object.fromEntries(given.map(([name, text]) => [name, typed(text, properties[name]?.type)]));
}

function typed(text: unknown, type: string | undefined): unknown {
  if (typeof text !== 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const isNumber = (type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
  return isNumber ? Number(text) : text;
}
