import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { StoredPasskey } from '../domain/passkey.ts';
import type { UserRecords } from '../records/port.ts';
import { CHALLENGE_MS, type PasskeyChallenges, type Purpose } from './passkey-challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * What came of an authenticator's answer. `late`: its challenge is too old, or was answered before. `copied`: the
 * authenticator counted back, so that somebody may have a copy of the passkey.
 */
export type AssertionResult =
  | { readonly kind: 'ok'; readonly userId: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'late' }
  | { readonly kind: 'copied' };

/** What a browser says of itself in an answer (WebAuthn Level 3, §5.8.1), as far as it is read here. */
interface ClientData {
  readonly challenge: string;
  /** A page of another site had this one inside it. */
  readonly isInside: boolean;
}

type Users = Pick<UserRecords, 'passkey' | 'usePasskey' | 'storedPasskeys'>;

/** Answers of authenticators that know a passkey (WebAuthn Level 3, §7.2). The person has to be verified each time. */
export class PasskeyAssertions {
  readonly #users: Users;
  readonly #challenges: PasskeyChallenges;

  constructor(users: Users, challenges: PasskeyChallenges) {
    this.#users = users;
    this.#challenges = challenges;
  }

  /** What a browser is asked. A sign-in names no passkey: the person chooses one of those that their device knows. */
  async options(party: RelyingParty, purpose: Purpose): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const own = purpose.for === 'sign-in' ? [] : await this.#users.storedPasskeys(purpose.userId);
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: await this.#challenges.make(purpose),
      allowCredentials: own.flatMap(({ credential, transports, copiedAt }) =>
        copiedAt === null ? [{ id: credential, transports: transports as AuthenticatorTransport[] }] : [],
      ),
      userVerification: 'required',
      timeout: CHALLENGE_MS,
    });
  }

  /** Checks an answer and uses its challenge up. */
  async check(party: RelyingParty, answer: AuthenticationResponseJSON, purpose: Purpose): Promise<AssertionResult> {
    const said = readClientData(answer.response.clientDataJSON);
    const challenge = said && !said.isInside && (await this.#challenges.check(said.challenge, purpose));
    if (!said || !challenge) return { kind: 'refused' };
    if (challenge === 'late') return { kind: 'late' };
    const known = await this.#users.passkey(answer.id);
    if (!known || !isOwners(known, answer, purpose)) return { kind: 'refused' };
    const verified = await verifiedBy(party, known, answer, said.challenge);
    // What a passkey is does not change (§7.2, step 19), so that a copy cannot call itself synced.
    if (!verified || (verified.credentialDeviceType === 'multiDevice') !== known.synced) return { kind: 'refused' };
    const use = { id: known.id, counter: verified.newCounter, challenge };
    const used = await this.#users.usePasskey(use);
    if (used === 'ok') return { kind: 'ok', userId: known.userId };
    return { kind: used === 'removed' ? 'refused' : used === 'used' ? 'late' : 'copied' };
  }
}

/** Undefined where it is no such text. */
export function readClientData(clientDataJSON: string): ClientData | undefined {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? { challenge, isInside: crossOrigin === true } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the passkey is that of who is meant: a sign-in says so itself, by the handle of its owner (§7.2, step 6). */
function isOwners(
  { userId, handle }: { readonly userId: number; readonly handle: string },
  { response }: AuthenticationResponseJSON,
  purpose: Purpose,
): boolean {
  if (purpose.for !== 'sign-in' && purpose.userId !== userId) return false;
  if (response.userHandle === undefined) return purpose.for !== 'sign-in';
  return response.userHandle === handle;
}

/** Undefined where anything of it does not hold: origin, host, verification of the person, signature. */
async function verifiedBy(
  party: RelyingParty,
  { credential, publicKey }: StoredPasskey,
  answer: AuthenticationResponseJSON,
  challenge: string,
) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  // The counter is compared where it is stored, so that of two answers at once one comes first. 0 compares nothing.
  const key = { id: credential, publicKey: new Uint8Array(publicKey), counter: 0 };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: key,
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo : undefined;
}
