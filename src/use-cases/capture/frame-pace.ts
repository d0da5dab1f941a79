import type { FrameAnswer } from '../../capture/answers.ts';

/**
 * Milliseconds between two frames of a page. Four a second show a movement as well as seven do. One in two seconds is
 * for a service that can hardly keep up. Above `patient` the person is given the time back.
 */
const PACE = { least: 250, most: 2000, patient: 1000 };
/** A page leaves so many times as long between two frames as one takes: processors are not to be filled by one. */
const TIMES = 10;
/** Whoever looks ahead holds still: half as many frames see that as well. A movement has to be seen on its way. */
const AHEAD_TIMES = 2;
/** So many frames are measured at once before one that is not due yet has to wait. */
const AT_ONCE = 2;
/** What a frame is taken to cost before any was measured, in milliseconds. */
const FIRST_COST_MS = 25;
/** The part of the mean that each frame changes. */
const WEIGHT = 1 / 16;
/** A page sends a little sooner or later than it was told. Milliseconds. */
const EARLY_MS = 30;
const FORGOTTEN_MS = 10_000;

/**
 * When each page sends its next frame, told with each answer. All pages share one row of places, which are as far apart
 * as a frame takes to be measured. So on average one frame is measured at a time, however many people are before their
 * cameras, and none waits behind others. A frame that comes before its place, while others are measured, is not
 * measured: its answer says when to send the next. Nobody fails by that, since a step takes two frames alone.
 */
export class FramePace {
  readonly #clock: () => number;
  #costMs = FIRST_COST_MS;
  #measuring = 0;
  /** The first place that is free. */
  #free = 0;
  /** The place of each page's next frame, those that were given longest ago first. */
  readonly #places = new Map<string, number>();

  /** `clock` gives milliseconds that never go back. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** 0 where a page's frame is measured now, or else the milliseconds until it may send the next. */
  waitMs(page: string): number {
    const now = this.#clock();
    if (this.#measuring < AT_ONCE) return 0;
    const place = this.#places.get(page) ?? this.#give(page, now, now);
    return place - now > EARLY_MS ? Math.round(place - now) : 0;
  }

  /** Measures a frame. What it costs says how far apart the places are. */
  async measure<T>(work: () => Promise<T>): Promise<T> {
    this.#measuring += 1;
    const began = this.#clock();
    try {
      const measured = await work();
      this.#costMs += (this.#clock() - began - this.#costMs) * WEIGHT;
      return measured;
    } finally {
      this.#measuring -= 1;
    }
  }

  /**
   * Gives a page the place of its next frame. `sentAt`: when the last one came, by the clock. `everyMs`: whole
   * milliseconds between the two; `lostMs`: those of them that no step's time may lose.
   */
  next(page: string, sentAt: number, step: FrameAnswer['step']): { readonly everyMs: number; readonly lostMs: number } {
    const pause = Math.min(PACE.patient, timesOf(step) * Math.max(PACE.least, TIMES * this.#costMs));
    const place = this.#give(page, this.#clock(), sentAt + pause);
    const everyMs = Math.round(Math.max(PACE.least, place - sentAt));
    return { everyMs, lostMs: Math.max(0, everyMs - PACE.patient) };
  }

  #give(page: string, now: number, soonest: number): number {
    const free = Math.max(now, this.#free);
    const place = Math.max(soonest, Math.min(free, now + PACE.most));
    this.#free = Math.min(free, now + PACE.most) + this.#costMs;
    this.#places.delete(page);
    for (const [other, at] of this.#places) {
      if (at > now - FORGOTTEN_MS) break;
      this.#places.delete(other);
    }
    this.#places.set(page, place);
    return place;
  }
}

/** How many times as long as within a movement it is from one frame of a step to the next. */
export function timesOf(step: FrameAnswer['step']): number {
  return step === 'look' ? AHEAD_TIMES : 1;
}
