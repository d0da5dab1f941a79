import { TouchstoneError } from './errors.ts';

const SAID_EVERY_MS = 60_000;

export interface TroubleListener {
  failed(error: Error): void;
  over(): void;
}

/** A failure that repeats, as on a full disk. It is reported when it begins, every minute, and when it is over. */
export class Trouble {
  readonly #told: TroubleListener;
  #error: Error | undefined;
  #saidAt = 0;

  constructor(told: TroubleListener) {
    this.#told = told;
  }

  /** What failed last; undefined where all is well. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Watches work for a disk that does not take what is stored. */
  watch<T>(work: Promise<T>): Promise<T> {
    work.then(
      () => this.succeeded(),
      (error) => error instanceof TouchstoneError && error.code === 'unwritable' && this.failed(error),
    );
    return work;
  }

  failed(error: Error): void {
    const now = performance.now();
    const isNew = this.#error === undefined;
    this.#error = error;
    if (!isNew && now - this.#saidAt < SAID_EVERY_MS) return;
    this.#saidAt = now;
    this.#told.failed(error);
  }

  succeeded(): void {
    if (!this.#error) return;
    this.#error = undefined;
    this.#told.over();
  }
}
