/** Work that is done at once and then again after each pause, never twice at a time. */
export class RecurringWork {
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #pauseMs: number;
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  /** `work` throws nothing, and ends early once its signal is aborted. */
  constructor(work: (signal: AbortSignal) => Promise<void>, pauseMs: number) {
    this.#work = work;
    this.#pauseMs = pauseMs;
  }

  start(): void {
    this.#running = this.#work(this.#over.signal);
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#work(this.#over.signal));
    }, this.#pauseMs).unref();
  }

  /** Waits for what runs. */
  async stop(): Promise<void> {
    this.#over.abort();
    clearInterval(this.#timer);
    await this.#running;
  }
}
