import { TouchstoneError } from '../errors.ts';
import { FairQueue } from '../threads/fair-queue.ts';
import type { Spent } from '../threads/used-time.ts';

/** How many run and wait, and for how long. */
export interface SlotOptions {
  /** So many of one account run at a time. */
  readonly running: number;
  /** So many more run of accounts of which nothing runs. */
  readonly others: number;
  /** So many more may wait, of all accounts together. */
  readonly waiting: number;
  /** So many of one account may wait. */
  readonly waitingOfAccount: number;
  /** How long one waits at most, in milliseconds. */
  readonly patienceMs: number;
}

interface WaitingVerification {
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * A bounded queue for long work. What cannot start in time is refused with `busy` instead of piling up. Accounts share
 * it by time, and one account cannot hold all places. The account that fills a full queue gives way.
 */
export class Slots {
  readonly #options: SlotOptions;
  readonly #waiting: FairQueue<WaitingVerification>;
  /** What has to run with nothing beside it; it goes before all that waits. */
  readonly #alone: (() => void)[] = [];
  /** Places that are taken; work that runs alone takes all. */
  #taken = 0;
  /** Moving mean of how long one runs, in milliseconds. */
  #duration = 1000;

  constructor(options: SlotOptions) {
    this.#options = options;
    const { waiting: max, waitingOfAccount: maxPerAccount } = options;
    this.#waiting = new FairQueue({ max, maxPerAccount, isTold: true });
  }

  /** False where one more of this account would be refused. */
  hasRoom(accountId: number): boolean {
    return this.#mayRun(accountId) || this.#waiting.hasRoom(accountId);
  }

  /**
   * Counts what work took of the threads that all share. Holding a place counts for nothing: most of that time is
   * waiting, the more of it the more others ask.
   */
  spend(spent: Spent): void {
    this.#waiting.spend(spent);
  }

  /** What runs or waits. */
  get length(): number {
    return this.#taken + this.#alone.length + this.#waiting.length;
  }

  /** When what is there now should be through; at least 1. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.length * this.#duration) / this.#options.running / 1000));
  }

  /** Waits for its turn. Throws `busy` where the queue is full, or its turn does not come in time. */
  async run<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const ended = await this.#turn(accountId);
    return this.#use(1, work, ended);
  }

  /** Runs work with nothing beside it, as soon as what runs now has ended. It is never refused. */
  async runAlone<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#alone.push(start);
      this.#next();
    });
    return this.#use(this.#places, work);
  }

  get #places(): number {
    return this.#options.running + this.#options.others;
  }

  #mayRun(accountId: number): boolean {
    const { running } = this.#options;
    if (this.#taken >= this.#places) return false;
    return this.#waiting.runningOf(accountId) === 0 || this.#taken < running;
  }

  async #use<T>(places: number, work: () => Promise<T>, ended = () => {}): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      ended();
      this.#duration += (performance.now() - started - this.#duration) / 8;
      this.#taken -= places;
      this.#next();
    }
  }

  /** Resolves with what ends it. Whoever waits may not run now, so one that may goes before nobody. */
  #turn(accountId: number): Promise<() => void> {
    if (this.#alone.length === 0 && this.#mayRun(accountId)) return Promise.resolve(this.#begin(accountId));
    return new Promise((resolve, reject) => {
      const settle = (how: () => void) => () => {
        clearTimeout(timer);
        how();
      };
      const start = settle(() => resolve(this.#begin(accountId)));
      const waiting: WaitingVerification = { start, refuse: settle(() => reject(busy())) };
      const timer = setTimeout(() => {
        if (this.#waiting.remove(accountId, waiting)) waiting.refuse();
      }, this.#options.patienceMs);
      this.#waiting.push(accountId, waiting)?.refuse();
    });
  }

  #begin(accountId: number): () => void {
    this.#taken += 1;
    return this.#waiting.begin(accountId);
  }

  /** Gives free places to what waits. */
  #next(): void {
    if (this.#alone.length > 0) {
      if (this.#taken > 0) return;
      this.#taken = this.#places;
      this.#alone.shift()!();
      return;
    }
    for (;;) {
      const next = this.#waiting.take((account) => this.#mayRun(account));
      if (!next) return;
      next.start();
    }
  }
}

function busy(): TouchstoneError {
  return new TouchstoneError('busy', 'Too many verifications are waiting; nothing was stored and nothing spent.');
}
