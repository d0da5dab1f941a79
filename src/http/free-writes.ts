import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from '../accounts/rate-limit.ts';
import { tooFast } from './wire/failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it stores has bounds of its own. */
    bounded?: boolean;
  }
  interface FastifyRequest {
    /** How many changes that cost nothing it asks for; 0 where it made a record, which costs a unit. */
    freeChanges: number;
  }
}

/** Changes that cost nothing, of one account: so many at once, and a second. No person and no client comes near. */
const CHANGES = { burst: 10_000, rate: 20 };
const KIB = 1024;
const DAY_SECONDS = 86_400;
/** KiB that such changes bring along, of one account: so many at once, and in a day. */
const BYTES = { burst: 64 * KIB, rate: (64 * KIB) / DAY_SECONDS };
/** What a change brings in any case is no more than what an entry of the audit log takes. */
const SMALL_KIB = 1;
/** A body whose length nobody said. */
const UNKNOWN_BYTES = 64 * KIB;

/**
 * Bounds what an account may have stored without paying for it: alerts, comments, webhooks, settings. Its people and
 * its keys count apart, and each node for itself.
 */
export function freeWrites() {
  const changes = new RateLimiter(CHANGES);
  const bytes = new RateLimiter(BYTES);
  const accountThatWrites = (request: FastifyRequest): string | undefined => {
    const { method, routeOptions, caller } = request;
    const { extension, bounded } = routeOptions.config;
    if (method === 'GET' || method === 'HEAD' || !extension || bounded || !caller) return undefined;
    return `${caller.userId === null ? 'keys' : 'people'} of ${caller.accountId}`;
  };
  return {
    /** Before the body is read. Throws 429. */
    check: (request: FastifyRequest): void => {
      const account = accountThatWrites(request);
      if (account === undefined) return;
      const kib = kibOf(request);
      const wait = Math.max(changes.wait(account, 1), kib > 0 ? bytes.wait(account, kib) : 0);
      if (wait > 0)
        throw tooFast(Math.ceil(wait / 1000), 'This account is over its limit of changes that cost nothing.');
    },
    /** Once it is known what was done. */
    count: (request: FastifyRequest, { statusCode }: FastifyReply): void => {
      const account = accountThatWrites(request);
      const many = request.freeChanges;
      if (account === undefined || statusCode >= 400 || many === 0) return;
      changes.charge(account, many);
      // Each of many gets the comment that came once.
      bytes.charge(account, kibOf(request) * many);
    },
  };
}

function kibOf({ headers }: FastifyRequest): number {
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const sent = length ?? (headers['transfer-encoding'] === undefined ? 0 : UNKNOWN_BYTES);
  return Math.max(0, Math.ceil(sent / KIB) - SMALL_KIB);
}
