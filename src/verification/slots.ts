import { TouchstoneError } from '../errors.ts';
import { FairQueue } from '../threads/fair-queue.ts';

/** How many run and wait, and for how long. */
export interface SlotOptions {
  /** So many run at a time. */
  readonly running: number;
  /** So many more may wait. */
  readonly waiting: number;
  /** How long one waits at most, in milliseconds. */
  readonly patienceMs: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * A bounded queue for long work. What cannot start in time is refused with `busy` instead of piling up. Accounts take
 * turns. In a full queue the account that fills it gives way to the others.
 */
export class Slots {
  readonly #options: SlotOptions;
  readonly #waiting: FairQueue<Waiting>;
  /** What has to run with nothing beside it; it goes before all that waits. */
  readonly #alone: (() => void)[] = [];
  /** Places that are taken; work that runs alone takes all. */
  #taken = 0;
  /** Moving mean of how long one runs, in milliseconds. */
  #duration = 1000;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#waiting = new FairQueue({ max: options.waiting });
  }

  /** False where one more of this account would be refused. */
  hasRoom(accountId: number): boolean {
    return this.#taken < this.#options.running || this.#waiting.hasRoom(accountId);
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
    await this.#turn(accountId);
    return this.#use(1, work);
  }

  /** Runs work with nothing beside it, as soon as what runs now has ended. It is never refused. */
  async runAlone<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#alone.push(start);
      this.#next();
    });
    return this.#use(this.#options.running, work);
  }

  async #use<T>(places: number, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#duration += (performance.now() - started - this.#duration) / 8;
      this.#taken -= places;
      this.#next();
    }
  }

  #turn(accountId: number): Promise<void> {
    if (this.#alone.length === 0 && this.#waiting.length === 0 && this.#taken < this.#options.running) {
      this.#taken++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const settle = (how: () => void) => () => {
        clearTimeout(timer);
        how();
      };
      const waiting: Waiting = { start: settle(resolve), refuse: settle(() => reject(busy())) };
      const timer = setTimeout(() => {
        if (this.#waiting.remove(accountId, waiting)) waiting.refuse();
      }, this.#options.patienceMs);
      this.#waiting.push(accountId, waiting)?.refuse();
    });
  }

  /** Gives free places to what waits. */
  #next(): void {
    const { running } = this.#options;
    while (this.#taken < running) {
      if (this.#alone.length > 0 && this.#taken > 0) return;
      const alone = this.#alone.shift();
      const next = alone ?? this.#waiting.take()?.start;
      if (!next) return;
      this.#taken += alone ? running : 1;
      next();
    }
  }
}

function busy(): TouchstoneError {
  return new TouchstoneError('busy', 'Too many verifications are waiting; nothing was stored and nothing spent.');
}
