import ipaddr from 'ipaddr.js';

/** Attempts that may fail before the next one has to wait, and how long each takes to be forgiven. */
const FREE_ATTEMPTS = 5;
const FORGIVEN_AFTER_MS = 60_000;
/** Whoever is forgotten first has waited longest. */
const MOST_REMEMBERED = 10_000;

interface Failures {
  count: number;
  at: number;
}

/**
 * Slows guessing: for each address of a person and each address of a client five attempts may fail at once, then one a
 * minute. In memory: who restarts the service may guess again, and nobody else.
 */
export class SignInLimit {
  readonly #failures = new Map<string, Failures>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Seconds until an attempt may be made; 0: now. */
  wait(...names: readonly string[]): number {
    return Math.max(...names.map((name) => this.#wait(name)));
  }

  failed(...names: readonly string[]): void {
    for (const name of names) {
      const count = this.#count(name) + 1;
      this.#failures.delete(name);
      this.#failures.set(name, { count, at: this.#now().getTime() });
    }
    for (const name of this.#failures.keys()) {
      if (this.#failures.size <= MOST_REMEMBERED) break;
      this.#failures.delete(name);
    }
  }

  /** The attempt that was counted last was none. */
  takenBack(...names: readonly string[]): void {
    for (const name of names) {
      const known = this.#failures.get(name);
      if (known) known.count -= 1;
    }
  }

  succeeded(...names: readonly string[]): void {
    for (const name of names) this.#failures.delete(name);
  }

  #wait(name: string): number {
    const over = this.#count(name) - FREE_ATTEMPTS + 1;
    return over > 0 ? Math.ceil((over * FORGIVEN_AFTER_MS) / 1000) : 0;
  }

  /** Failures that are not yet forgiven, not necessarily whole. */
  #count(name: string): number {
    const known = this.#failures.get(name);
    if (!known) return 0;
    return Math.max(0, known.count - (this.#now().getTime() - known.at) / FORGIVEN_AFTER_MS);
  }
}

/** Somebody who is signed in tried too many passwords. */
export class TooManyAttempts extends Error {
  /** Until the next one may be made. */
  readonly seconds: number;

  constructor(seconds: number) {
    super(`Too many attempts; try again in ${seconds} seconds.`);
    this.name = 'TooManyAttempts';
    this.seconds = seconds;
  }
}

/** What one client can take addresses from: of IPv6 a whole /64 (RFC 4291 §2.5.1); IPv4 as it is. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!ipaddr.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`;
}
