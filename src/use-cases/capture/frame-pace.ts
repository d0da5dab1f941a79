import type { FrameAnswer } from '../../capture/answers.ts';

/** Milliseconds between two frames of a page: six or seven a second, and one where the service can hardly keep up. */
const PACE = { least: 150, most: 1000 };
/** A page leaves so many times as long between two frames as an answer takes: processors are not to be filled. */
const TIMES = 8;
/**
 * Whoever looks ahead holds still: half as many frames see that as well. A movement has to be seen on its way.
 */
const AHEAD_TIMES = 2;
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

  /** Whole milliseconds from one frame of a step to the next. */
  everyMs(step: FrameAnswer['step']): number {
    return Math.round(Math.min(PACE.most, timesOf(step) * Math.max(PACE.least, TIMES * this.#meanMs)));
  }
}

/** How many times as long as within a movement it is from one frame of a step to the next. */
export function timesOf(step: FrameAnswer['step']): number {
  return step === 'look' ? AHEAD_TIMES : 1;
}
