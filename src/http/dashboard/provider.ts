import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { MAX_ATTEMPT_MS } from '../../accounts/provider-attempts.ts';
import { type ProviderSignIn, SignInRefused } from '../../accounts/provider-sign-in.ts';
import { TooManyAttempts } from '../../accounts/sign-in-limit.ts';
import { ownPath } from '../../domain/own-path.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import { Problem } from '../extensions/problems.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import type { RefusalPage } from './pages.ts';
import { beginCookies, cookieOf, cookiesNamed, knownBrowser, sessionCookie } from './security.ts';
import { senderOf } from './session.ts';
import type { SignInWays } from './wire.ts';

/** Where the provider sends browsers back to. */
const CALLBACK = '/sign-in/oidc/callback';
const COOKIE = '__Host-touchstone-oidc-';
/** Lax: the browser comes from the provider's site when it brings it back. */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
/** Tabs of a browser in which somebody may be about to sign in. */
const MAX_ATTEMPTS = 5;
const MAX_TOKEN_BYTES = 32 * 1024;

const OPEN = { config: { public: true }, schema: { hide: true } } as const;
const Begin = Type.Object({
  next: Type.Optional(Type.String({ maxLength: 2_000 })),
  proof: Type.Optional(Type.String({ maxLength: 1 })),
});

/** What a refusal is called and answered with; all others are an answer that cannot be trusted. */
const KINDS = {
  away: ['provider-away', 'refusal.oidc-away'],
  state: ['sign-in-unknown', 'refusal.oidc-state'],
  'provider-refused': ['provider-refused', 'refusal.oidc-refused'],
  'other-person': ['provider-refused', 'refusal.oidc-other-person'],
  'not-anew': ['provider-refused', 'refusal.oidc-not-anew'],
  'address-missing': ['no-access', 'refusal.oidc-address-missing'],
  'address-unverified': ['no-access', 'refusal.oidc-address-unverified'],
  'address-elsewhere': ['no-access', 'refusal.oidc-address-elsewhere'],
  'not-invited': ['no-access', 'refusal.oidc-not-invited'],
  'no-group': ['no-access', 'refusal.oidc-no-group'],
  'groups-many': ['no-access', 'refusal.oidc-groups-many'],
  'several-accounts': ['no-access', 'refusal.oidc-several-accounts'],
  suspended: ['no-access', 'refusal.oidc-suspended'],
  removed: ['no-access', 'refusal.oidc-removed'],
} as const;

/** How people sign in here. */
export function signInRoutes(app: App, { users }: Services): void {
  app.get('/sign-in', { config: { open: true } }, async (): Promise<SignInWays> => {
    return { provider: users.provider?.name ?? null };
  });
}

/** The way to the company's provider and back. Its pages are for browsers, and stand in no document. */
export async function providerRoutes(app: App, { users }: Services, refusalPage: RefusalPage): Promise<void> {
  const provider = (): ProviderSignIn => {
    if (users.provider) return users.provider;
    throw notFound(say('refusal.oidc-off'));
  };
  app.get('/sign-in/oidc', { ...OPEN, schema: { hide: true, querystring: Begin } }, async (request, reply) => {
    const { next, proof } = request.query;
    return refusing(request, reply, provider(), refusalPage, async () => {
      const session = sessionCookie(request);
      const user = session === undefined ? undefined : await users.of(session);
      if (proof !== undefined && !user) throw new SignInRefused('state');
      const redirect = `https://${request.headers.host}${CALLBACK}`;
      const begun = await provider().begin({
        redirect,
        next: ownPath(next),
        session,
        client: request.client,
        ...(proof !== undefined && user && { proofOf: user }),
      });
      forgetAttempts(request, reply);
      const cookie = `${nameOf(begun.state)}=${begun.cookie}; Max-Age=${MAX_ATTEMPT_MS / 1000}; ${ATTRIBUTES}`;
      return reply.header('set-cookie', cookie).redirect(begun.url, 302);
    });
  });

  app.get(CALLBACK, { ...OPEN, exposeHeadRoute: false }, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
    const name = nameOf(query.get('state') ?? '');
    return refusing(request, reply, provider(), refusalPage, async () => {
      const cookie = cookieOf(request, name);
      const sender = { ...senderOf(request), browser: knownBrowser(request) };
      if (cookie !== undefined) reply.header('set-cookie', `${name}=; Max-Age=0; ${ATTRIBUTES}`);
      const ended = await provider().end(query, cookie, sender);
      if (ended.kind === 'signed-in') beginCookies(reply, ended);
      return reply.header('cache-control', 'no-store').redirect(ended.next, 303);
    });
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_TOKEN_BYTES },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post('/sign-in/oidc/logout', OPEN, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      const reason = await provider()
        .logOut(token ?? '', request.client)
        .then(() => undefined, reasonOf);
      if (reason === undefined) return reply.code(200).send();
      const [status, error] = reason === 'away' ? [503, 'temporarily_unavailable'] : [400, 'invalid_request'];
      return reply.code(status).send({ error, error_description: say('refusal.oidc-logout', { reason }) });
    });
  });
}

/** Throws what is no refusal. */
function reasonOf(error: unknown): SignInRefused['reason'] {
  if (error instanceof SignInRefused) return error.reason;
  throw error;
}

/** What is refused is a page for browsers, and a problem for all others. */
async function refusing(
  request: FastifyRequest,
  reply: FastifyReply,
  { name }: ProviderSignIn,
  page: RefusalPage,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    const problem = problemOf(error, name);
    if (!problem) throw error;
    request.log.info({ requestId: request.id, code: problem.code }, 'a sign-in by the provider was refused');
    reply.header('cache-control', 'no-store');
    if (!String(request.headers.accept ?? '').includes('text/html')) throw problem;
    reply.header('x-error-code', problem.code).headers(problem.headers);
    return page(request, reply.code(problem.status), problem.errors[0]!);
  }
}

function problemOf(error: unknown, provider: string): Problem | undefined {
  if (error instanceof TooManyAttempts) {
    return new Problem('too-many-attempts', error.message, { headers: { 'retry-after': String(error.seconds) } });
  }
  if (!(error instanceof SignInRefused)) return undefined;
  const { reason } = error;
  const [code, sentence] = KINDS[reason as keyof typeof KINDS] ?? ['provider-answer', 'refusal.oidc-answer'];
  const headers = reason === 'away' ? { 'retry-after': '15' } : {};
  return new Problem(code, say(sentence, { provider, reason }), { headers });
}

/** Each tab has a cookie of its own, so that none takes the place of another. */
function nameOf(state: string): string {
  return `${COOKIE}${/^[\w-]{12}/.exec(state)?.[0] ?? 'none'}`;
}

/** Cookies of many tabs that nobody came back to would fill the head of every request. */
function forgetAttempts(request: FastifyRequest, reply: FastifyReply): void {
  const names = cookiesNamed(request, COOKIE);
  if (names.length < MAX_ATTEMPTS) return;
  for (const name of names) reply.header('set-cookie', `${name}=; Max-Age=0; ${ATTRIBUTES}`);
}
