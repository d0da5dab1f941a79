import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { SecondFactorRequest } from '../../accounts/second-factor.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { Refusal } from '../wire/failure.ts';
import { FieldsRefused } from './fields.ts';
import type { RecoveryCodes, RecoveryCodesLeft, TotpEnrolment } from './wire.ts';

const Secret = Type.String({ maxLength: 1000 });
const NewPassword = Type.Object({ current: Secret, password: Secret });
const Code = Type.Object({ code: Type.String({ maxLength: 16 }) });
const Proof = Type.Object({ proof: Secret });
/** Everybody sees to their own sign-in. */
const ANYBODY = { role: 'viewer' } as const;
const PROVEN = { config: ANYBODY, schema: { body: Proof } };

export function profileRoutes(app: App, { users }: Services): void {
  const { secondFactor } = users;
  app.post('/password', { config: ANYBODY, schema: { body: NewPassword } }, async (request, reply) => {
    const given = request.body as Static<typeof NewPassword>;
    const { session, browser } = request;
    const changed = await users.changePassword(request.user!, { session: session!, browser }, given);
    if (!changed) throw new FieldsRefused({ current: 'This is not your current password.' }, 'current-wrong');
    return reply.code(204).send();
  });

  app.post(
    '/totp',
    PROVEN,
    async (request): Promise<TotpEnrolment> => proven(await secondFactor.begin(asked(request))),
  );

  app.post('/totp/confirm', { config: ANYBODY, schema: { body: Code } }, async (request): Promise<RecoveryCodes> => {
    const code = (request.body as Static<typeof Code>).code.replace(/\s/g, '');
    const codes = await secondFactor.confirm({ user: request.user!, session: request.session! }, code);
    if (codes) return { codes };
    throw new FieldsRefused({ code: 'This is not the current code of your authenticator.' }, 'code-wrong');
  });

  app.delete('/totp', PROVEN, async (request, reply) => {
    proven((await secondFactor.end(asked(request))) || undefined);
    return reply.code(204).send();
  });

  app.get('/recovery-codes', async (request): Promise<RecoveryCodesLeft> => secondFactor.codesLeft(request.user!));

  app.post('/recovery-codes', PROVEN, async (request): Promise<RecoveryCodes> => {
    if (!request.user!.totp) {
      throw new Refusal(409, 'envelope', 'Refused.', [say('refusal.recovery-without-codes')]);
    }
    return { codes: proven(await secondFactor.renewCodes(asked(request))) };
  });
}

function asked({ user, session, body }: FastifyRequest): SecondFactorRequest {
  return { user: user!, session: session!, proof: (body as Static<typeof Proof>).proof };
}

function proven<T>(result: T | undefined): T {
  if (result !== undefined) return result;
  const sentence = 'This is neither your password nor the current code of your authenticator.';
  throw new FieldsRefused({ proof: sentence }, 'proof-wrong');
}
