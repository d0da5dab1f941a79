import { type Static, Type } from 'typebox';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { notFound, type Refusal } from '../wire/failure.ts';
import { beginCookies } from './security.ts';
import { meOf } from './session.ts';
import type { Failed, LinkInfo, Me } from './wire.ts';

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

/** One-time links: the first set-up and invitations. The token comes in the body, so that no log ever has it. */
export function linkRoutes(app: App, services: Services): void {
  const { users } = services;
  app.post('/links', { config: { open: true }, schema: { body: Opened } }, async (request): Promise<LinkInfo> => {
    const link = await users.invitation((request.body as Static<typeof Opened>).token);
    if (!link) throw usedUp();
    return { email: link.email, role: link.role, expires: link.expiresAt };
  });

  app.post(
    '/links/accept',
    { config: { open: true }, schema: { body: Accepted } },
    async (request, reply): Promise<Me> => {
      const joined = await users.accept(request.body as Static<typeof Accepted>, request);
      if (joined.kind === 'used-up') throw usedUp();
      if (joined.kind === 'address-taken') {
        return reply.code(409).send({ message: ADDRESS_TAKEN, reason: 'address-taken' } satisfies Failed) as never;
      }
      beginCookies(reply, joined);
      return meOf(services, joined.user);
    },
  );
}

function usedUp(): Refusal {
  return notFound(say('refusal.link-used'));
}
