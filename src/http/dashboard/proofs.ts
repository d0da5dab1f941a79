import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Proof } from '../../accounts/reauthentication.ts';
import { type RelyingParty, relyingParty } from '../../accounts/relying-party.ts';
import type { SecondFactorRequest } from '../../accounts/second-factor.ts';
import { say } from '../../sentences.ts';
import { Problem, refusedField } from '../extensions/problems.ts';
import type { Services } from '../services.ts';

const MAX_SECRET = 1000;
/** Longer than the longest id of a credential, 1,023 bytes (WebAuthn Level 3, §4 "Credential ID"), in base64url. */
const CREDENTIAL = Type.String({ minLength: 1, maxLength: 1_400, pattern: '^[A-Za-z0-9_-]+$' });
const bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' });

/** What every answer of a browser about a passkey has. */
export const ANSWER = {
  id: CREDENTIAL,
  rawId: CREDENTIAL,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 40 })),
} as const;
export const CLIENT_DATA = bytes(8_192);

/** The answer of a passkey (`AuthenticationResponseJSON`, WebAuthn Level 3, §5.1). */
export const Assertion = Type.Object({
  ...ANSWER,
  response: Type.Object({
    clientDataJSON: CLIENT_DATA,
    authenticatorData: bytes(8_192),
    signature: bytes(8_192),
    userHandle: Type.Optional(bytes(128)),
  }),
});

export const Secret = Type.String({ maxLength: MAX_SECRET });

/** The password, a code, or the answer of a passkey. */
export const Proven = Type.Object({ proof: Type.Optional(Secret), passkey: Type.Optional(Assertion) });

/** Whose passkeys count here. Throws `passkey-unavailable` where the service is reached by an IP address. */
export function partyOf({ publicUrl }: Services, { headers }: FastifyRequest): RelyingParty {
  const party = relyingParty(publicUrl, headers.host);
  if (party) return party;
  throw new Problem('passkey-unavailable', say('refusal.passkey-unavailable'));
}

/** What a passkey that lets nobody in is answered with. */
export function passkeyRefused(kind: 'wrong' | 'late' | 'copied'): Problem {
  const code = `passkey-${kind === 'wrong' ? 'refused' : kind}` as const;
  return new Problem(code, say(`refusal.${code}`));
}

/** An answer as the library takes it. */
export function assertionOf(answer: Static<typeof Assertion>): AuthenticationResponseJSON {
  return { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON;
}

/** Who asks for a change of how they sign in, and what they show once more. */
export function asked(services: Services, request: FastifyRequest): SecondFactorRequest {
  const { proof, passkey } = request.body as Static<typeof Proven>;
  return { user: request.user!, session: request.session!, proof: proofOf(services, request, proof, passkey) };
}

function proofOf(
  services: Services,
  request: FastifyRequest,
  typed: string | undefined,
  answer: Static<typeof Assertion> | undefined,
): Proof {
  if (!answer) return { typed };
  return { passkey: { party: partyOf(services, request), answer: assertionOf(answer) } };
}

/** Throws `proof-wrong` where the proof did not hold. */
export function proven<T>(result: T | undefined): T {
  if (result !== undefined) return result;
  throw refusedField('proof-wrong', 'proof', say('refusal.proof-wrong'));
}
