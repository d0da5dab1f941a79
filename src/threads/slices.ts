import { FairQueue } from './fair-queue.ts';

/** Between two parts of long work: resolves at once, or when the work of other accounts has had its turn. */
export type Pause = () => Promise<void>;

/** Work is not left where its account used fewer milliseconds more: work of equals is done one after the other. */
const LEAD_MS = 1_000;

/**
 * A thread that accounts share by time while long work is under way. Work pauses between its parts, and an account that
 * used clearly less of the last minute goes first then. So work waits for one part of that of others, however long
 * theirs is as a whole. Once nothing runs, what was used is forgotten. Whoever comes new counts as the account there
 * that used least, so nobody saves up time.
 */
export class Slices {
  readonly #clock: (() => number) | undefined;
  /** How much work of each account runs, waits or was left. */
  readonly #present = new Map<number, number>();
  #queue: FairQueue<() => void>;
  #isTaken = false;

  /** `clock` counts milliseconds and is never set back. */
  constructor(clock?: () => number) {
    this.#clock = clock;
    this.#queue = this.#emptyQueue();
  }

  /**
   * Does work when its turn comes. What is `short` goes before all that waits: it ends what had its turn before. Throws
   * as the work does.
   */
  async run<T>(account: number, work: (pause: Pause) => Promise<T>, { short = false } = {}): Promise<T> {
    this.#come(account);
    if (this.#isTaken) {
      await new Promise<void>((start) => {
        if (short) this.#queue.putBack(account, start);
        else this.#queue.push(account, start);
      });
    }
    this.#isTaken = true;
    let ended = this.#queue.begin(account);
    const pause = async () => {
      const next = this.#queue.next();
      if (next === undefined || this.#queue.usedBy(account) - this.#queue.usedBy(next) < LEAD_MS) return;
      ended();
      await new Promise<void>((start) => {
        this.#queue.pushBefore(account, start);
        this.#pass();
      });
      ended = this.#queue.begin(account);
    };
    try {
      return await work(pause);
    } finally {
      ended();
      this.#go(account);
      this.#pass();
    }
  }

  #come(account: number): void {
    const work = this.#present.get(account) ?? 0;
    if (work === 0 && this.#present.size > 0) {
      const used = [...this.#present.keys()].map((other) => this.#queue.usedBy(other));
      this.#queue.useAtLeast(account, Math.min(...used));
    }
    this.#present.set(account, work + 1);
  }

  #go(account: number): void {
    const work = this.#present.get(account)! - 1;
    if (work > 0) this.#present.set(account, work);
    else this.#present.delete(account);
  }

  #emptyQueue(): FairQueue<() => void> {
    return new FairQueue(this.#clock ? { clock: this.#clock } : {});
  }

  /** Gives the thread to whoever is next. */
  #pass(): void {
    const start = this.#queue.take();
    if (start) {
      start();
      return;
    }
    this.#isTaken = false;
    this.#queue = this.#emptyQueue();
  }
}
