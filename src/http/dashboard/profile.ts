import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Present } from '../../accounts/people.ts';
import type { App } from '../app.ts';
import type { Services } from '../services.ts';
import { FieldsRefused } from './fields.ts';
import type { TotpEnrolment } from './wire.ts';

const Secret = Type.String({ maxLength: 1000 });
const NewPassword = Type.Object({ current: Secret, password: Secret });
const Code = Type.Object({ code: Type.String({ maxLength: 16 }) });
const Password = Type.Object({ password: Secret });
/** Everybody sees to their own sign-in. */
const ANYBODY = { role: 'viewer' } as const;

export function profileRoutes(app: App, { people }: Services): void {
  app.post('/password', { config: ANYBODY, schema: { body: NewPassword } }, async (request, reply) => {
    const given = request.body as Static<typeof NewPassword>;
    const changed = await people.changePassword(request.user!, presentOf(request), given);
    if (!changed) throw new FieldsRefused({ current: 'This is not your present password.' });
    return reply.code(204).send();
  });

  app.post('/totp', { config: ANYBODY }, async (request): Promise<TotpEnrolment> => people.beginTotp(request.user!));

  app.post('/totp/confirm', { config: ANYBODY, schema: { body: Code } }, async (request, reply) => {
    const code = (request.body as Static<typeof Code>).code.replace(/\s/g, '');
    const confirmed = await people.confirmTotp(request.user!, request.session!, code);
    if (!confirmed) throw new FieldsRefused({ code: 'This is not the code that the authenticator shows now.' });
    return reply.code(204).send();
  });

  app.delete('/totp', { config: ANYBODY, schema: { body: Password } }, async (request, reply) => {
    const { password } = request.body as Static<typeof Password>;
    const ended = await people.endTotp(request.user!, request.session!, password);
    if (!ended) throw new FieldsRefused({ password: 'This is not your password.' });
    return reply.code(204).send();
  });
}

function presentOf({ session, browser }: FastifyRequest): Present {
  return { session: session!, browser };
}
