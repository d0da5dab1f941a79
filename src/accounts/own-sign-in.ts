import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { findsAnother, type User } from '../domain/user.ts';
import type { Records } from '../records/port.ts';
import type { Sender, SignedIn } from './browser-session.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import type { PasskeyAssertions } from './passkey-assertions.ts';
import { matchesPassword } from './passwords.ts';
import type { Proof } from './reauthentication.ts';
import type { RelyingParty } from './relying-party.ts';
import { hashToken, newToken } from './secrets.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { noteFailure, noteOfPerson } from './sign-in-notes.ts';

/** Of each kind one, so that a comparison tells them apart. */
type Refused<Kind extends string> = Kind extends string ? { readonly kind: Kind } : never;

interface Ok {
  readonly kind: 'ok';
  readonly user: User;
}
type Wrong = Refused<'wrong'>;
/** Too many attempts failed; `seconds` until the next one is looked at. */
interface Wait {
  readonly kind: 'wait';
  readonly seconds: number;
}
type Begun = { readonly kind: 'ok' } & SignedIn;

/**
 * Why a password signs nobody in. `code-required`: it was right, and a code of the second factor is asked for.
 * `passkey-required`: the same, and the person has passkeys alone; recovery codes count. `password-off`: it was right,
 * and the person has to come by the provider.
 */
type PasswordRefusal = Wait | Refused<'wrong' | 'code-required' | 'passkey-required' | 'password-off'>;

/**
 * Why a passkey signs nobody in. `late`: the browser took too long. `copied`: the authenticator counted back, so that
 * somebody may have a copy. `password-off`: the person has to come by the provider.
 */
type PasskeyRefusal = Wait | Refused<'wrong' | 'late' | 'copied' | 'password-off'>;

/**
 * What came of a second factor that is shown for a session which began without one. `browser`: the value by which the
 * browser is known from now on.
 */
type ShownFactor = { readonly kind: 'ok'; readonly browser: string } | Wait | Refused<'wrong' | 'late' | 'copied'>;

export interface OwnSignInOptions {
  readonly records: Records;
  readonly limit: SignInLimit;
  readonly codes: OneTimeCodes;
  readonly assertions: PasskeyAssertions;
  readonly browsers: KnownBrowsers;
  /** How old the oldest session is that still counts, ISO 8601. */
  readonly oldest: () => string;
}

/** One attempt, and whether the browser is known to its person. */
interface Attempted {
  readonly person: string;
  readonly sender: Sender;
  readonly known: boolean;
}

/** Sign-in by what Touchstone itself can check: a password, a code, a passkey. */
export class OwnSignIn {
  readonly #options: OwnSignInOptions;

  constructor(options: OwnSignInOptions) {
    this.#options = options;
  }

  /**
   * Begins a session where address, password and code are right. Nothing in the answer or its time tells an unknown
   * address from a wrong password.
   */
  async byPassword(
    given: { email: string; password: string; code?: string },
    sender: Sender,
  ): Promise<Begun | PasswordRefusal> {
    const email = given.email.trim();
    const known = await this.#options.browsers.knows(email, sender);
    const attempted = { person: email.toLowerCase(), sender, known };
    return this.#attempt<PasswordRefusal>(attempted, {}, () => this.#checkPassword({ ...given, email }, known));
  }

  /**
   * Begins a session where the answer of a passkey is right. It needs no address and no password: the passkey says
   * whose it is, and its device has verified the person.
   */
  async byPasskey(
    party: RelyingParty,
    answer: AuthenticationResponseJSON,
    sender: Sender,
  ): Promise<Begun | PasskeyRefusal> {
    const { records, browsers } = this.#options;
    const passkey = await records.users.passkey(answer.id);
    const owner = passkey && (await records.users.credentialsOf(passkey.userId));
    const known = owner !== undefined && (await browsers.knows(owner.user.email, sender));
    const attempted = { person: `passkey ${answer.id}`, sender, known };
    return this.#attempt<PasskeyRefusal>(attempted, { passkey: true }, async () => {
      const result = await this.#options.assertions.check(party, answer, { for: 'sign-in' });
      if (result.kind === 'refused' || !owner) return this.#wrong(owner?.user);
      if (result.kind !== 'ok') return result;
      return owner.mayByPassword ? { kind: 'ok', user: owner.user } : this.#passwordOff(owner.user);
    });
  }

  /**
   * Takes the second factor of whoever is signed in without one: the provider or a one-time link began the session.
   * Wrong ones count for the person, as at a sign-in, and another session does not begin again with none.
   */
  async showFactor(user: User, session: string, { typed = '', passkey }: Proof, sender: Sender): Promise<ShownFactor> {
    const { records, limit, assertions, browsers } = this.#options;
    const wait = limit.proofs.wait(session);
    if (wait > 0) return { kind: 'wait', seconds: Math.ceil(wait / 1000) };
    const takeBack = limit.proofs.failed(session);
    const check = async () => {
      // Nobody is spared the wait: this session says no more of its browser than that it came so far.
      if (!passkey) return this.#checkCode(user, await this.#totpSecret(user), typed, false);
      const purpose = { for: 'proof', userId: user.id, session } as const;
      const result = await assertions.check(passkey.party, passkey.answer, purpose);
      return result.kind === 'refused' ? this.#wrong(user) : result;
    };
    const shown = await check();
    if (shown.kind !== 'wrong') takeBack();
    if (shown.kind !== 'ok') return shown;
    await records.users.showFactor(user.id, hashToken(session), passkey ? 'passkey' : 'code');
    return { kind: 'ok', browser: await browsers.remember(user, sender) };
  }

  async #totpSecret({ id }: User): Promise<string | null> {
    return (await this.#options.records.users.credentialsOf(id))?.totpSecret ?? null;
  }

  /** However somebody signs in: failures count alike, and whoever is right begins a session. */
  async #attempt<Refusal extends { kind: string }>(
    { person, sender, known }: Attempted,
    details: { readonly passkey?: true },
    check: () => Promise<Ok | Refusal | Wrong>,
  ): Promise<Begun | Refusal | Wrong | Wait> {
    const { limit, browsers } = this.#options;
    const attempt = { ...sender, person, browser: known ? sender.browser : undefined };
    const seconds = limit.wait(attempt);
    if (seconds > 0) return { kind: 'wait', seconds };
    // Counted before it is known: attempts at the same time count as well.
    const takeBack = limit.failed(attempt);
    const result = await check();
    // Not where a code is asked for: whoever knows the password must not be able to wipe out codes that were wrong.
    if (result.kind !== 'wrong') takeBack();
    if (!isOk(result)) return result;
    limit.succeeded(attempt);
    const { user } = result;
    const session = await this.#begin(user, sender);
    await noteOfPerson(this.#options.records, 'user.signed-in', user, { newBrowser: !known, ...details });
    return { kind: 'ok', user, session, browser: await browsers.remember(user, sender) };
  }

  async #begin({ id }: User, { agent }: Sender): Promise<string> {
    const { records, oldest } = this.#options;
    const session = newToken();
    await records.users.beginSession(id, hashToken(session), undefined, oldest(), agent);
    return session;
  }

  async #checkPassword(
    given: { email: string; password: string; code?: string },
    knownBrowser: boolean,
  ): Promise<Ok | PasswordRefusal> {
    const { users } = this.#options.records;
    const found = findsAnother(given.email) ? undefined : await users.credentials(given.email);
    const fits = await matchesPassword(given.password, found?.password ?? null);
    if (!found || !fits) return this.#wrong(found?.user);
    const { user, totpSecret, mayByPassword } = found;
    if (!mayByPassword) return this.#passwordOff(user);
    if (!totpSecret && user.passkeys === 0) return { kind: 'ok', user };
    if (!given.code) return { kind: totpSecret ? 'code-required' : 'passkey-required' };
    return this.#checkCode(user, totpSecret, given.code, knownBrowser);
  }

  /** A code of the authenticator or a recovery code. Wrong ones of unknown browsers count for the person. */
  async #checkCode(
    user: User,
    totpSecret: string | null,
    code: string,
    knownBrowser: boolean,
  ): Promise<Ok | Wrong | Wait> {
    const { limit, codes } = this.#options;
    const name = String(user.id);
    const wait = knownBrowser ? 0 : limit.codes.wait(name);
    if (wait > 0) return { kind: 'wait', seconds: Math.ceil(wait / 1000) };
    const takeBack = knownBrowser ? () => {} : limit.codes.failed(name);
    if (!(await codes.take(user.id, totpSecret, code))) return this.#wrong(user);
    takeBack();
    return { kind: 'ok', user };
  }

  async #wrong(user: User | undefined): Promise<Wrong> {
    await noteFailure(this.#options.records, user);
    return { kind: 'wrong' };
  }

  /** Whoever has to come by the provider would go on here when it, or their groups, no longer let them. */
  async #passwordOff(user: User): Promise<{ kind: 'password-off' }> {
    await noteFailure(this.#options.records, user);
    return { kind: 'password-off' };
  }
}

function isOk(result: { readonly kind: string }): result is Ok {
  return result.kind === 'ok';
}
