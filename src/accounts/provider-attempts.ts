import { timingSafeEqual } from 'node:crypto';
import { ProviderRefusal } from '../openid/refusal.ts';
import { type MasterSecrets, SecretSealing } from '../secret-sealing.ts';

/** How long somebody may take at the provider, in milliseconds. */
export const MAX_ATTEMPT_MS = 30 * 60_000;
/** Nobody's: it is made before anybody is known. */
const OWNER = 0;

const KIND = {
  name: 'The cookie of a sign-in under way',
  idOf: 'touchstone sign-in attempt key id',
  keyOf: 'touchstone sign-in attempts',
  binding: 'sign-in attempt',
  owner: 'service',
};

/** A sign-in under way. Its browser keeps it sealed, so that any node can go on with it. */
export interface ProviderAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The address that the provider sends the browser back to. */
  readonly redirect: string;
  /** Path of this site that follows. */
  readonly next: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** SHA-256 in hex of the session that the browser had. */
  readonly session: string | null;
  /** Somebody who is signed in gives a proof again: their id. Null: somebody signs in. */
  readonly proofOf: number | null;
}

/** Seals attempts for the cookies of their browsers, and opens them. */
export class ProviderAttempts {
  readonly #sealing: SecretSealing;
  readonly #now: () => Date;

  constructor(masters: MasterSecrets, now: () => Date) {
    this.#sealing = new SecretSealing(KIND, masters);
    this.#now = now;
  }

  /** As its cookie has it: base64url. */
  async seal(attempt: ProviderAttempt): Promise<string> {
    const sealed = await this.#sealing.seal(JSON.stringify(attempt), OWNER);
    return Buffer.from(sealed).toString('base64url');
  }

  /** Throws `state` where this browser began no such attempt, or too long ago. */
  async open(cookie: string | undefined, state: string): Promise<ProviderAttempt> {
    if (cookie === undefined) throw new ProviderRefusal('state', 'the browser has no cookie of this attempt');
    const attempt = await this.#sealing
      .open(Buffer.from(cookie, 'base64url'), OWNER)
      .then((text) => JSON.parse(text) as ProviderAttempt)
      .catch((cause: unknown) => {
        throw new ProviderRefusal('state', 'the cookie of the attempt cannot be opened', { cause });
      });
    if (!same(attempt.state, state)) throw new ProviderRefusal('state', 'the state is that of another attempt');
    const age = this.#now().getTime() - attempt.at;
    if (age > MAX_ATTEMPT_MS) throw new ProviderRefusal('state', 'the attempt was begun too long ago');
    return attempt;
  }
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
