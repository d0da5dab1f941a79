import { TouchstoneError } from '../errors.ts';

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
  readonly timer: NodeJS.Timeout;
}

/** A bounded queue for work that is long: what cannot start in time is refused with `busy` instead of piling up. */
export class Slots {
  readonly #options: SlotOptions;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  /** Moving mean of how long one runs, in milliseconds. */
  #duration = 1000;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** True where one more would be refused. */
  get full(): boolean {
    return this.#waiting.length >= this.#options.waiting;
  }

  /** What runs or waits. */
  get length(): number {
    return this.#running + this.#waiting.length;
  }

  /** When what is there now should be through; at least 1. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.length * this.#duration) / this.#options.running / 1000));
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#duration += (performance.now() - started - this.#duration) / 8;
      this.#running--;
      this.#next();
    }
  }

  #turn(): Promise<void> {
    if (this.#running < this.#options.running) {
      this.#running++;
      return Promise.resolve();
    }
    if (this.full) return Promise.reject(busy());
    return new Promise((start, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(busy());
      }, this.#options.patienceMs);
      const waiting: Waiting = { start, timer };
      this.#waiting.push(waiting);
    });
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (!next) return;
    clearTimeout(next.timer);
    this.#running++;
    next.start();
  }
}

function busy(): TouchstoneError {
  return new TouchstoneError('busy', 'Too many verifications are waiting; nothing was stored and nothing spent.');
}
