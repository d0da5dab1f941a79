import { hasSecondFactor, type Invitation, isEmail, type ListedSession, sessionId, type User } from '../domain/user.ts';
import { TouchstoneError } from '../errors.ts';
import type { OpenIdProvider } from '../openid/provider.ts';
import type { ProviderRefusal } from '../openid/refusal.ts';
import type { Records } from '../records/port.ts';
import type { MasterSecrets } from '../secret-sealing.ts';
import { say } from '../sentences.ts';
import type { BrowserSession, Sender, SignedIn } from './browser-session.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { OwnSignIn } from './own-sign-in.ts';
import { PasskeyAssertions } from './passkey-assertions.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import { Passkeys } from './passkeys.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { ProviderSignIn } from './provider-sign-in.ts';
import { type Proof, Reauthentication } from './reauthentication.ts';
import { SecondFactor } from './second-factor.ts';
import { hashToken, newToken } from './secrets.ts';
import { SignInLimit } from './sign-in-limit.ts';
import { noteOfPerson } from './sign-in-notes.ts';
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

/** Whoever is signed in. */
export interface Present extends User {
  /** They make a second factor before anything else. */
  readonly mustEnrol: boolean;
  /** They show their second factor before anything else. */
  readonly mustProve: boolean;
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
  readonly signIn: OwnSignIn;
  readonly secondFactor: SecondFactor;
  /** Undefined where no provider of sign-in is named. */
  readonly provider: ProviderSignIn | undefined;
  readonly passkeys: Passkeys;
  readonly #records: Records;
  readonly #now: () => Date;
  readonly #browsers: KnownBrowsers;
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
    this.#browsers = new KnownBrowsers(records.users);
    const limit = new SignInLimit(now, records.nodes);
    const assertions = new PasskeyAssertions(records.users, challenges);
    const means = { codes: new OneTimeCodes(records, now, secrets), assertions };
    this.#reauthentication = new Reauthentication(records, now, limit.proofs, means);
    this.passkeys = new Passkeys(records, challenges, this.#reauthentication, assertions);
    const common = { records, limit, browsers: this.#browsers, oldest: () => this.#ago(MAX_SESSION_MS) };
    this.signIn = new OwnSignIn({ ...common, ...means });
    this.provider = provider && new ProviderSignIn({ ...common, ...provider, now });
    this.secondFactor = new SecondFactor(records, now, this.#reauthentication, secrets);
  }

  /** Whose session a cookie's value is; undefined where there is none or it has ended. */
  async of(session: string): Promise<Present | undefined> {
    const hash = hashToken(session);
    const found = await this.#records.users.session(hash);
    if (!found || found.createdAt < this.#ago(MAX_SESSION_MS) || found.seenAt < this.#ago(IDLE_MS)) return undefined;
    // A page that only reads must not fail because this cannot be stored.
    if (found.seenAt < this.#ago(NOTED_EVERY_MS)) await this.#records.users.sawSession(hash).catch(() => {});
    const goesOn = found.checkedAt === null ? found : await this.provider?.sessions.followed(hash, found);
    return goesOn && { ...goesOn.user, mustEnrol: goesOn.mustEnrol, mustProve: goesOn.mustProve };
  }

  /**
   * Ends a session. Answers where its browser signs out at the provider as well, if the provider began it. `after`: the
   * address that follows.
   */
  async signOut(session: string, user: User, after?: string): Promise<string | undefined> {
    const hash = hashToken(session);
    const there = after === undefined ? undefined : await this.provider?.sessions.signOutAddress(hash, user, after);
    await this.#records.users.endSession(hash);
    await noteOfPerson(this.#records, 'user.signed-out', user);
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
    const browser = hasSecondFactor(user) ? undefined : await this.#browsers.remember(user, sender);
    return { kind: 'ok', user, session, browser };
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
