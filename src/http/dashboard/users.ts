import { type Static, Type } from 'typebox';
import { readEmail } from '../../accounts/users.ts';
import type { UserChange } from '../../domain/user.ts';
import { say } from '../../sentences.ts';
import { welcomeUrl } from '../address.ts';
import type { App } from '../app-type.ts';
import { readRecordId } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound, Refusal } from '../wire/failure.ts';
import type { Invitation, UserRow } from './wire.ts';

const Role = Type.Union([Type.Literal('owner'), Type.Literal('analyst'), Type.Literal('viewer')]);
const Invite = Type.Object({ email: Type.String({ maxLength: 254 }), role: Role });
const NewRole = Type.Object({ role: Role });
const OWNER = { role: 'owner' } as const;
const MAX_USERS = 1_000;

export function userRoutes(app: App, { users, records }: Services): void {
  app.get('/users', { config: { ...OWNER, maxRows: MAX_USERS } }, async (request): Promise<UserRow[]> => {
    const users = await records.users.list(request.user!.accountId);
    return users.slice(0, MAX_USERS).map(({ accountId: _, ...user }) => user);
  });

  app.post(
    '/users/invite',
    { config: OWNER, schema: { body: Invite } },
    async (request, reply): Promise<Invitation> => {
      const { accountId, id } = request.user!;
      const body = request.body as Static<typeof Invite>;
      const email = readEmail(body.email);
      await keepOwner(records, accountId, email, body.role);
      const { token, expires } = await users.invite({ accountId, email, role: body.role }, `user:${id}`);
      reply.code(201);
      return { email, url: welcomeUrl(`https://${request.headers.host}`, token), expires };
    },
  );

  app.post('/users/:id/role', { config: OWNER, schema: { body: NewRole } }, async (request, reply) => {
    const { accountId, id } = request.user!;
    const { role } = request.body as Static<typeof NewRole>;
    told(await records.users.setRole(accountId, userId(request.params), role, `user:${id}`));
    return reply.code(204).send();
  });

  app.post('/users/:id/remove', { config: OWNER }, async (request, reply) => {
    const { accountId, id } = request.user!;
    told(await records.users.remove(accountId, userId(request.params), `user:${id}`));
    return reply.code(204).send();
  });
}

/** An invitation of somebody who is there already sets a new password, and must not take the last owner's role. */
async function keepOwner(records: Services['records'], accountId: number, email: string, role: string): Promise<void> {
  const owners = (await records.users.list(accountId)).filter(
    (user) => user.role === 'owner' && !user.invitedUntil && !user.suspendedAt,
  );
  const only = owners.length === 1 && owners[0]!.email.toLowerCase() === email.toLowerCase();
  if (only && role !== 'owner') told('last-owner');
}

function userId(params: unknown): number {
  return readRecordId((params as { id: string }).id) ?? 0;
}

function told(change: UserChange): void {
  if (change === 'missing') throw notFound(say('refusal.no-such-user'));
  if (change === 'last-owner') {
    throw new Refusal(409, 'envelope', 'Refused.', [say('refusal.last-owner')]);
  }
}
