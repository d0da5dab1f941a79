import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { MAX_PASSKEYS, type Passkey } from '../domain/passkey.ts';
import type { User } from '../domain/user.ts';
import type { Records } from '../records/port.ts';
import { makeRecoveryCodes } from './one-time-codes.ts';
import { type PasskeyAssertions, readClientData } from './passkey-assertions.ts';
import { CHALLENGE_MS, type PasskeyChallenges } from './passkey-challenges.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { RelyingParty } from './relying-party.ts';
import type { SecondFactorRequest } from './second-factor.ts';
import { hashToken, newToken } from './secrets.ts';

/** EdDSA, ES256 and RS256 (WebAuthn Level 3, §5.8.5): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/**
 * What came of a new passkey. `codes`: recovery codes, where it is the person's first second factor. `late`: the
 * browser took too long. `known`: this authenticator has one of them already. `full`: they have as many as one may.
 */
export type NewPasskey =
  | { readonly kind: 'added'; readonly id: number; readonly codes: readonly string[] | undefined }
  | { readonly kind: 'refused' | 'late' | 'known' | 'full' };

/** Passkeys of people: made, named, listed and removed (WebAuthn Level 3, §7.1). */
export class Passkeys {
  readonly #records: Records;
  readonly #challenges: PasskeyChallenges;
  readonly #reauthentication: Reauthentication;
  readonly assertions: PasskeyAssertions;

  constructor(
    records: Records,
    challenges: PasskeyChallenges,
    reauthentication: Reauthentication,
    assertions: PasskeyAssertions,
  ) {
    this.#records = records;
    this.#challenges = challenges;
    this.#reauthentication = reauthentication;
    this.assertions = assertions;
  }

  /** Of a person, the oldest first. */
  list({ id }: User): Promise<Passkey[]> {
    return this.#records.users.passkeys(id);
  }

  /**
   * What a browser is asked to make a passkey by. It has to find its owner by itself and to verify them; where it comes
   * from is not asked. Undefined where the proof is wrong. Throws TooManyAttempts.
   */
  async begin(
    { user, session, proof }: SecondFactorRequest,
    party: RelyingParty,
    service: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON | 'full' | undefined> {
    if (!(await this.#reauthentication.holds(user, session, proof))) return undefined;
    if (user.passkeys >= MAX_PASSKEYS) return 'full';
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const { users } = this.#records;
    const [handle, own] = await Promise.all([users.passkeyHandle(user.id, newToken()), users.storedPasskeys(user.id)]);
    return generateRegistrationOptions({
      rpID: party.id,
      rpName: service,
      userID: new Uint8Array(Buffer.from(handle, 'base64url')),
      userName: user.email,
      userDisplayName: user.email,
      challenge: await this.#challenges.make({ for: 'enrolment', userId: user.id, session }),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: own.map(({ credential, transports }) => ({
        id: credential,
        transports: transports as AuthenticatorTransport[],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** Stores what a browser made. The other sessions of its owner end. */
  async add(
    { user, session }: Omit<SecondFactorRequest, 'proof'>,
    party: RelyingParty,
    { name, answer }: { readonly name: string; readonly answer: RegistrationResponseJSON },
  ): Promise<NewPasskey> {
    const said = readClientData(answer.response.clientDataJSON);
    const purpose = { for: 'enrolment', userId: user.id, session } as const;
    const challenge = said && !said.isInside && (await this.#challenges.check(said.challenge, purpose));
    if (!said || !challenge) return { kind: 'refused' };
    if (challenge === 'late') return { kind: 'late' };
    const made = await registered(party, answer, said.challenge);
    if (!made) return { kind: 'refused' };
    const { credential, credentialDeviceType } = made;
    const codes = await makeRecoveryCodes();
    const added = await this.#records.users.addPasskey({
      passkey: {
        userId: user.id,
        credential: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: (credential.transports ?? []).slice(0, MAX_TRANSPORTS),
        rpId: party.id,
        name,
        synced: credentialDeviceType === 'multiDevice',
      },
      challenge,
      session: hashToken(session),
      recoveryCodes: codes.hashes,
    });
    if (typeof added === 'string') return { kind: added === 'used' ? 'late' : added };
    return { kind: 'added', id: added.id, codes: added.isFirst ? codes.shown : undefined };
  }

  /** False where the person has no such passkey. */
  rename({ id: userId }: User, id: number, name: string): Promise<boolean> {
    return this.#records.users.renamePasskey(userId, id, name);
  }

  /**
   * `missing`: the person has no such passkey. False where the proof is wrong. Throws TooManyAttempts. Throws
   * `last-factor` where their account requires what they would not have.
   */
  async remove({ user, session, proof }: SecondFactorRequest, id: number): Promise<boolean | 'missing'> {
    if (!(await this.#reauthentication.holds(user, session, proof))) return false;
    return (await this.#records.users.removePasskey(user.id, id, hashToken(session))) || 'missing';
  }
}

const MAX_TRANSPORTS = 8;

/** Undefined where anything of it does not hold: origin, host, verification of the person, the form. */
async function registered(party: RelyingParty, answer: RegistrationResponseJSON, challenge: string) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  try {
    const object = new Uint8Array(Buffer.from(answer.response.attestationObject, 'base64url'));
    const attestation = decodeAttestationObject(object);
    // No certificate was asked for. To check one could mean to ask an address that it names.
    const isBare = attestation.get('fmt') === 'none' || attestation.get('fmt') === 'packed';
    if (!isBare || attestation.get('attStmt').get('x5c') !== undefined) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return verified ? registrationInfo : undefined;
  } catch {
    return undefined;
  }
}
