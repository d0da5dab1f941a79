import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { browserName } from '../../accounts/browser-name.ts';
import type { Sender, SignedIn } from '../../accounts/browser-session.ts';
import { TooManyAttempts } from '../../accounts/sign-in-limit.ts';
import type { Present } from '../../accounts/users.ts';
import { hasRight } from '../../domain/role.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import { Problem } from '../extensions/problems.ts';
import type { Services } from '../services.ts';
import { notFound, type Refusal } from '../wire/failure.ts';
import { Assertion, assertionOf, partyOf, passkeyRefused } from './proofs.ts';
import { beginCookies, endCookie, signedOut } from './security.ts';
import type { LinkInfo, Me, SignedOut } from './wire.ts';

const Credentials = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 1000 }),
  code: Type.Optional(Type.String({ maxLength: 16 })),
});

/** Whoever is signed in sees that, and leaves, whatever has to come first. */
const ALWAYS = { may: 'self', enrols: true, proves: true } as const;
const WithPasskey = Type.Object({ passkey: Assertion });

const Token = Type.String({ maxLength: 100 });
const Opened = Type.Object({ token: Token });
const Accepted = Type.Object({
  token: Token,
  email: Type.Optional(Type.String({ maxLength: 254 })),
  password: Type.String({ maxLength: 1000 }),
});

/** Told to whoever holds the link, and to nobody who invites: the answer to an invitation says nothing of it. */
const ADDRESS_TAKEN =
  'This address already belongs to another account of this service. Sign in with it, or ask for an invitation to another address.';

/** Signing in and out. */
export function sessionRoutes(app: App, services: Services): void {
  const { users } = services;
  app.get('/session', { config: ALWAYS }, async (request): Promise<Me> => meOf(services, request.user!));

  app.post(
    '/session',
    { config: { open: true }, schema: { body: Credentials } },
    async (request, reply): Promise<Me> => {
      const { email, password, code } = request.body;
      const typed = code?.replace(/\s/g, '');
      const given = { email, password, ...(typed && { code: typed }) };
      const result = await users.signIn.byPassword(given, senderOf(request));
      if (result.kind === 'wait') throw new TooManyAttempts(result.seconds * 1000);
      if (result.kind === 'password-off') throw passwordOff(services);
      if (result.kind === 'code-required' || result.kind === 'passkey-required') {
        throw new Problem(result.kind, say(`refusal.${result.kind}`));
      }
      if (result.kind === 'wrong') {
        throw new Problem('sign-in-wrong', 'The email address, the password or the code is wrong.');
      }
      return begun(services, request, reply, result);
    },
  );

  app.post('/session/passkey/options', { config: { open: true } }, async (request) =>
    users.passkeys.assertions.options(partyOf(services, request), { for: 'sign-in' }),
  );

  app.post(
    '/session/passkey',
    { config: { open: true }, schema: { body: WithPasskey } },
    async (request, reply): Promise<Me> => {
      const party = partyOf(services, request);
      const result = await users.signIn.byPasskey(party, assertionOf(request.body.passkey), senderOf(request));
      if (result.kind === 'wait') throw new TooManyAttempts(result.seconds * 1000);
      if (result.kind === 'password-off') throw passwordOff(services);
      if (result.kind !== 'ok') throw passkeyRefused(result.kind);
      return begun(services, request, reply, result);
    },
  );

  app.delete('/session', { config: ALWAYS }, async (request, reply) => {
    if (!request.session) throw signedOut();
    const url = await users.signOut(request.session, request.user!, `https://${request.headers.host}/sign-in`);
    endCookie(reply);
    // The provider would sign whoever comes next in again without a question.
    return url === undefined ? reply.code(204).send() : reply.send({ url } satisfies SignedOut);
  });
}

async function begun(
  services: Services,
  { session: before }: FastifyRequest,
  reply: FastifyReply,
  { user, session, browser }: SignedIn,
): Promise<Me> {
  const { users } = services;
  // An older session of this browser ends with the new one's beginning.
  const whose = before && (await users.of(before));
  if (whose) await users.signOut(before, whose);
  beginCookies(reply, { session, browser });
  return meOf(services, (await users.of(session)) ?? { ...user, mustEnrol: false, mustProve: false });
}

/** One-time links: the first set-up and invitations. The token comes in the body, so that no log ever has it. */
export function linkRoutes(app: App, services: Services): void {
  const { users } = services;
  app.post('/links', { config: { open: true }, schema: { body: Opened } }, async (request): Promise<LinkInfo> => {
    const link = await users.invitation(request.body.token);
    if (!link) throw usedUp();
    const { email, role, expiresAt: expires, mayByPassword } = link;
    return { email, role, expires, provider: mayByPassword ? null : (users.provider?.name ?? '') };
  });

  app.post(
    '/links/accept',
    { config: { open: true }, schema: { body: Accepted } },
    async (request, reply): Promise<Me> => {
      const joined = await users.accept(request.body, senderOf(request));
      if (joined.kind === 'used-up') throw usedUp();
      if (joined.kind === 'password-off') throw passwordOff(services);
      if (joined.kind === 'address-taken') throw new Problem('address-taken', ADDRESS_TAKEN);
      beginCookies(reply, joined);
      return meOf(services, (await users.of(joined.session)) ?? { ...joined.user, mustEnrol: false, mustProve: false });
    },
  );
}

/** Who asks to be let in. */
export function senderOf({ client, browser, headers }: FastifyRequest): Sender {
  return { client, browser, agent: browserName(headers['user-agent']) };
}

function passwordOff({ users }: Services): Problem {
  return new Problem('password-off', say('refusal.password-off', { provider: users.provider?.name ?? '' }));
}

function usedUp(): Refusal {
  return notFound(say('refusal.link-used'));
}

/** Somebody as their own pages see them. */
export async function meOf({ records, users, news }: Services, user: Present): Promise<Me> {
  const { id, accountId, email, role, totp, passkeys, mustEnrol, mustProve } = user;
  const [account, known] = await Promise.all([records.accounts.get(accountId), records.users.credentialsOf(id)]);
  return {
    password: known?.mayByPassword === true && known.password !== null,
    provider: users.provider?.name ?? null,
    email,
    role,
    totp,
    passkeys,
    mustEnrol,
    mustProve,
    account: { id: accountId, name: account?.name ?? '' },
    fourEyes: account?.fourEyes ?? false,
    requireReason: account?.requireReason ?? false,
    media: news?.source ?? null,
    operator: account?.operator === true && hasRight(role, 'lists'),
  };
}
