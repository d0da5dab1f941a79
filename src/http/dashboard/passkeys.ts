import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { NewPasskey } from '../../accounts/passkeys.ts';
import { relyingParty } from '../../accounts/relying-party.ts';
import { MAX_PASSKEY_NAME, MAX_PASSKEYS } from '../../domain/passkey.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import { Problem } from '../extensions/problems.ts';
import { recordIdIn } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { ANSWER, asked, CLIENT_DATA, Proven, partyOf, proven } from './proofs.ts';
import type { AddedPasskey, PasskeyRow } from './wire.ts';

const Name = Type.String({ minLength: 1, maxLength: MAX_PASSKEY_NAME, pattern: '\\S' });
const Naming = Type.Object({ name: Name });
const Made = Type.Object({
  name: Name,
  passkey: Type.Object({
    ...ANSWER,
    response: Type.Object({
      clientDataJSON: CLIENT_DATA,
      attestationObject: Type.String({ maxLength: 32_768, pattern: '^[A-Za-z0-9_-]*$' }),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
    }),
  }),
});
/** Everybody sees to their own sign-in. */
const ANYBODY = { may: 'self' } as const;
/** Open to who has to make a second factor before anything else. */
const FIRST = { may: 'self', enrols: true } as const;

const REFUSED = {
  refused: ['passkey-unusable', 'refusal.passkey-unusable'],
  late: ['passkey-late', 'refusal.passkey-late'],
  known: ['passkey-known', 'refusal.passkey-known'],
  full: ['passkey-full', 'refusal.passkey-full'],
} as const satisfies Record<Exclude<NewPasskey['kind'], 'added'>, readonly unknown[]>;

/** Passkeys of whoever is signed in. */
export function passkeyRoutes(app: App, services: Services): void {
  const { passkeys } = services.users;
  const rowsOf = async (request: FastifyRequest): Promise<PasskeyRow[]> => {
    const here = relyingParty(services.publicUrl, request.headers.host)?.id;
    const own = await passkeys.list(request.user!);
    return own.map(({ rpId, ...row }) => ({ ...row, host: rpId, isOfHere: rpId === here }));
  };

  app.get('/passkeys', { config: { ...ANYBODY, maxRows: MAX_PASSKEYS } }, rowsOf);

  app.post(
    '/passkeys/options',
    { config: FIRST, schema: { body: Proven } },
    async (request): Promise<PublicKeyCredentialCreationOptionsJSON> => {
      const service = services.environment === 'production' ? 'Touchstone' : `Touchstone ${services.environment}`;
      const options = proven(await passkeys.begin(asked(services, request), partyOf(services, request), service));
      if (options === 'full') throw refusal('full');
      return options;
    },
  );

  app.post('/passkeys', { config: FIRST, schema: { body: Made } }, async (request, reply): Promise<AddedPasskey> => {
    const { name, passkey } = request.body;
    const answer = { ...passkey, clientExtensionResults: {} } as RegistrationResponseJSON;
    const who = { user: request.user!, session: request.session! };
    const added = await passkeys.add(who, partyOf(services, request), { name: name.trim(), answer });
    if (added.kind !== 'added') throw refusal(added.kind);
    reply.code(201);
    return { id: added.id, codes: added.codes ?? null };
  });

  app.post('/passkeys/proof', { config: ANYBODY }, async (request): Promise<PublicKeyCredentialRequestOptionsJSON> => {
    const purpose = { for: 'proof', userId: request.user!.id, session: request.session! } as const;
    return passkeys.assertions.options(partyOf(services, request), purpose);
  });

  app.put('/passkeys/:id', { config: ANYBODY, schema: { body: Naming } }, async (request, reply) => {
    const id = recordIdIn(request, 'refusal.no-such-passkey');
    if (!(await passkeys.rename(request.user!, id, request.body.name.trim()))) throw missing();
    return reply.code(204).send();
  });

  app.delete('/passkeys/:id', { config: ANYBODY, schema: { body: Proven } }, async (request, reply) => {
    const id = recordIdIn(request, 'refusal.no-such-passkey');
    const removed = proven((await passkeys.remove(asked(services, request), id)) || undefined);
    if (removed === 'missing') throw missing();
    return reply.code(204).send();
  });
}

function refusal(kind: keyof typeof REFUSED): Problem {
  const [code, sentence] = REFUSED[kind];
  return new Problem(code, say(sentence));
}

function missing() {
  return notFound(say('refusal.no-such-passkey'));
}
