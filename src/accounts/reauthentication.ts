import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { User } from '../domain/user.ts';
import type { Records } from '../records/port.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import type { PasskeyAssertions } from './passkey-assertions.ts';
import { matchesPassword } from './passwords.ts';
import type { RelyingParty } from './relying-party.ts';
import { hashToken } from './secrets.ts';
import { type SignInLimit, TooManyAttempts } from './sign-in-limit.ts';
import { isTotpCode } from './totp.ts';

/** What a signed-in user shows once more: a session alone may be a stolen one. */
export interface Proof {
  /** The password or a current code. */
  readonly typed?: string | undefined;
  /** The answer of one of their passkeys, and who asked for it. */
  readonly passkey?: { readonly party: RelyingParty; readonly answer: AuthenticationResponseJSON } | undefined;
}

/** A proof that was given to the provider counts for so long. */
const PROVEN_MS = 5 * 60_000;

/** Asks a signed-in user for a password, a code or a passkey once more, before they change how they sign in. */
export class Reauthentication {
  readonly #records: Records;
  readonly #now: () => Date;
  readonly #limit: SignInLimit['proofs'];
  readonly #codes: OneTimeCodes;
  readonly #assertions: PasskeyAssertions;

  constructor(
    records: Records,
    now: () => Date,
    limit: SignInLimit['proofs'],
    means: { readonly codes: OneTimeCodes; readonly assertions: PasskeyAssertions },
  ) {
    this.#records = records;
    this.#now = now;
    this.#limit = limit;
    this.#codes = means.codes;
    this.#assertions = means.assertions;
  }

  /** Whether this is the user's present password. `session`: the random value. Throws TooManyAttempts. */
  password(user: User, session: string, password: string): Promise<boolean> {
    return this.#any(session, async () => {
      const known = await this.#records.users.credentialsOf(user.id);
      return matchesPassword(password, known?.password ?? null);
    });
  }

  /**
   * Whether the proof is the user's password, a current code of theirs or an answer of a passkey of theirs. A proof
   * that the person gave the provider a moment ago holds in their place. Throws TooManyAttempts.
   */
  async holds(user: User, session: string, { typed, passkey }: Proof): Promise<boolean> {
    if (passkey) return this.passkey(user, session, passkey);
    if (!typed) return this.#provenAtProvider(session);
    // A proof of six digits is a code: no password is as short as that.
    const code = typed.replace(/\s/g, '');
    if (!isTotpCode(code)) return this.password(user, session, typed);
    return this.#any(session, async () => {
      const known = await this.#records.users.credentialsOf(user.id);
      return known?.totpSecret ? this.#codes.take(user.id, known.totpSecret, code) : false;
    });
  }

  /** Whether one of the user's passkeys answered. Throws TooManyAttempts. */
  passkey(user: User, session: string, { party, answer }: NonNullable<Proof['passkey']>): Promise<boolean> {
    return this.#any(session, async () => {
      const purpose = { for: 'proof', userId: user.id, session } as const;
      return (await this.#assertions.check(party, answer, purpose)).kind === 'ok';
    });
  }

  async #provenAtProvider(session: string): Promise<boolean> {
    const view = await this.#records.users.session(hashToken(session));
    if (!view) return false;
    // Some providers cannot say that they asked again. Who has to make a first factor may count the sign-in itself.
    const isFirst = view.mustEnrol && view.checkedAt !== null;
    const at = view.confirmedAt ?? (isFirst ? view.createdAt : null);
    return at !== null && this.#now().getTime() - Date.parse(at) < PROVEN_MS;
  }

  /**
   * Whether any proof holds. Failures count for the session: who stole one keeps nobody else waiting. Throws
   * TooManyAttempts.
   */
  async #any(session: string, holds: () => Promise<boolean>): Promise<boolean> {
    if (await this.#provenAtProvider(session)) return true;
    const wait = this.#limit.wait(session);
    if (wait > 0) throw new TooManyAttempts(wait);
    const takeBack = this.#limit.failed(session);
    const right = await holds();
    if (right) takeBack();
    return right;
  }
}
