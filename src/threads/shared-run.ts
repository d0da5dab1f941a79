import { setTimeout as wait } from 'node:timers/promises';

/**
 * Heavy work without arguments whose result many may ask for. One run serves all who ask before it begins. Whoever asks
 * later shares the next one, because a run that is under way may have missed what they ask about. After each run the
 * work rests as long as it took, so that it takes half of the time at most, however many ask.
 */
export class SharedRun<T> {
  readonly #work: () => Promise<T>;
  #next: Promise<T> | undefined;
  /** Resolves when the next run may begin. */
  #rested: Promise<unknown> = Promise.resolve();

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** The result of a run that begins after this call. Rejects with what the work throws. */
  ask(): Promise<T> {
    this.#next ??= this.#rested.then(() => this.#run());
    return this.#next;
  }

  #run(): Promise<T> {
    this.#next = undefined;
    const begun = performance.now();
    const run = this.#work();
    const rest = () => wait(performance.now() - begun, undefined, { ref: false });
    this.#rested = run.then(rest, rest);
    return run;
  }
}
