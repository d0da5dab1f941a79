import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '../../accounts/browser-session.ts';
import { MAX_SESSION_MS, type Present, type Users } from '../../accounts/users.ts';
import { hasRight, type Right, rolesWith } from '../../domain/role.ts';
import { say } from '../../sentences.ts';
import { Problem } from '../extensions/problems.ts';
import { Refusal } from '../wire/failure.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever is signed in, where the request came with a session and no key. */
    user: Present | undefined;
    /** The random value of the session, where the cookie holds one. */
    session: string | undefined;
    /** The random value by which the browser is known, where the cookie holds one. */
    browser: string | undefined;
  }
  interface FastifyContextConfig {
    /** Of the dashboard's own interface, where no key counts. */
    desk?: boolean;
    /** What somebody's role has to let them do. A route of the API without it takes keys alone. */
    may?: Right | undefined;
    /** Open to who has to make a second factor before anything else. */
    enrols?: boolean;
    /** Open to who has to show their second factor before anything else. */
    proves?: boolean;
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
/** Sent along when somebody comes back from the provider of sign-in, too. It lets nobody in. */
const BROWSER_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const ANY_OF = new Intl.ListFormat('en', { type: 'disjunction' });

export function beginCookies(reply: FastifyReply, { session, browser }: Pick<SignedIn, 'session' | 'browser'>): void {
  reply.header('set-cookie', `${COOKIE}=${session}; Max-Age=${MAX_SESSION_MS / 1000}; ${ATTRIBUTES}`);
  if (browser !== undefined) rememberCookie(reply, browser);
}

/** The browser is known from now on. */
export function rememberCookie(reply: FastifyReply, browser: string): void {
  reply.header('set-cookie', `${BROWSER_COOKIE}=${browser}; Max-Age=${BROWSER_COOKIE_SECONDS}; ${BROWSER_ATTRIBUTES}`);
}

export function endCookie(reply: FastifyReply): void {
  reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`);
}

export function hasSession(request: FastifyRequest): boolean {
  return sessionCookie(request) !== undefined;
}

/** The random value of the session, where the browser sends one. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return cookieOf(request, COOKIE);
}

/** The random value by which the browser is known, where it sends one. */
export function knownBrowser(request: FastifyRequest): string | undefined {
  return cookieOf(request, BROWSER_COOKIE);
}

/**
 * Before anything of a request with cookies is read: where it comes from, whose it is, what they may do. Undefined
 * where the route is open to all. Throws 401 and 403.
 */
export async function personOf(users: Users, request: FastifyRequest): Promise<Present | undefined> {
  if (!sameOrigin(request)) {
    throw new Refusal(403, 'envelope', 'Forbidden.', ['The dashboard accepts requests from its own pages only.']);
  }
  request.session = sessionCookie(request);
  request.browser = knownBrowser(request);
  const { open, may = 'deletion' } = request.routeOptions.config;
  if (open) return undefined;
  const user = request.session && (await users.of(request.session));
  if (!user) throw signedOut();
  request.user = user;
  checkFactor(user, request.routeOptions.config);
  if (hasRight(user.role, may)) return user;
  const needed = ANY_OF.format(rolesWith(may));
  throw new Refusal(403, 'envelope', 'Forbidden.', [say('refusal.role', { needed, role: user.role })]);
}

/** Throws 403 where a second factor has to be shown or made first. */
function checkFactor({ mustProve, mustEnrol }: Present, { proves, enrols }: FastifyContextConfig): void {
  if (mustProve && !proves) throw new Problem('second-factor-missing', say('refusal.second-factor-due'));
  if (mustEnrol && !enrols) throw new Problem('second-factor-missing', say('refusal.second-factor-missing'));
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

export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const found = headers.cookie?.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1) || undefined;
}

/** Names of cookies that begin so. */
export function cookiesNamed({ headers }: FastifyRequest, prefix: string): string[] {
  const names = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 1)[0]!);
  return names.filter((name) => name.startsWith(prefix));
}
