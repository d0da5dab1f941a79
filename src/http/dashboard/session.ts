import { type Static, Type } from 'typebox';
import { TooManyAttempts } from '../../accounts/sign-in-limit.ts';
import type { User } from '../../domain/user.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { beginCookies, endCookie, signedOut } from './security.ts';
import type { Failed, Me } from './wire.ts';

const Credentials = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 1000 }),
  code: Type.Optional(Type.String({ maxLength: 16 })),
});

export function sessionRoutes(app: App, services: Services): void {
  const { users } = services;
  app.get('/session', async (request): Promise<Me> => meOf(services, request.user!));

  app.post(
    '/session',
    { config: { open: true }, schema: { body: Credentials } },
    async (request, reply): Promise<Me> => {
      const { email, password, code } = request.body as Static<typeof Credentials>;
      const typed = code?.replace(/\s/g, '');
      const given = { email, password, ...(typed && { code: typed }) };
      const result = await users.signIn(given, request);
      if (result.kind === 'wait') throw new TooManyAttempts(result.seconds * 1000);
      if (result.kind === 'code-required') {
        return reply.code(401).send({ message: say('refusal.code-required'), reason: 'code-required' }) as never;
      }
      if (result.kind === 'wrong') {
        const sentence = 'The email address, the password or the code is wrong.';
        return reply.code(401).send({ message: sentence, reason: 'sign-in-wrong' } satisfies Failed) as never;
      }
      // An older session of this browser ends with the new one's beginning.
      const before = request.session && (await users.of(request.session));
      if (before) await users.signOut(request.session!, before);
      beginCookies(reply, result);
      return meOf(services, result.user);
    },
  );

  app.delete('/session', { config: { role: 'viewer' } }, async (request, reply) => {
    if (!request.session) throw signedOut();
    await users.signOut(request.session, request.user!);
    endCookie(reply);
    return reply.code(204).send();
  });
}

export async function meOf({ records }: Services, { accountId, email, role, totp }: User): Promise<Me> {
  const account = await records.accounts.get(accountId);
  return {
    email,
    role,
    totp,
    account: { id: accountId, name: account?.name ?? '' },
    operator: account?.operator === true && role === 'owner',
  };
}
