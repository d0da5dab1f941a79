import { Type } from 'typebox';
import { TooManyAttempts } from '../../accounts/sign-in-limit.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import { refusedField } from '../extensions/problems.ts';
import type { Services } from '../services.ts';
import { Assertion, assertionOf, partyOf, passkeyRefused } from './proofs.ts';
import { rememberCookie } from './security.ts';
import { meOf, senderOf } from './session.ts';
import type { Me } from './wire.ts';

/** A code of the authenticator or a recovery code; or the answer of a passkey. */
const Factor = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 16 })),
  passkey: Type.Optional(Assertion),
});
/** Open to who has to show their second factor before anything else. */
const PROVES = { may: 'self', proves: true } as const;

/** The second factor of whoever came by the provider or a one-time link. */
export function factorRoutes(app: App, services: Services): void {
  const { users } = services;
  app.post('/session/factor/options', { config: PROVES }, async (request) => {
    const purpose = { for: 'proof', userId: request.user!.id, session: request.session! } as const;
    return users.passkeys.assertions.options(partyOf(services, request), purpose);
  });

  app.post('/session/factor', { config: PROVES, schema: { body: Factor } }, async (request, reply): Promise<Me> => {
    const { code = '', passkey } = request.body;
    const proof = passkey
      ? { passkey: { party: partyOf(services, request), answer: assertionOf(passkey) } }
      : { typed: code.replace(/\s/g, '') };
    const { session } = request;
    // Nothing is owed: whoever stole a session must not make its person wait by wrong codes.
    if (!request.user!.mustProve) return meOf(services, request.user!);
    const shown = await users.signIn.showFactor(request.user!, session!, proof, senderOf(request));
    if (shown.kind === 'wait') throw new TooManyAttempts(shown.seconds * 1000);
    if (shown.kind !== 'ok' && passkey) throw passkeyRefused(shown.kind);
    if (shown.kind !== 'ok') throw refusedField('factor-wrong', 'code', say('refusal.factor-wrong'));
    rememberCookie(reply, shown.browser);
    return meOf(services, (await users.of(session!)) ?? request.user!);
  });
}
