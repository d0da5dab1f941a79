/** What counts is the work of the last minute, in parts of five seconds. */
const PART_MS = 5_000;
const PARTS = 12;

interface Account {
  /** Milliseconds of work that ended, by the part of the minute in which it ended. */
  readonly parts: Float64Array;
  sum: number;
  /** The newest part of `parts`, counted from when the clock began. */
  newest: number;
  running: number;
  /** When what runs began, added up. */
  begun: number;
}

/** How much time of some work each account used in the last minute. */
export class UsedTime {
  readonly #clock: () => number;
  readonly #accounts = new Map<number, Account>();
  readonly #working = new Set<number>();

  /** `clock` counts milliseconds and is never set back. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** The accounts of which work runs. */
  get working(): ReadonlySet<number> {
    return this.#working;
  }

  /** Work begins; what it takes counts from now on. The function that is returned ends it. It does so once. */
  begin(account: number): () => void {
    const began = this.#clock();
    const used = this.#accountOf(account);
    used.running += 1;
    used.begun += began;
    this.#working.add(account);
    return () => {
      const now = this.#clock();
      used.running -= 1;
      used.begun -= began;
      forget(used, now);
      used.parts[used.newest % PARTS]! += now - began;
      used.sum += now - began;
      if (used.running > 0) return;
      this.#working.delete(account);
      // Whoever comes back after a minute has used nothing.
      this.#sweep(now);
    };
  }

  /** Milliseconds of the last minute, with what runs. */
  of(account: number): number {
    const used = this.#accounts.get(account);
    if (!used) return 0;
    const now = this.#clock();
    forget(used, now);
    return used.sum + (used.running === 0 ? 0 : used.running * now - used.begun);
  }

  /** Counts what an account lacks to so many milliseconds as work that ends now. */
  atLeast(account: number, ms: number): void {
    const lacking = ms - this.of(account);
    if (lacking <= 0) return;
    const used = this.#accountOf(account);
    used.parts[used.newest % PARTS]! += lacking;
    used.sum += lacking;
  }

  /** How much work of an account runs. */
  runningOf(account: number): number {
    return this.#accounts.get(account)?.running ?? 0;
  }

  #accountOf(account: number): Account {
    const newest = Math.floor(this.#clock() / PART_MS);
    const used = this.#accounts.get(account) ?? {
      parts: new Float64Array(PARTS),
      sum: 0,
      newest,
      running: 0,
      begun: 0,
    };
    this.#accounts.set(account, used);
    return used;
  }

  /** One account of those that are remembered: each end of work looks at one, so that all are looked at in time. */
  #sweep(now: number): void {
    const [account, used] = this.#accounts.entries().next().value!;
    this.#accounts.delete(account);
    forget(used, now);
    if (used.running > 0 || used.sum > 0) this.#accounts.set(account, used);
  }
}

/** Leaves out what is over a minute old. */
function forget(used: Account, now: number): void {
  const newest = Math.floor(now / PART_MS);
  if (newest === used.newest) return;
  for (let part = Math.max(used.newest + 1, newest - PARTS + 1); part <= newest; part++) used.parts[part % PARTS] = 0;
  used.sum = used.parts.reduce((sum, part) => sum + part, 0);
  used.newest = newest;
}
