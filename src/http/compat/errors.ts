import type { FastifyReply } from 'fastify';
import type { Refusal } from '../wire/failure.ts';
import { InvalidInput } from './input.ts';

/** Whose interface a path belongs to. */
export type Style = 'yente' | 'watchman';

/** Seconds. */
const LONGEST_WAIT = 60;

/** Undefined for paths of Touchstone itself. A path below one of theirs that is not served is theirs too. */
export function styleOf(path: string): Style | undefined {
  if (/^\/v2(\/|$)/.test(path)) return 'watchman';
  return /^\/(match|search|entities|catalog|manifest|updatez|reconcile|delta|algorithms|healthz|readyz)(\/|$)/.test(
    path,
  )
    ? 'yente'
    : undefined;
}

/** Sends a refusal as the other service does: `{"detail": …}`, or `{"error": …}`. */
export function answerIn(style: Style, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const sentences = refusal.errors.join(' ');
  reply.headers(refusal.headers).type('application/json; charset=utf-8');
  if (style === 'yente') {
    const detail = refusal instanceof InvalidInput ? refusal.problems : sentences;
    return reply.code(refusal.status).send({ detail });
  }
  // Watchman's client sleeps as long as it is told, even until the next month.
  if (Number(refusal.headers['retry-after'] ?? 0) > LONGEST_WAIT) reply.removeHeader('retry-after');
  // Watchman has one status for everything that is wrong with a request.
  return reply.code(refusal.status === 422 ? 400 : refusal.status).send({ error: sentences });
}
