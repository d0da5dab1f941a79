import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chosenCoding } from './content-coding.ts';

/** A smaller answer, in bytes, fits in a packet as it is. */
const LEAST = 1_024;
/** The quickest: a page of records becomes a tenth of it, and the next levels save little more. */
const LEVEL = 1;

/**
 * Hook of `onSend`: JSON that somebody reads in the dashboard goes out compressed. Programs get theirs as it is, so
 * that no request of theirs waits longer. zlib works on threads of its own.
 */
export function compressedAnswers(
  { user, method, headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  if (!user || method !== 'GET' || !isLarge(payload) || !isPlainJson(reply)) {
    done(null, payload);
    return;
  }
  reply.header('vary', 'accept-encoding');
  if (chosenCoding(headers['accept-encoding'], ['gzip']) !== 'gzip') {
    done(null, payload);
    return;
  }
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  gzip(payload, { level: LEVEL }, done);
}

function isLarge(payload: unknown): payload is string | Uint8Array {
  return (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length >= LEAST;
}

/** An ETag stands for the bytes as they are. */
function isPlainJson(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  return type.startsWith('application/json') && !reply.hasHeader('etag') && !reply.hasHeader('content-encoding');
}
