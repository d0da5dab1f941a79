import type { PersonRefusal } from '../domain/provider-person.ts';
import { hasSecondFactor, type User } from '../domain/user.ts';
import type { Arrival, OpenIdProvider } from '../openid/provider.ts';
import { asProviderRefusal, type ProviderFault, ProviderRefusal } from '../openid/refusal.ts';
import type { Records } from '../records/port.ts';
import type { MasterSecrets } from '../secret-sealing.ts';
import type { Sender, SignedIn } from './browser-session.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { type ProviderAttempt, ProviderAttempts } from './provider-attempts.ts';
import { ProviderSessions } from './provider-sessions.ts';
import { hashToken, newToken } from './secrets.ts';
import { networkOf, type SignInLimit, TooManyAttempts } from './sign-in-limit.ts';
import { noteFailure, noteOfPerson } from './sign-in-notes.ts';

/** Nobody is signed in, and why. */
export class SignInRefused extends Error {
  readonly reason: ProviderFault | PersonRefusal;

  constructor(reason: ProviderFault | PersonRefusal, options?: { cause?: unknown }) {
    super(`refused: ${reason}`, options);
    this.name = 'SignInRefused';
    this.reason = reason;
  }
}

/** What a browser begins with. */
interface Beginning {
  /** The address that the provider sends the browser back to. */
  readonly redirect: string;
  readonly next: string;
  /** The random value of the session that the browser has, if any. */
  readonly session: string | undefined;
  /** Network address that asks. */
  readonly client: string;
  /** Whoever gives a proof again, in their session; undefined: somebody signs in. */
  readonly proofOf?: User;
}

/** How it ended: somebody is signed in, or gave their proof. */
export type Ending = { readonly next: string } & (
  | ({ readonly kind: 'signed-in' } & SignedIn)
  | { readonly kind: 'proven' }
);

export interface ProviderSignInOptions {
  readonly records: Records;
  readonly provider: OpenIdProvider;
  readonly masters: MasterSecrets;
  readonly now: () => Date;
  readonly limit: SignInLimit;
  /** Told of what an operator has to see to. */
  readonly failed: (refusal: ProviderRefusal) => void;
  readonly browsers: KnownBrowsers;
  /** How old the oldest session is that still counts, ISO 8601. */
  readonly oldest: () => string;
}

/** Sign-in by the company's own provider: from the button to the session, and what becomes of that. */
export class ProviderSignIn {
  readonly sessions: ProviderSessions;
  readonly #options: ProviderSignInOptions;
  readonly #attempts: ProviderAttempts;

  constructor(options: ProviderSignInOptions) {
    const { masters, now } = options;
    this.#options = options;
    this.#attempts = new ProviderAttempts(masters, now);
    this.sessions = new ProviderSessions(options);
  }

  /** What people call the provider. */
  get name(): string {
    return this.#options.provider.name;
  }

  /**
   * Where the browser goes, and the state and the sealed cookie that it brings back. A provider that cannot be trusted
   * stands in the audit log. Throws SignInRefused and TooManyAttempts.
   */
  async begin({
    redirect,
    next,
    session,
    client,
    proofOf,
  }: Beginning): Promise<{ url: string; state: string; cookie: string }> {
    const { provider, now } = this.#options;
    const [state, nonce, verifier] = [newToken(), newToken(), newToken()];
    const attempt: ProviderAttempt = {
      state,
      nonce,
      verifier,
      redirect,
      next,
      at: now().getTime(),
      session: session === undefined ? null : Buffer.from(hashToken(session)).toString('hex'),
      proofOf: proofOf?.id ?? null,
    };
    const anew = proofOf !== undefined;
    const url = await provider
      .address({ redirect, state, nonce, verifier, anew, ...(proofOf && { hint: proofOf.email }) })
      .catch((error: unknown) => this.#notBegun(asProviderRefusal(error), client));
    return { url, state, cookie: await this.#attempts.seal(attempt) };
  }

  /**
   * Ends what `begin` began. Each refusal stands in the audit log. Throws SignInRefused and TooManyAttempts.
   * `query`: what the provider sent along with the browser; `cookie`: the sealed attempt of its state.
   */
  async end(query: URLSearchParams, cookie: string | undefined, sender: Sender): Promise<Ending> {
    const takeBack = this.countStranger(sender.client);
    const { attempt, arrival } = await this.#arrived(query, cookie).catch((error: unknown) => this.#refuse(error));
    takeBack();
    const { next } = attempt;
    if (attempt.proofOf !== null) {
      await this.#proven(attempt, attempt.proofOf, arrival);
      return { kind: 'proven', next };
    }
    return { kind: 'signed-in', next, ...(await this.#signedIn(attempt, arrival, sender)) };
  }

  /** Counts a request of nobody in particular; answers how to take it back. Throws TooManyAttempts. */
  countStranger(client: string): () => void {
    const { strangers } = this.#options.limit;
    const name = networkOf(client);
    const wait = strangers.wait(name);
    if (wait > 0) throw new TooManyAttempts(wait);
    return strangers.failed(name);
  }

  /** Ends sessions, because the provider says so. A refusal stands in the audit log. Throws SignInRefused. */
  async logOut(token: string, client: string): Promise<void> {
    const takeBack = this.countStranger(client);
    await this.sessions.logOut(token).catch((error: unknown) => this.#refuse(error));
    takeBack();
  }

  async #arrived(query: URLSearchParams, cookie: string | undefined) {
    const attempt = await this.#attempts.open(cookie, query.get('state') ?? '');
    const { state, nonce, verifier, redirect, proofOf } = attempt;
    const returned = new URL(redirect);
    returned.search = query.toString();
    const anew = proofOf !== null;
    return { attempt, arrival: await this.#options.provider.arrive({ returned, state, nonce, verifier, anew }) };
  }

  async #signedIn(attempt: ProviderAttempt, arrival: Arrival, sender: Sender): Promise<SignedIn> {
    const { records, browsers, oldest } = this.#options;
    const { person, tokens, sid, multiFactor } = arrival;
    const arrived = await records.users.arrive(person);
    if (arrived.kind === 'refused') throw new SignInRefused(arrived.reason);
    const { user } = arrived;
    const session = newToken();
    const before = attempt.session === null ? undefined : new Uint8Array(Buffer.from(attempt.session, 'hex'));
    const sealed = await this.sessions.seal(tokens, user.id);
    const agent = sender.agent ?? null;
    await records.users.beginSession(user.id, hashToken(session), before, oldest(), agent, {
      tokens: sealed,
      session: sid,
      factorDue: !multiFactor,
    });
    const known = await browsers.knows(user.email, sender);
    await noteOfPerson(records, 'user.signed-in', user, { newBrowser: !known, by: 'provider' });
    const isDue = !multiFactor && hasSecondFactor(user);
    return { user, session, browser: isDue ? undefined : await browsers.remember(user, sender) };
  }

  /** The same person gave the provider a proof for the session that asked. */
  async #proven(attempt: ProviderAttempt, id: number, { person, tokens }: Arrival): Promise<void> {
    const { users } = this.#options.records;
    const hash = new Uint8Array(Buffer.from(attempt.session ?? '', 'hex'));
    const view = await users.session(hash);
    const arrived = view?.user.id === id ? await users.arrive(person) : undefined;
    if (!view || arrived?.kind !== 'ok' || arrived.user.id !== id) {
      return this.#refuse(new ProviderRefusal('other-person', `${tokens.subject} is not whoever asked`));
    }
    await users.confirmSession(hash);
    await noteOfPerson(this.#options.records, 'user.proof-given', view.user, { by: 'provider' });
  }

  /** Whoever clicks while the provider is away did nothing that counts. */
  async #notBegun(refusal: ProviderRefusal, client: string): Promise<never> {
    if (refusal.fault !== 'away') {
      this.countStranger(client);
      return this.#refuse(refusal);
    }
    this.#options.failed(refusal);
    throw new SignInRefused('away', { cause: refusal });
  }

  async #refuse(error: unknown): Promise<never> {
    if (!(error instanceof ProviderRefusal)) throw error;
    const { fault } = error;
    this.#options.failed(error);
    await noteFailure(this.#options.records, undefined, { by: 'provider', reason: fault });
    throw new SignInRefused(fault, { cause: error });
  }
}
