import type { Actor } from '../domain/actor.ts';
import type { Link, User, UserRole } from '../domain/user.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import { say } from '../sentences.ts';
import { isEmail } from './email.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword, matchesPassword } from './passwords.ts';
import { Reauthentication } from './reauthentication.ts';
import { SecondFactor } from './second-factor.ts';
import { SignInLimit } from './sign-in-limit.ts';
import { hashToken, newToken } from './tokens.ts';

const HOUR_MS = 3_600_000;
/** A session ends so long after its last request, and so long after its beginning. */
const IDLE_MS = 12 * HOUR_MS;
export const MAX_SESSION_MS = 7 * 24 * HOUR_MS;
/** How long an invitation can be accepted. */
const INVITATION_MS = 7 * 24 * HOUR_MS;
/** The link of the first start: it stands in a terminal, perhaps in a log of the system, and makes an owner. */
const SET_UP_MS = 24 * HOUR_MS;
/** A session's last use is noted at most so often. */
const NOTED_EVERY_MS = 60_000;

export interface SignedIn {
  readonly user: User;
  /** The random value for the cookie. */
  readonly session: string;
  /** Another, which stays after the session's end: a browser that brings it is known (`sign-in-limit.ts`). */
  readonly browser: string;
}

/** The values that a signed-in browser sends in its cookies. */
export interface BrowserSession {
  readonly session: string;
  readonly browser: string | undefined;
}

/** Who asks to be let in. */
export interface Sender {
  /** Network address. */
  readonly client: string;
  /** The value by which the browser is known, where it brings one. */
  readonly browser: string | undefined;
}

export type SignIn =
  | ({ readonly kind: 'ok' } & SignedIn)
  | { readonly kind: 'wrong' }
  | { readonly kind: 'code-required' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** What came of following a one-time link. `address-taken`: the address signs in to another account. */
export type Acceptance =
  | ({ readonly kind: 'ok' } & SignedIn)
  | { readonly kind: 'used-up' }
  | { readonly kind: 'address-taken' };

/** Users of the dashboard: sign-in, sessions, invitations and passwords. */
export class Users {
  readonly secondFactor: SecondFactor;
  readonly #records: Records;
  readonly #now: () => Date;
  readonly #limit: SignInLimit;
  readonly #reauthentication: Reauthentication;

  constructor(records: Records, now: () => Date) {
    this.#records = records;
    this.#now = now;
    this.#limit = new SignInLimit(now);
    this.#reauthentication = new Reauthentication(records, this.#limit.proofs);
    this.secondFactor = new SecondFactor(records, now, this.#reauthentication);
  }

  /** Nothing in the answer or its time tells an unknown address from a wrong password. */
  async signIn(given: { email: string; password: string; code?: string }, sender: Sender): Promise<SignIn> {
    const email = given.email.trim();
    const known =
      sender.browser !== undefined && (await this.#records.users.knowsBrowser(email, hashToken(sender.browser)));
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
    const { user } = result;
    const session = newToken();
    await this.#records.users.beginSession(user.id, hashToken(session), undefined, this.#ago(MAX_SESSION_MS));
    await this.#note('user.signed-in', user);
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
    const { user, totpSecret } = found;
    if (!totpSecret) return { kind: 'ok', user };
    if (!given.code) return { kind: 'code-required' };
    const { codes } = this.#limit;
    const name = String(user.id);
    const wait = knownBrowser ? 0 : codes.wait(name);
    if (wait > 0) return { kind: 'wait', seconds: Math.ceil(wait / 1000) };
    const takeBack = knownBrowser ? () => {} : codes.failed(name);
    if (!(await this.secondFactor.take(user.id, totpSecret, given.code))) {
      await this.#noteFailure(user);
      return { kind: 'wrong' };
    }
    takeBack();
    return { kind: 'ok', user };
  }

  /** Whose session a cookie's value is; undefined where there is none or it has ended. */
  async of(session: string): Promise<User | undefined> {
    const hash = hashToken(session);
    const found = await this.#records.users.session(hash);
    if (!found || found.createdAt < this.#ago(MAX_SESSION_MS) || found.seenAt < this.#ago(IDLE_MS)) return undefined;
    // A page that only reads must not fail because this cannot be stored.
    if (found.seenAt < this.#ago(NOTED_EVERY_MS)) await this.#records.users.sawSession(hash).catch(() => {});
    return found.user;
  }

  async signOut(session: string, user: User): Promise<void> {
    await this.#records.users.endSession(hashToken(session));
    await this.#note('user.signed-out', user);
  }

  /** A one-time link's random value; the address of the page stands before it. Without an address: the first set-up. */
  async invite(
    invitation: { accountId: number; email: string | null; role: UserRole },
    actor: Actor,
  ): Promise<{ token: string; expires: string }> {
    const token = newToken();
    const lasts = invitation.email === null ? SET_UP_MS : INVITATION_MS;
    const expiresAt = new Date(this.#now().getTime() + lasts).toISOString();
    await this.#records.users.invite({ ...invitation, hash: hashToken(token), expiresAt }, actor);
    return { token, expires: expiresAt };
  }

  link(token: string): Promise<Link | undefined> {
    return this.#records.users.link(hashToken(token));
  }

  /** Throws `validation` for the address or the password. */
  async accept(given: { token: string; email?: string; password: string }, sender: Sender): Promise<Acceptance> {
    const link = await this.link(given.token);
    if (!link) return { kind: 'used-up' };
    const email = link.email ?? readEmail(given.email ?? '');
    await checkPassword(given.password, email);
    const session = newToken();
    const user = await this.#records.users.accept({
      link: hashToken(given.token),
      email,
      password: await hashPassword(given.password),
      session: hashToken(session),
    });
    if (typeof user === 'string') return { kind: user };
    return { kind: 'ok', user, session, browser: await this.#rememberBrowser(user, sender) };
  }

  /** Other sessions of the user end. False where the present password is another. */
  async changePassword(
    user: User,
    signedIn: BrowserSession,
    given: { current: string; password: string },
  ): Promise<boolean> {
    const { session, browser } = signedIn;
    if (!(await this.#reauthentication.password(user, session, given.current))) return false;
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

  /** The value for the browser's cookie: the one it brought, where that is known already. */
  async #rememberBrowser({ id }: User, { browser: presented }: Sender): Promise<string> {
    const fresh = newToken();
    const hashes = { presented: presented === undefined ? undefined : hashToken(presented), fresh: hashToken(fresh) };
    return (await this.#records.users.rememberBrowser(id, hashes)) ? presented! : fresh;
  }

  async #noteFailure(user: User | undefined): Promise<void> {
    if (user) return this.#note('user.sign-in-failed', user);
    const entry = { actor: 'service', action: 'user.sign-in-failed', subject: 'user:unknown', accountId: null };
    await this.#records.audit.append({ ...entry, details: {} });
  }

  async #note(action: string, { id, accountId }: User): Promise<void> {
    const actor = `user:${id}`;
    await this.#records.audit.append({ actor, action, subject: actor, accountId, details: {} });
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
