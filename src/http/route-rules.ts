import type { FastifyReply, FastifyRequest } from 'fastify';
import { strictQuery, typedQuery } from './extensions/query.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The most rows that a route's list may have; a route that answers with a list has to say it. */
    maxRows?: number;
  }
}

/**
 * A handler sees the parameters that its route's schema declares, so that none is ever read unchecked. All others are
 * ignored, as unknown members of a body are; beyond the contract they are refused.
 */
export async function declaredQuery(request: FastifyRequest): Promise<void> {
  if (request.extension) {
    strictQuery(request);
    return typedQuery(request);
  }
  const { querystring } = (request.routeOptions.schema ?? {}) as { querystring?: { properties?: object } };
  const declared = querystring?.properties ?? {};
  const given = Object.entries(request.query as Record<string, unknown>);
  request.query = Object.fromEntries(given.filter(([name]) => Object.hasOwn(declared, name)));
}

/** Refuses to send a list without a limit: what grows with an account's records must not grow an answer for ever. */
export async function boundedList(request: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> {
  const rows = Array.isArray(payload) ? payload : (payload as { items?: unknown } | null | undefined)?.items;
  if (!Array.isArray(rows)) return payload;
  const { url, config } = request.routeOptions;
  if (config.maxRows !== undefined && rows.length <= config.maxRows) return payload;
  throw new Error(`${url} answered with ${rows.length} rows; its config.maxRows is ${config.maxRows ?? 'missing'}`);
}
