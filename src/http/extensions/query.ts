import type { FastifyRequest } from 'fastify';
import { invalidFields } from './problems.ts';

interface Declared {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

/**
 * Refuses parameters that the route's schema does not declare, and those that come twice: a filter with a slip must not
 * show everything.
 */
export function strictQuery(request: FastifyRequest): void {
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as Declared;
  const problems = Object.entries(request.query as object).flatMap(([field, value]) => {
    if (!Object.hasOwn(properties, field)) return [{ field, message: `${field} is no parameter of this request.` }];
    return Array.isArray(value) ? [{ field, message: `${field} may be given only once.` }] : [];
  });
  if (problems.length > 0) throw invalidFields(problems);
}

/** Parameters as the types that the schema gives them; what cannot be read stays text, which the schema refuses. */
export function typedQuery(request: FastifyRequest): void {
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
