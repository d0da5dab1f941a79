/** How much an account may spend. */
export interface AllowanceOptions {
  /** So many seconds may be spent at once. */
  readonly seconds: number;
  /** So many seconds come back in a second. */
  readonly refill: number;
}

interface Account {
  spent: number;
  /** Milliseconds of the clock at which `spent` was right. */
  at: number;
}

/** Seconds of work that each account may spend without paying for them; what was spent comes back with time. */
export class Allowance {
  readonly #options: AllowanceOptions;
  readonly #clock: () => number;
  readonly #accounts = new Map<number, Account>();

  /** `clock` counts milliseconds and is never set back. */
  constructor(options: AllowanceOptions, clock: () => number = () => performance.now()) {
    this.#options = options;
    this.#clock = clock;
  }

  /** 0 where the account may spend more, otherwise the whole seconds until it may. */
  secondsToWait(accountId: number): number {
    const over = this.#spent(accountId) - this.#options.seconds;
    return over < 0 ? 0 : Math.max(1, Math.ceil(over / this.#options.refill));
  }

  /** Seconds below 0 are given back. */
  spend(accountId: number, seconds: number): void {
    const spent = this.#spent(accountId) + seconds;
    if (spent > 0) this.#accounts.set(accountId, { spent, at: this.#clock() });
    else this.#accounts.delete(accountId);
  }

  #spent(accountId: number): number {
    const account = this.#accounts.get(accountId);
    if (!account) return 0;
    const back = ((this.#clock() - account.at) / 1000) * this.#options.refill;
    return Math.max(0, account.spent - back);
  }
}
