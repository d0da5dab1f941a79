/** Between two things said: a screen reader needs the time to say them. */
const PAUSE_MS = 2_500;
/** Before the same thing is said again. */
const AGAIN_MS = 8_000;

/** An element whose text is said when it changes. */
interface LiveRegion {
  textContent: string | null;
}

/** Tells a screen reader what changes, at a pace at which it can be followed: the newest hint, and every step. */
export class Announcer {
  readonly #hints: LiveRegion;
  readonly #steps: LiveRegion;
  #waiting: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = '';
  #lastAt = Number.NEGATIVE_INFINITY;

  /** Two elements that are live regions: a polite one for hints, an assertive one for steps. */
  constructor(hints: LiveRegion, steps: LiveRegion) {
    this.#hints = hints;
    this.#steps = steps;
  }

  /** A step: said at once, and what waited is not said any more. */
  step(words: string): void {
    this.#drop();
    this.#steps.textContent = words;
    this.#hints.textContent = '';
    this.#said(words);
  }

  /** A hint: said when there is time; a newer one takes its place. */
  hint(words: string): void {
    this.#drop();
    if (words === this.#last && performance.now() - this.#lastAt < AGAIN_MS) return;
    this.#waiting = words;
    this.#timer = setTimeout(() => this.#say(), Math.max(0, this.#lastAt + PAUSE_MS - performance.now()));
  }

  #say(): void {
    this.#timer = undefined;
    const words = this.#waiting;
    this.#waiting = undefined;
    if (words === undefined) return;
    // Words that stay the same are no change to a screen reader.
    this.#hints.textContent = words === this.#hints.textContent ? `${words}\u00A0` : words;
    this.#said(words);
  }

  #said(words: string): void {
    this.#last = words;
    this.#lastAt = performance.now();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }
}
