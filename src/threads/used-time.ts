/** Work counts half when so much time has passed since it ended, and a sixteenth after a minute. */
const HALF_LIFE_MS = 15_000;
/** Whoever used less of the last minutes than this, in milliseconds, has used nothing. */
const NOTHING_MS = 0.1;

/** Work of an account took so many milliseconds. It is also what a thread says of it. */
export interface Spent {
  readonly account: number;
  readonly ms: number;
}

interface Account {
  /** Milliseconds of work that ended, as they count at `at`. */
  sum: number;
  at: number;
  running: number;
  /** When what runs began, added up. */
  begun: number;
}

/**
 * How much time of some work each account used in the last minute. What is longer ago counts less and less. So whoever
 * used more than another still does while both wait, and is not suddenly the one that used least.
 */
export class UsedTime {
  readonly #clock: () => number;
  readonly #isTold: boolean;
  readonly #accounts = new Map<number, Account>();
  readonly #working = new Set<number>();

  /**
   * `clock` counts milliseconds and is never set back. `isTold`: what counts is what `add` tells, and not the time from
   * the beginning of work to its end.
   */
  constructor(clock: () => number = () => performance.now(), isTold = false) {
    this.#clock = clock;
    this.#isTold = isTold;
  }

  /** The accounts of which work runs. */
  get working(): ReadonlySet<number> {
    return this.#working;
  }

  /**
   * Work begins; what it takes counts from now on. The function that is returned ends it. It does so once, and answers
   * how many milliseconds it took.
   */
  begin(account: number): () => number {
    const began = this.#clock();
    const used = this.#accountOf(account);
    used.running += 1;
    used.begun += began;
    this.#working.add(account);
    return () => {
      const now = this.#clock();
      used.running -= 1;
      used.begun -= began;
      if (!this.#isTold) add(used, now - began, now);
      if (used.running === 0) {
        this.#working.delete(account);
        // Whoever comes back after minutes has used nothing.
        this.#sweep(now);
      }
      return now - began;
    };
  }

  /** Counts work that ends now. */
  add({ account, ms }: Spent): void {
    add(this.#accountOf(account), ms, this.#clock());
  }

  /** Milliseconds of the last minute, with what runs. */
  of(account: number): number {
    const used = this.#accounts.get(account);
    if (!used) return 0;
    const now = this.#clock();
    add(used, 0, now);
    return used.sum + (used.running === 0 || this.#isTold ? 0 : used.running * now - used.begun);
  }

  /** Counts what an account lacks to so many milliseconds as work that ends now. */
  atLeast(account: number, ms: number): void {
    const lacking = ms - this.of(account);
    if (lacking > 0) this.add({ account, ms: lacking });
  }

  /** How much work of an account runs. */
  runningOf(account: number): number {
    return this.#accounts.get(account)?.running ?? 0;
  }

  #accountOf(account: number): Account {
    const used = this.#accounts.get(account) ?? { sum: 0, at: this.#clock(), running: 0, begun: 0 };
    this.#accounts.set(account, used);
    return used;
  }

  /** One account of those that are remembered: each end of work looks at one, so that all are looked at in time. */
  #sweep(now: number): void {
    const [account, used] = this.#accounts.entries().next().value!;
    this.#accounts.delete(account);
    add(used, 0, now);
    if (used.running > 0 || used.sum > NOTHING_MS) this.#accounts.set(account, used);
  }
}

/** Adds work that ends now to what there was, as that counts now. */
function add(used: Account, ms: number, now: number): void {
  used.sum = used.sum * 0.5 ** ((now - used.at) / HALF_LIFE_MS) + ms;
  used.at = now;
}
