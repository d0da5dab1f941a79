export interface GatheringOptions {
  /** Milliseconds that a call waits at most. */
  readonly ms: number;
  /** Whether more calls are likely to come within that time. */
  readonly more: () => boolean;
}

/** Lets calls wait a moment for those that are to come, so that they travel together. */
export class Gathering {
  readonly #options: GatheringOptions;
  readonly #over: () => void;
  #until: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `over` is called when calls have waited long enough. */
  constructor(options: GatheringOptions, over: () => void) {
    this.#options = options;
    this.#over = over;
  }

  /** Whether the calls that are there should still wait. Once they should not, the next ones wait again. */
  shouldWait(): boolean {
    const now = performance.now();
    this.#until ??= now + this.#options.ms;
    const left = this.#until - now;
    if (left <= 0 || !this.#options.more()) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#until = undefined;
      return false;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#over();
    }, left);
    return true;
  }
}
