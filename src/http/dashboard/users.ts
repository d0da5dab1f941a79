import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readEmail } from '../../accounts/users.ts';
import { USER_ROLES } from '../../domain/role.ts';
import { invitationUrl } from '../../service-url.ts';
import {
  changeRole,
  inviteUser,
  linkForPassword,
  refuseMember,
  removeUser,
  resetSecondFactor,
} from '../../use-cases/users.ts';
import type { App } from '../app-type.ts';
import { recordIdIn } from '../route.ts';
import type { Services } from '../services.ts';
import type { InvitationLink, UserRow } from './wire.ts';

const Role = Type.Union(USER_ROLES.map((role) => Type.Literal(role)));
const Invite = Type.Object({ email: Type.String({ maxLength: 254 }), role: Role });
const NewRole = Type.Object({ role: Role });
const PEOPLE = { may: 'people' } as const;
const MAX_USERS = 1_000;

export function userRoutes(app: App, services: Services): void {
  const { records } = services;
  app.get('/users', { config: { may: 'settings:read', maxRows: MAX_USERS } }, async (request): Promise<UserRow[]> => {
    const users = await records.users.list(request.user!.accountId);
    return users.slice(0, MAX_USERS).map(({ accountId: _, ...user }) => user);
  });

  app.post(
    '/users/invite',
    { config: PEOPLE, schema: { body: Invite } },
    async (request, reply): Promise<InvitationLink> => {
      const { accountId, id } = request.user!;
      const body = request.body;
      const email = readEmail(body.email);
      await refuseMember(services, accountId, email);
      const { token, expires } = await inviteUser(services, { accountId, email, role: body.role }, `user:${id}`);
      reply.code(201);
      return { email, url: invitationUrl(baseOf(services, request), token), expires };
    },
  );

  app.post('/users/:id/link', { config: PEOPLE }, async (request, reply): Promise<InvitationLink> => {
    const { accountId, id } = request.user!;
    const place = { accountId, id: recordIdIn(request, 'refusal.no-such-user') };
    const { email, token, expires } = await linkForPassword(services, place, `user:${id}`);
    reply.code(201);
    return { email, url: invitationUrl(baseOf(services, request), token), expires };
  });

  app.post('/users/:id/role', { config: PEOPLE, schema: { body: NewRole } }, async (request, reply) => {
    const { accountId, id } = request.user!;
    const { role } = request.body;
    const place = { accountId, id: recordIdIn(request, 'refusal.no-such-user') };
    await changeRole(services, place, role, `user:${id}`);
    return reply.code(204).send();
  });

  app.post('/users/:id/reset', { config: PEOPLE }, async (request, reply) => {
    const { accountId, id } = request.user!;
    const place = { accountId, id: recordIdIn(request, 'refusal.no-such-user') };
    await resetSecondFactor(services, place, `user:${id}`);
    return reply.code(204).send();
  });

  app.post('/users/:id/remove', { config: PEOPLE }, async (request, reply) => {
    const { accountId, id } = request.user!;
    await removeUser(services, { accountId, id: recordIdIn(request, 'refusal.no-such-user') }, `user:${id}`);
    return reply.code(204).send();
  });
}

/** The address that people use, as far as it is known here. */
function baseOf({ publicUrl }: Services, { headers }: FastifyRequest): string {
  return publicUrl ?? `https://${headers.host}`;
}
