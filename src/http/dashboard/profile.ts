import { Type } from 'typebox';
import { MAX_SESSIONS } from '../../accounts/users.ts';
import { MAX_VIEWS, type SavedView } from '../../domain/saved-view.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import { refusedField } from '../extensions/problems.ts';
import type { Services } from '../services.ts';
import { conflict, notFound } from '../wire/failure.ts';
import { Assertion, asked, assertionOf, Proven, partyOf, proven, Secret } from './proofs.ts';
import type { RecoveryCodes, RecoveryCodesLeft, SessionRow, TotpEnrolment } from './wire.ts';

const NewPassword = Type.Object({
  current: Type.Optional(Secret),
  passkey: Type.Optional(Assertion),
  password: Secret,
});
const Code = Type.Object({ code: Type.String({ maxLength: 16 }) });
/** Everybody sees to their own sign-in. */
const ANYBODY = { may: 'self' } as const;
const PROVEN = { config: ANYBODY, schema: { body: Proven } };
/** Open to who has to make a second factor before anything else. */
const FIRST = { may: 'self', enrols: true } as const;

const Text = Type.String({ maxLength: 200 });
const View = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40 }),
    filter: Type.Record(Type.String({ maxLength: 40 }), Text, { maxProperties: 20 }),
  },
  { additionalProperties: false },
);
const Views = Type.Object({ views: Type.Array(View, { maxItems: MAX_VIEWS }) });

export function profileRoutes(app: App, services: Services): void {
  const { users } = services;
  const { secondFactor } = users;
  app.post('/password', { config: ANYBODY, schema: { body: NewPassword } }, async (request, reply) => {
    const { current = '', passkey, password } = request.body;
    const { session, browser } = request;
    const shown = passkey ? { party: partyOf(services, request), answer: assertionOf(passkey) } : current;
    const given = { current: shown, password };
    const changed = await users.changePassword(request.user!, { session: session!, browser }, given);
    if (!changed) throw refusedField('current-wrong', 'current', 'This is not your current password.');
    return reply.code(204).send();
  });

  app.post(
    '/totp',
    { config: FIRST, schema: { body: Proven } },
    async (request): Promise<TotpEnrolment> => proven(await secondFactor.begin(asked(services, request))),
  );

  app.post('/totp/confirm', { config: FIRST, schema: { body: Code } }, async (request): Promise<RecoveryCodes> => {
    const code = request.body.code.replace(/\s/g, '');
    const codes = await secondFactor.confirm({ user: request.user!, session: request.session! }, code);
    if (codes) return { codes };
    throw refusedField('code-wrong', 'code', 'This is not the current code of your authenticator.');
  });

  app.delete('/totp', PROVEN, async (request, reply) => {
    proven((await secondFactor.end(asked(services, request))) || undefined);
    return reply.code(204).send();
  });

  app.get('/sessions', { config: { ...ANYBODY, maxRows: MAX_SESSIONS } }, async (request): Promise<SessionRow[]> => {
    return users.sessions(request.user!, request.session!);
  });

  app.delete('/sessions', { config: ANYBODY }, async (request, reply) => {
    await users.endOtherSessions(request.user!, request.session!);
    return reply.code(204).send();
  });

  app.delete('/sessions/:id', { config: ANYBODY }, async (request, reply) => {
    const { id } = request.params as { id: string };
    if (!(await users.endSession(request.user!, id))) throw notFound(say('refusal.no-such-session'));
    return reply.code(204).send();
  });

  app.get('/recovery-codes', { config: ANYBODY }, async (request): Promise<RecoveryCodesLeft> => {
    return secondFactor.codesLeft(request.user!);
  });

  app.post('/recovery-codes', PROVEN, async (request): Promise<RecoveryCodes> => {
    if (!request.user!.totp && request.user!.passkeys === 0) {
      throw conflict(say('refusal.recovery-without-codes'));
    }
    return { codes: proven(await secondFactor.renewCodes(asked(services, request))) };
  });
}

/** Everybody keeps their own views, at whatever browser they sit. */
export function viewRoutes(app: App, { records: { users } }: Services): void {
  const config = { may: 'self', maxRows: MAX_VIEWS } as const;
  app.get('/views', { config }, async (request): Promise<readonly SavedView[]> => users.views(request.user!.id));

  app.post('/views', { config, schema: { body: Views } }, async (request): Promise<readonly SavedView[]> => {
    const { views } = request.body;
    await users.setViews(request.user!.id, views);
    return views;
  });
}
