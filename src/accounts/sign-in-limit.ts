import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { clientAddress } from '../domain/address-ranges.ts';
import { ALONE, type NodeNotes } from '../records/nodes-port.ts';

/** After so many failures each further one makes the next attempt wait, twice as long each time up to the most. */
interface Pace {
  readonly free: number;
  readonly maxWaitMs: number;
}

const FIRST_WAIT_MS = 15_000;
const MINUTE_MS = 60_000;
const PACES = {
  /** One client that tries for one person. A browser that the person signed in with before counts by itself. */
  pair: { free: 5, maxWaitMs: 15 * MINUTE_MS },
  /** A client that tries for many people. */
  client: { free: 20, maxWaitMs: 15 * MINUTE_MS },
  /** All unknown browsers that try for one person. Each waits for itself, so nobody can use up another's turn. */
  person: { free: 20, maxWaitMs: MINUTE_MS },
  /** Codes of the second factor from all unknown browsers: only somebody who has the password can try them. */
  code: { free: 5, maxWaitMs: 60 * MINUTE_MS },
  /** Passwords and codes that a session is asked for once more. */
  proof: { free: 5, maxWaitMs: 15 * MINUTE_MS },
  /** Answers of a provider, and its logout tokens, that a client brings and that are not believed. */
  stranger: { free: 20, maxWaitMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Pace>;
/** Failures are forgotten so long after the last one. */
const FORGOTTEN_AFTER_MS = 24 * 60 * MINUTE_MS;
/** Of each kind; who is forgotten first has waited longest. */
const MAX_REMEMBERED = 10_000;

/** Who tries to sign in, and as whom. */
export interface Attempt {
  /** The address that was typed, whether somebody has it or not. */
  readonly person: string;
  /** Network address of the client. */
  readonly client: string;
  /** A value that is this browser's own, where the person signed in with it before. */
  readonly browser: string | undefined;
}

/**
 * Slows guessing without locking anybody out (OWASP, "Slow down online guessing attacks with device cookies"): failures
 * count for a client and a person together. A browser that the person signed in with before counts alone, so that it
 * never waits for what strangers do. In memory: who restarts the service may guess again, and nobody else. Nodes that
 * share their records tell each other what they count.
 */
export class SignInLimit {
  readonly #pairs: Failures;
  readonly #clients: Failures;
  readonly #people: Failures;
  /** By the person's id, after the password was right in a browser that is not known. */
  readonly codes: Failures;
  /** By the session. */
  readonly proofs: Failures;
  /** By the client's network. */
  readonly strangers: Failures;

  constructor(now: () => Date, nodes: NodeNotes = ALONE) {
    const kinds = new Map<string, Failures>();
    const failures = (kind: keyof typeof PACES): Failures => {
      const made = new Failures(PACES[kind], now, (change, key) => nodes.tell('sign-in', `${kind} ${change} ${key}`));
      kinds.set(kind, made);
      return made;
    };
    this.#pairs = failures('pair');
    this.#clients = failures('client');
    this.#people = failures('person');
    this.codes = failures('code');
    this.proofs = failures('proof');
    this.strangers = failures('stranger');
    nodes.hear('sign-in', (note) => {
      const [kind, change, key] = note.split(' ') as [string, Change, string];
      kinds.get(kind)?.heard(change, key);
    });
  }

  /** Seconds until the attempt may be made; 0: now. */
  wait(attempt: Attempt): number {
    const pair = pairOf(attempt);
    if (attempt.browser !== undefined) return seconds(this.#pairs.wait(pair));
    const beforeEach = this.#people.pause(attempt.person);
    return seconds(Math.max(this.#pairs.wait(pair, beforeEach), this.#clients.wait(networkOf(attempt.client))));
  }

  /** Counts a failure; answers how to take it back where it turns out to be none. */
  failed(attempt: Attempt): () => void {
    const undo = [this.#pairs.failed(pairOf(attempt))];
    if (attempt.browser === undefined) {
      undo.push(this.#clients.failed(networkOf(attempt.client)), this.#people.failed(attempt.person));
    }
    return () => {
      for (const takeBack of undo) takeBack();
    };
  }

  /**
   * Takes the failures of this client and person back. The client's other failures stay, since its own account must not
   * help it to guess at others.
   */
  succeeded(attempt: Attempt): void {
    this.#pairs.forget(pairOf(attempt));
  }
}

/** What happens to the failures of a name. */
type Change = 'failed' | 'undone' | 'forgotten';

/** Failures by name, as many as there is room for. Names are kept as their hashes, which other nodes may hear. */
class Failures {
  readonly #pace: Pace;
  readonly #now: () => Date;
  readonly #tell: (change: Change, key: string) => void;
  readonly #known = new Map<string, { count: number; at: number }>();

  constructor(pace: Pace, now: () => Date, tell: (change: Change, key: string) => void) {
    this.#pace = pace;
    this.#now = now;
    this.#tell = tell;
  }

  /** Milliseconds until the next attempt. `atLeast`: the pause before every attempt, the first one too. */
  wait(name: string, atLeast = 0): number {
    const key = keyOf(name);
    const pause = Math.max(this.#pauseOf(key), atLeast);
    if (pause === 0) return 0;
    // Who comes for the first time begins to wait now.
    const found = this.#find(key) ?? this.#set(key, 0);
    return Math.max(0, pause - this.#since(found));
  }

  /** Milliseconds between two attempts. */
  pause(name: string): number {
    return this.#pauseOf(keyOf(name));
  }

  /** Counts one more; answers how to take it back. */
  failed(name: string): () => void {
    const key = keyOf(name);
    const takeBack = this.#count(key);
    this.#tell('failed', key);
    return () => {
      takeBack();
      this.#tell('undone', key);
    };
  }

  /** Forgets all failures of this name. */
  forget(name: string): void {
    const key = keyOf(name);
    this.#known.delete(key);
    this.#tell('forgotten', key);
  }

  /** What another node counted. */
  heard(change: Change, key: string): void {
    if (change === 'failed') this.#count(key);
    else if (change === 'forgotten') this.#known.delete(key);
    else {
      const found = this.#find(key);
      if (found && found.count > 0) found.count -= 1;
    }
  }

  #count(key: string): () => void {
    const { count = 0, at: before } = this.#find(key) ?? {};
    const entry = this.#set(key, count + 1);
    const { at } = entry;
    return () => {
      entry.count -= 1;
      if (before !== undefined && entry.at === at) entry.at = before;
    };
  }

  #pauseOf(key: string): number {
    const over = (this.#find(key)?.count ?? 0) - this.#pace.free;
    return over < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** over, this.#pace.maxWaitMs);
  }

  #find(key: string): { count: number; at: number } | undefined {
    const found = this.#known.get(key);
    if (!found || this.#since(found) < FORGOTTEN_AFTER_MS) return found;
    this.#known.delete(key);
    return undefined;
  }

  #set(key: string, count: number): { count: number; at: number } {
    const entry = Object.assign(this.#known.get(key) ?? {}, { count, at: this.#now().getTime() });
    this.#known.delete(key);
    this.#known.set(key, entry);
    if (this.#known.size > MAX_REMEMBERED) this.#known.delete(this.#known.keys().next().value!);
    return entry;
  }

  /** A clock that was set back must not make anybody wait longer. */
  #since({ at }: { at: number }): number {
    return Math.max(0, this.#now().getTime() - at);
  }
}

function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

/** A signed-in user gave too many wrong passwords or codes. */
export class TooManyAttempts extends Error {
  /** Whole seconds until the next attempt may be made, at least 1. */
  readonly seconds: number;

  constructor(waitMs: number) {
    super(`Too many attempts; try again in ${seconds(waitMs)} seconds.`);
    this.name = 'TooManyAttempts';
    this.seconds = seconds(waitMs);
  }
}

/** What one client can take addresses from: of IPv6 a whole /64 (RFC 4291 §2.5.1); IPv4 as it is. */
export function networkOf(address: string): string {
  const parsed = clientAddress(address);
  if (!parsed) return address;
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`;
}

function pairOf({ person, client, browser }: Attempt): string {
  return browser === undefined ? `client ${networkOf(client)} ${person}` : `browser ${browser} ${person}`;
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
