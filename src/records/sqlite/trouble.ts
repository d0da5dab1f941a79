import type { RecordsEvents } from '../port.ts';

const SAID_EVERY_MS = 60_000;

/** Something that fails again and again while a disk is full: it is told when it begins, every minute, and when it is over. */
export class Trouble {
  readonly #what: 'writes' | 'checkpoints';
  readonly #events: RecordsEvents;
  #error: Error | undefined;
  #saidAt = 0;

  constructor(what: 'writes' | 'checkpoints', events: RecordsEvents) {
    this.#what = what;
    this.#events = events;
  }

  /** What failed last; undefined where all is well. */
  get error(): Error | undefined {
    return this.#error;
  }

  failed(error: Error): void {
    const now = performance.now();
    const isNew = this.#error === undefined;
    this.#error = error;
    if (!isNew && now - this.#saidAt < SAID_EVERY_MS) return;
    this.#saidAt = now;
    this.#events.troubled(this.#what, error);
  }

  succeeded(): void {
    if (!this.#error) return;
    this.#error = undefined;
    this.#events.recovered(this.#what);
  }
}
