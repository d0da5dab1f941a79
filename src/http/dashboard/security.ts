import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn, Users } from '../../accounts/users.ts';
import { MAX_SESSION_MS } from '../../accounts/users.ts';
import type { User, UserRole } from '../../domain/user.ts';
import { say } from '../../sentences.ts';
import { Refusal } from '../wire/failure.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever is signed in; set for every route of the dashboard that is not open to all. */
    user: User | undefined;
    /** The random value of the session, where the cookie holds one. */
    session: string | undefined;
    /** The random value by which the browser is known, where the cookie holds one. */
    browser: string | undefined;
  }
  interface FastifyContextConfig {
    /** The lowest role that may call a dashboard route. Default: `viewer` for GET, `analyst` for everything else. */
    role?: UserRole;
    /** Served without a session: signing in, one-time links. */
    open?: boolean;
  }
}

/** The prefix makes a browser refuse it from anywhere but this very host over https (RFC 6265bis §4.1.3.2). */
const COOKIE = '__Host-touchstone';
/** Tells a browser that somebody signed in with before from those of strangers; it lets nobody in. */
const BROWSER_COOKIE = '__Host-touchstone-browser';
/** 400 days: the most that browsers keep a cookie (RFC 6265bis §5.5). */
const BROWSER_COOKIE_SECONDS = 400 * 24 * 3600;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const RANK: Readonly<Record<UserRole, number>> = { viewer: 0, analyst: 1, owner: 2 };

export function beginCookies(reply: FastifyReply, { session, browser }: Pick<SignedIn, 'session' | 'browser'>): void {
  reply.header('set-cookie', [
    `${COOKIE}=${session}; Max-Age=${MAX_SESSION_MS / 1000}; ${ATTRIBUTES}`,
    `${BROWSER_COOKIE}=${browser}; Max-Age=${BROWSER_COOKIE_SECONDS}; ${ATTRIBUTES}`,
  ]);
}

export function endCookie(reply: FastifyReply): void {
  reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`);
}

/** Before anything of a request is read: where it comes from, whose it is, what they may do. */
export function securityHook(users: Users) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!sameOrigin(request)) {
      throw new Refusal(403, 'envelope', 'Forbidden.', ['The dashboard accepts requests from its own pages only.']);
    }
    request.session = cookieOf(request, COOKIE);
    request.browser = cookieOf(request, BROWSER_COOKIE);
    const { config } = request.routeOptions;
    if (config.open) return;
    request.user = request.session ? await users.of(request.session) : undefined;
    if (!request.user) throw signedOut();
    const least = config.role ?? (request.method === 'GET' ? 'viewer' : 'analyst');
    if (RANK[request.user.role] >= RANK[least]) return;
    throw new Refusal(403, 'envelope', 'Forbidden.', [say('refusal.role', { needed: least, role: request.user.role })]);
  };
}

export function signedOut(): Refusal {
  return new Refusal(401, 'envelope', 'Signed out.', [say('refusal.not-signed-in')]);
}

/**
 * Beside the cookie's SameSite: browsers say where a request comes from (Fetch Metadata; older ones the Origin). What
 * changes something must say that it comes from here; what reads may also be an address that somebody typed.
 */
function sameOrigin({ method, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (method === 'GET' || method === 'HEAD') return site === undefined || site === 'same-origin' || site === 'none';
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && headers.origin === `https://${headers.host}`;
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const found = headers.cookie?.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1) || undefined;
}
