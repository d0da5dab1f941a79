/** Looks without a problem, one after another, before the shutter lets go: three quarters of a second. */
const GOOD_LOOKS = 3;
/** Looks that show the same problem before the person is told: a hint that flickers helps nobody. */
const STEADY_LOOKS = 2;

/** What the page does after a look. */
export interface Advice<Problem> {
  /** What to tell; null for "good", undefined for nothing new. */
  readonly tell: Problem | null | undefined;
  readonly release: boolean;
}

/** Follows the looks at a document: when to tell what, and when the shutter lets go. */
export class Release<Problem extends string> {
  #good = 0;
  #same = 0;
  #last: Problem | null | undefined;

  take(problem: Problem | undefined): Advice<Problem> {
    const now = problem ?? null;
    this.#same = now === this.#last ? this.#same + 1 : 1;
    this.#last = now;
    this.#good = problem ? 0 : this.#good + 1;
    const release = this.#good >= GOOD_LOOKS;
    if (release) this.#good = 0;
    return { tell: this.#same === STEADY_LOOKS ? now : undefined, release };
  }
}
