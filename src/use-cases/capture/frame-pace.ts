/** Milliseconds between two frames of a page: six or seven a second, and one where the service can hardly keep up. */
const PACE = { least: 150, most: 1000 };
/** A page leaves so many times as long between two frames as an answer takes: processors are not to be filled. */
const TIMES = 5;
/** The part of the mean that each answer changes. */
const WEIGHT = 1 / 16;

/**
 * How fast pages send frames, told with each answer. Answers that take longer, because more people are before their
 * cameras or others have the processors, make all pages slower. So frames never pile up, and no figure of a machine is
 * needed. Nobody fails by it: each step takes two frames alone.
 */
export class FramePace {
  #meanMs = 0;

  /** An answer took so many milliseconds. */
  took(milliseconds: number): void {
    this.#meanMs += (milliseconds - this.#meanMs) * WEIGHT;
  }

  /** Whole milliseconds from one frame to the next. */
  get everyMs(): number {
    return Math.round(Math.min(PACE.most, Math.max(PACE.least, TIMES * this.#meanMs)));
  }
}
