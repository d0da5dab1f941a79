import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { type Invitation, isEmail, type ListedSession, sessionId, type User } from '../domain/user.ts';
import { TouchstoneError } from '../errors.ts';
import type { OpenIdProvider } from '../openid/provider.ts';
import type { ProviderRefusal } from '../openid/refusal.ts';
import type { Records } from '../records/port.ts';
import type { MasterSecrets } from '../secret-sealing.ts';
import { say } from '../sentences.ts';
import type { BrowserSession, Sender, SignedIn } from './browser-session.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { PasskeyAssertions } from './passkey-assertions.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import { Passkeys } from './passkeys.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword, matchesPassword } from './passwords.ts';
import { ProviderSignIn } from './provider-sign-in.ts';
import { type Proof, Reauthentication } from './reauthentication.ts';
import type { RelyingParty } from './relying-party.ts';
import { SecondFactor } from './second-factor.ts';
import { hashToken, newToken } from './secrets.ts';
import { SignInLimit } from './sign-in-limit.ts';
import type { TotpSecrets } from './totp-secrets.ts';

const HOUR_MS = 3_600_000;
/** A session ends so long after its last request. */
const IDLE_MS = 12 * HOUR_MS;
/** A session ends so long after its beginning, in milliseconds. */
export const MAX_SESSION_MS = 7 * 24 * HOUR_MS;
/** Sessions of one person that are shown. */
export const MAX_SESSIONS = 100;
/** A session's last use is noted at most so often. */
const NOTED_EVERY_MS = 60_000;

/**
 * What came of an attempt. `code-required`: the password was right, and a code of the second factor is asked for.
 * `passkey-required`: the same, and the person has passkeys alone; recovery codes count. `wait`: too many attempts
 * failed; `seconds` until the next one is looked at. `password-off`: it was right, and the account has no passwords.
 */
export type SignIn =
  | ({ readonly kind: 'ok' } & SignedIn)
  | { readonly kind: 'wrong' }
  | { readonly kind: 'code-required' }
  | { readonly kind: 'passkey-required' }
  | { readonly kind: 'password-off' }
  | { readonly kind: 'wait'; readonly seconds: number };

/**
 * What came of an attempt with a passkey alone. `late`: the browser took too long. `copied`: the authenticator counted
 * back, so that somebody may have a copy. `password-off`: the person has to come by the provider.
 */
export type PasskeySignIn =
  | Extract<SignIn, { kind: 'ok' | 'wrong' | 'wait' | 'password-off' }>
  | { readonly kind: 'late' }
  | { readonly kind: 'copied' };

/** Whoever is signed in. `mustEnrol`: they make a second factor before anything else. */
export interface Present extends User {
  readonly mustEnrol: boolean;
}

/**
 * What came of following a one-time link. `address-taken`: the address signs in to another account. `password-off`: the
 * account has no passwords.
 */
export type Acceptance =
  | ({ readonly kind: 'ok' } & SignedIn)
  | { readonly kind: 'used-up' }
  | { readonly kind: 'address-taken' }
  | { readonly kind: 'password-off' };

/** The company's own provider of sign-in, and what its sessions take. */
export interface UsersProvider {
  readonly provider: OpenIdProvider;
  readonly masters: MasterSecrets;
  /** Told of what an operator has to see to. */
  readonly failed: (refusal: ProviderRefusal) => void;
}

/**
 * Users of the dashboard: sign-in, sessions, one-time links and passwords. `use-cases/users.ts` makes the links.
 */
export class Users {
  readonly secondFactor: SecondFactor;
  /** Undefined where no provider of sign-in is named. */
  readonly provider: ProviderSignIn | undefined;
  readonly passkeys: Passkeys;
  readonly #codes: OneTimeCodes;
  readonly #records: Records;
  readonly #now: () => Date;
  readonly #limit: SignInLimit;
  readonly #reauthentication: Reauthentication;

  constructor(
    records: Records,
    now: () => Date,
    secrets: TotpSecrets,
    challenges: PasskeyChallenges,
    provider?: UsersProvider,
  ) {
    this.#records = records;
    this.#now = now;
    this.#limit = new SignInLimit(now, records.nodes);
    this.#codes = new OneTimeCodes(records, now, secrets);
    const assertions = new PasskeyAssertions(records.users, challenges);
    const means = { codes: this.#codes, assertions };
    this.#reauthentication = new Reauthentication(records, now, this.#limit.proofs, means);
    this.passkeys = new Passkeys(records, challenges, this.#reauthentication, assertions);
    const remember = async (user: User, sender: Sender) => {
      const known = await this.#knows(user.email, sender);
      return { known, browser: await this.#rememberBrowser(user, sender) };
    };
    const oldest = () => this.#ago(MAX_SESSION_MS);
    this.provider = provider && new ProviderSignIn({ ...provider, records, now, limit: this.#limit, remember, oldest });
    this.secondFactor = new SecondFactor(records, now, this.#reauthentication, secrets);
  }

  /**
   * Begins a session where address, password and code are right. Nothing in the answer or its time tells an unknown
   * address from a wrong password.
   */
  async signIn(given: { email: string; password: string; code?: string }, sender: Sender): Promise<SignIn> {
    const email = given.email.trim();
    const known = await this.#knows(email, sender);
    const attempt = { ...sender, person: email.toLowerCase(), browser: known ? sender.browser : undefined };
    const seconds = this.#limit.wait(attempt);
    if (seconds > 0) return { kind: 'wait', seconds };
    // Counted before it is known: attempts at the same time count as well.
    const takeBack = this.#limit.failed(attempt);
    const result = await this.#check({ ...given, email }, known);
    // Not where a code is asked for: whoever knows the password must not be able to wipe out codes that were wrong.
    if (result.kind !== 'wrong') takeBack();
    if (result.kind !== 'ok') return result;
    this.#limit.succeeded(attempt);
    return this.#begin(result.user, sender, { newBrowser: !known });
  }

  /**
   * Begins a session where the answer of a passkey is right. It needs no address and no password: the passkey says
   * whose it is, and its device has verified the person.
   */
  async signInWithPasskey(
    party: RelyingParty,
    answer: AuthenticationResponseJSON,
    sender: Sender,
  ): Promise<PasskeySignIn> {
    const { users } = this.#records;
    const passkey = await users.passkey(answer.id);
    const owner = passkey && (await users.credentialsOf(passkey.userId));
    const known = owner !== undefined && (await this.#knows(owner.user.email, sender));
    const attempt = { ...sender, person: `passkey ${answer.id}`, browser: known ? sender.browser : undefined };
    const seconds = this.#limit.wait(attempt);
    if (seconds > 0) return { kind: 'wait', seconds };
    const takeBack = this.#limit.failed(attempt);
    const result = await this.passkeys.assertions.check(party, answer, { for: 'sign-in' });
    if (result.kind === 'refused' || !owner) {
      await this.#noteFailure(owner?.user);
      return { kind: 'wrong' };
    }
    takeBack();
    if (result.kind !== 'ok') return result;
    // Whoever has to come by the provider would go on here when the provider or their groups no longer let them.
    if (!owner.mayByPassword || owner.byGroup) {
      await this.#noteFailure(owner.user);
      return { kind: 'password-off' };
    }
    this.#limit.succeeded(attempt);
    return this.#begin(owner.user, sender, { newBrowser: !known, passkey: true });
  }

  async #begin(user: User, sender: Sender, details: object): Promise<{ kind: 'ok' } & SignedIn> {
    const session = newToken();
    await this.#records.users.beginSession(
      user.id,
      hashToken(session),
      undefined,
      this.#ago(MAX_SESSION_MS),
      sender.agent,
    );
    await this.#note('user.signed-in', user, details);
    return { kind: 'ok', user, session, browser: await this.#rememberBrowser(user, sender) };
  }

  async #check(
    given: { email: string; password: string; code?: string },
    knownBrowser: boolean,
  ): Promise<{ kind: 'ok'; user: User } | Exclude<SignIn, { kind: 'ok' }>> {
    const found = await this.#records.users.credentials(given.email);
    const fits = await matchesPassword(given.password, found?.password ?? null);
    if (!found || !fits) {
      // Of nobody as well: an answer that waits for no write would come sooner.
      await this.#noteFailure(found?.user);
      return { kind: 'wrong' };
    }
    const { user, totpSecret, mayByPassword } = found;
    if (!mayByPassword) {
      await this.#noteFailure(user);
      return { kind: 'password-off' };
    }
    if (!totpSecret && user.passkeys === 0) return { kind: 'ok', user };
    if (!given.code) return { kind: totpSecret ? 'code-required' : 'passkey-required' };
    const { codes } = this.#limit;
    const name = String(user.id);
    const wait = knownBrowser ? 0 : codes.wait(name);
    if (wait > 0) return { kind: 'wait', seconds: Math.ceil(wait / 1000) };
    const takeBack = knownBrowser ? () => {} : codes.failed(name);
    if (!(await this.#codes.take(user.id, totpSecret, given.code))) {
      await this.#noteFailure(user);
      return { kind: 'wrong' };
    }
    takeBack();
    return { kind: 'ok', user };
  }

  /** Whose session a cookie's value is; undefined where there is none or it has ended. */
  async of(session: string): Promise<Present | undefined> {
    const hash = hashToken(session);
    const found = await this.#records.users.session(hash);
    if (!found || found.createdAt < this.#ago(MAX_SESSION_MS) || found.seenAt < this.#ago(IDLE_MS)) return undefined;
    // A page that only reads must not fail because this cannot be stored.
    if (found.seenAt < this.#ago(NOTED_EVERY_MS)) await this.#records.users.sawSession(hash).catch(() => {});
    const goesOn = found.checkedAt === null ? found : await this.provider?.sessions.followed(hash, found);
    return goesOn && { ...goesOn.user, mustEnrol: goesOn.mustEnrol };
  }

  /**
   * Ends a session. Answers where its browser signs out at the provider as well, if the provider began it. `after`: the
   * address that follows.
   */
  async signOut(session: string, user: User, after?: string): Promise<string | undefined> {
    const hash = hashToken(session);
    const there = after === undefined ? undefined : await this.provider?.sessions.signOutAddress(hash, user, after);
    await this.#records.users.endSession(hash);
    await this.#note('user.signed-out', user);
    return there;
  }

  /** Where somebody is signed in, the session of the last use first. `isHere`: the one that asks. */
  async sessions(user: User, session: string): Promise<(ListedSession & { readonly isHere: boolean })[]> {
    const all = await this.#records.users.sessions(user.id, MAX_SESSIONS);
    const here = sessionId(hashToken(session));
    const inForce = all.filter(
      ({ createdAt, seenAt }) => createdAt >= this.#ago(MAX_SESSION_MS) && seenAt >= this.#ago(IDLE_MS),
    );
    return inForce.map((one) => ({ ...one, isHere: one.id === here }));
  }

  /** Ends a session of somebody by its id. False where they have none of it. */
  endSession(user: User, id: string): Promise<boolean> {
    return this.#records.users.endSessionOf(user.id, id);
  }

  /** Ends every session of somebody but the one that asks; how many there were. */
  endOtherSessions(user: User, session: string): Promise<number> {
    return this.#records.users.endOtherSessions(user.id, hashToken(session));
  }

  /** What a one-time link grants; undefined where it was used, has expired or never was. */
  invitation(token: string): Promise<Invitation | undefined> {
    return this.#records.users.invitation(hashToken(token));
  }

  /**
   * Sets the password of whoever follows a one-time link, and begins their session. Throws `validation` for the
   * address, and PasswordRefused.
   */
  async accept(given: { token: string; email?: string; password: string }, sender: Sender): Promise<Acceptance> {
    const link = await this.invitation(given.token);
    if (!link) return { kind: 'used-up' };
    const email = link.email ?? readEmail(given.email ?? '');
    await checkPassword(given.password, email);
    const session = newToken();
    const user = await this.#records.users.accept({
      link: hashToken(given.token),
      email,
      password: await hashPassword(given.password),
      session: hashToken(session),
      agent: sender.agent ?? null,
    });
    if (typeof user === 'string') return { kind: user };
    return { kind: 'ok', user, session, browser: await this.#rememberBrowser(user, sender) };
  }

  /**
   * Sets another password; other sessions of the user end. False where the present password is another, or the passkey
   * that answers in its place is not theirs. Throws TooManyAttempts and PasswordRefused.
   */
  async changePassword(
    user: User,
    signedIn: BrowserSession,
    given: { current: string | NonNullable<Proof['passkey']>; password: string },
  ): Promise<boolean> {
    const { session, browser } = signedIn;
    const { current } = given;
    const isTheirs =
      typeof current === 'string'
        ? this.#reauthentication.password(user, session, current)
        : this.#reauthentication.passkey(user, session, current);
    if (!(await isTheirs)) return false;
    await checkPassword(given.password, user.email);
    const password = await hashPassword(given.password);
    await this.#records.users.setPassword(
      user.id,
      password,
      hashToken(session),
      browser === undefined ? undefined : hashToken(browser),
    );
    return true;
  }

  /** Whether the person of an address signed in with this browser before. */
  async #knows(email: string, { browser }: Sender): Promise<boolean> {
    return browser !== undefined && (await this.#records.users.knowsBrowser(email, hashToken(browser)));
  }

  /** The value for the browser's cookie: the one it brought, where that is known already. */
  async #rememberBrowser({ id }: User, { browser: presented, agent = null }: Sender): Promise<string> {
    const fresh = newToken();
    const hashes = {
      presented: presented === undefined ? undefined : hashToken(presented),
      fresh: hashToken(fresh),
      agent,
    };
    return (await this.#records.users.rememberBrowser(id, hashes)) ? presented! : fresh;
  }

  async #noteFailure(user: User | undefined): Promise<void> {
    if (user) return this.#note('user.sign-in-failed', user);
    const entry = { actor: 'service', action: 'user.sign-in-failed', subject: 'user:unknown', accountId: null };
    await this.#records.audit.append({ ...entry, details: {} });
  }

  async #note(action: string, { id, accountId }: User, details = {}): Promise<void> {
    const actor = `user:${id}`;
    await this.#records.audit.append({ actor, action, subject: actor, accountId, details });
  }

  #ago(ms: number): string {
    return new Date(this.#now().getTime() - ms).toISOString();
  }
}

/** An address as people write it, trimmed; throws `validation`. */
export function readEmail(text: string): string {
  const email = text.trim();
  if (!isEmail(email)) {
    throw new TouchstoneError('validation', say('refusal.email-invalid'));
  }
  return email;
}
