import { TouchstoneError } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

export interface TurnsOptions {
  /** So much work runs at once; the rest waits. */
  readonly atOnce: number;
  /** So much may wait, of all accounts together. */
  readonly maxWaiting: number;
}

interface WaitingTurn {
  start(): void;
  refuse(): void;
}

/** Bounds how much of some heavy work runs at once; accounts share it by time. */
export class Turns {
  readonly #atOnce: number;
  readonly #queue: FairQueue<WaitingTurn>;
  #running = 0;

  constructor({ atOnce, maxWaiting }: TurnsOptions) {
    this.#atOnce = atOnce;
    this.#queue = new FairQueue({ max: maxWaiting });
  }

  /** Throws `busy` where too much waits, which one account that asks a lot cannot bring upon another. */
  async run<T>(account: number, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#turn(account);
    const ended = this.#queue.begin(account);
    try {
      return await work();
    } finally {
      ended();
      // Whoever is next takes over this place.
      const next = this.#queue.take();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #turn(account: number): Promise<void> {
    return new Promise((start, reject) => {
      const refuse = () => reject(new TouchstoneError('busy', 'The service is overloaded; try again in a moment.'));
      this.#queue.push(account, { start, refuse })?.refuse();
    });
  }
}
