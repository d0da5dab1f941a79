import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../accounts/rate-limit.ts';
import { periodSeconds, secondsLeft } from '../domain/quota.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the caller's account may do, once the account is known. */
    allowance: { readonly quota: number; remaining: number } | undefined;
  }
}

/** Says how many units the account has left, after a record was made in this request. */
export function noteRemaining(request: FastifyRequest, remaining: number): void {
  request.freeChanges = 0;
  if (request.allowance) request.allowance.remaining = remaining;
}

/**
 * Puts `RateLimit-Policy` and `RateLimit` on every answer that knows its account (draft-ietf-httpapi-ratelimit-headers,
 * from version 08 on). `"quota"` counts records of a calendar month, `"rate"` requests of one key.
 */
export function rateLimitHeaders({ rate, now }: Pick<Services, 'rate' | 'now'>) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { allowance, caller } = request;
    // People have no limits of their own.
    if (!allowance || !caller?.keyId) return;
    const at = now();
    const policies = [`"quota";q=${allowance.quota};w=${periodSeconds(at)}`];
    const limits = [`"quota";r=${Math.max(0, allowance.remaining)};t=${secondsLeft(at)}`];
    if (rate) {
      policies.push(`"rate";q=${Math.floor(rate.burst)};w=${Math.max(1, Math.ceil(rate.burst / rate.rate))}`);
      limits.push(rateLeft(rate, caller.keyId));
    }
    reply.header('ratelimit-policy', policies.join(', ')).header('ratelimit', limits.join(', '));
  };
}

/** `t` is when another request becomes possible; a full bucket has none to wait for. */
function rateLeft(rate: RateLimiter, keyId: string): string {
  const { tokens, seconds } = rate.left(keyId);
  return `"rate";r=${tokens}${seconds > 0 ? `;t=${seconds}` : ''}`;
}
