import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Problem } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its GET gives one resource, so that the answer has an ETag. */
    resource?: boolean;
  }
}

/** For the document of a write that a caller can keep from changing what is there. */
export const IF_NONE_MATCH = {
  'If-None-Match': Type.Optional(
    Type.String({ description: '`*`: only where nothing is there yet. Anything else is 412, and changes nothing.' }),
  ),
};

/** For the document of a read: who knows a state is told 304 where it still stands. */
export const KNOWN_STATE = {
  'If-None-Match': Type.Optional(
    Type.String({ description: '`ETag` of an earlier answer: 304 without a body where nothing has changed since.' }),
  ),
};
/** For the document of a write that goes by the state that the caller has read. */
export const IF_MATCH = {
  'If-Match': Type.Optional(
    Type.String({ description: '`ETag` of what was read: 412 and no change where it has changed since.' }),
  ),
};
/** Of an answer that says which state it shows. */
export const ETAG_HEADER = {
  ETag: { type: 'string', description: 'Names the state that is shown, for `If-None-Match` and `If-Match`.' },
};
/** For the document: the answer to who has the newest state. */
export const NOT_MODIFIED = { description: 'The caller has it already.', type: 'null', headers: ETAG_HEADER };

/** The ETag of a resource whose every change raises its revision; give it to `reply.header('etag', …)`. */
export function etagOf(revision: number | string): string {
  return `"${revision}"`;
}

/**
 * Throws 412 where `If-Match` names another state than `etag` (RFC 9110 §13.1.1); without the header everything goes.
 * A write that others may overtake also hands its revision to the records, which compare it in their transaction.
 */
export function checkIfMatch(request: FastifyRequest, etag: string): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*' || listed(wanted).includes(etag)) return;
  throw new Problem('precondition-failed', 'The resource has changed since it was read. Read it again.', {
    headers: { etag },
  });
}

/**
 * Throws 412 where `If-None-Match` names what is there, which `*` always does (RFC 9110 §13.1.2): such a write makes
 * something and never changes it. `etag` is of what is there; undefined where nothing is.
 */
export function checkIfNoneMatch(request: FastifyRequest, etag: string | undefined, taken: string): void {
  const known = request.headers['if-none-match'];
  if (known === undefined || etag === undefined) return;
  if (known.trim() !== '*' && !listed(known.replaceAll('W/', '')).includes(etag)) return;
  throw new Problem('precondition-failed', taken, { headers: { etag } });
}

/** Gives the answer of one resource its ETag, where its handler gave none, and answers 304 to who has it already. */
export async function resourceEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!request.routeOptions.config.resource || !isRead || reply.statusCode !== 200) return payload;
  if (typeof payload !== 'string') return payload;
  const own = reply.getHeader('etag') as string | undefined;
  const etag = own ?? etagOf(createHash('sha256').update(payload).digest('base64url').slice(0, 27));
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known === undefined || !(known.trim() === '*' || listed(known.replaceAll('W/', '')).includes(etag)))
    return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}

function listed(header: string): string[] {
  return header.split(',').map((part) => part.trim());
}
