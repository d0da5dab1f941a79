import { FairQueue, type FairQueueOptions } from './fair-queue.ts';

/** Between two parts of long work: resolves at once, or when the work of other accounts has had its turn. */
export type Pause = () => Promise<void>;

/** Work is not left where its account used fewer milliseconds more: work of equals is done one after the other. */
const LEAD_MS = 1_000;

/**
 * A thread that accounts share by time while long work is under way. Work pauses between its parts, and an account that
 * used clearly less of the last minute goes first then. So work waits for one part of that of others, however long
 * theirs is as a whole.
 */
export class Slices {
  readonly #queue: FairQueue<() => void>;
  #isTaken = false;

  constructor(options: Pick<FairQueueOptions, 'clock' | 'spent'> = {}) {
    this.#queue = new FairQueue(options);
  }

  /**
   * Does work when its turn comes. What is `short` goes before all that waits: it ends what had its turn before. Throws
   * as the work does.
   */
  async run<T>(account: number, work: (pause: Pause) => Promise<T>, { short = false } = {}): Promise<T> {
    if (this.#isTaken) {
      await new Promise<void>((start) => {
        if (short) this.#queue.putBack(account, start);
        else this.#queue.push(account, start);
      });
    }
    this.#isTaken = true;
    let ended = this.#queue.begin(account);
    const pause = async () => {
      const least = this.#queue.least();
      if (least === undefined || this.#queue.usedBy(account) - this.#queue.usedBy(least) < LEAD_MS) return;
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
      this.#pass();
    }
  }

  /** Gives the thread to whoever is next. */
  #pass(): void {
    const start = this.#queue.take();
    if (start) start();
    else this.#isTaken = false;
  }
}
