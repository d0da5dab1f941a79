import type { Pause } from '../threads/slices.ts';

/**
 * What one picture may cost, in pixels of the width of the lines that are read. One core reads about 18 of them in a
 * millisecond, so that all of it takes about five seconds. It has room for a document of 21,000 whose zone is looked
 * for in every way.
 */
const WHOLE = 96_000;
/** To look for lines in a picture whose longer side has 960 pixels. It grows with the pixels. */
const LOOK = 7_000;
const LOOK_SIDE = 960;
/** To look once through the lines for a machine-readable zone. */
export const ZONE_SEARCH = 5_000;
/** The same where lines may stand upside down and be found in parts. */
export const WHOLE_ZONE_SEARCH = 3 * ZONE_SEARCH;
/** Milliseconds of other work in pixels of width. */
const A_MILLISECOND = 18;
/** A picture with more is full of text: of 57 photos of documents one had 42,000 in 111 lines, the next 21,000. */
const FULL = 64_000;
/** So much is read of a picture that is full of text, the largest lines first. */
const READ_OF_FULL = 24_000;
/** The part of it that is read first. Where that says nothing of a document, the rest is not read. */
export const FIRST_OF_FULL = 8_000;

/** What looking for lines costs where the longer side has so many pixels. */
export function lookAt(longSide: number): number {
  return LOOK * (longSide / LOOK_SIDE) ** 2;
}

/**
 * The work that one picture may cost, whatever it shows. It is counted and not timed: a picture is read alike on a busy
 * machine and on a slow one.
 */
export class ReadingBudget {
  #left = WHOLE;
  #isCut = false;
  /** Called between parts of the work, so that the reading of another picture may go first. */
  readonly pause: Pause;

  constructor(pause: Pause = async () => {}) {
    this.pause = pause;
  }

  /** Something that would have been read or looked at was left out. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Milliseconds that other work may take at most. */
  get milliseconds(): number {
    return Math.max(0, this.#left / A_MILLISECOND);
  }

  /** For what is always done. */
  spend(cost: number): void {
    this.#left -= cost;
  }

  /** Something is left out, so that there is nothing more to look for. */
  cut(): void {
    this.#isCut = true;
    this.#left = 0;
  }

  /** Spends it where it is left. Otherwise it is to be left out. */
  affords(cost: number): boolean {
    if (cost > this.#left) this.cut();
    else this.#left -= cost;
    return !this.#isCut;
  }

  /**
   * Of lines with such widths, by `width`, those that may be read: all of them, or the first ones. In a picture that is
   * full of text nothing more is looked for afterwards.
   */
  lines<T>(lines: readonly T[], width: (line: T) => number): T[] {
    const all = lines.reduce((sum, line) => sum + width(line), 0);
    const may = Math.min(all > FULL ? READ_OF_FULL : FULL, this.#left);
    const kept: T[] = [];
    let sum = 0;
    for (const line of lines) {
      if (sum + width(line) > may) break;
      sum += width(line);
      kept.push(line);
    }
    this.#left -= sum;
    if (kept.length < lines.length) this.cut();
    return kept;
  }
}
