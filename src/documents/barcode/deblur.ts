import type { Gray } from '../../imaging/resample.ts';

const ITERATIONS = 24;
/** Beyond 1 each step takes more of what is missing; 2 would not settle. */
const STEP = 1.6;
/** Of the values at both ends that count as black and as white. */
const TAIL = 0.05;

/**
 * Removes a blur of `smear` pixels along the rows. It looks for the sharp row between black and white whose blurred
 * form is the given one. The method is Landweber's iteration, held within the values of the picture.
 */
export function unsmeared({ width, height, data }: Gray, smear: number): Gray {
  const result = new Uint8Array(data.length);
  const [black, white] = bounds(data);
  const sharp = new Float32Array(width);
  const box = new Box(width, smear);
  for (let from = 0; from < width * height; from += width) {
    const seen = data.subarray(from, from + width);
    sharp.set(seen);
    for (let round = 0; round < ITERATIONS; round++) {
      const missing = box.over(sharp);
      for (let x = 0; x < width; x++) missing[x] = seen[x]! - missing[x]!;
      // A box is its own mirror image, which is what Landweber's step asks for.
      const step = box.over(missing);
      for (let x = 0; x < width; x++) sharp[x] = Math.min(white, Math.max(black, sharp[x]! + STEP * step[x]!));
    }
    for (let x = 0; x < width; x++) result[from + x] = Math.round(sharp[x]!);
  }
  return { width, height, data: result };
}

/** The mean over a box of any width from 1 on, its ends in part; beyond a row its outermost values are repeated. */
class Box {
  readonly #smear: number;
  /** So many whole values lie on either side of the middle, and `#part` of the next. */
  readonly #whole: number;
  readonly #part: number;
  readonly #sums: Float64Array;
  readonly #results: [Float32Array, Float32Array];

  constructor(width: number, smear: number) {
    this.#smear = smear;
    this.#whole = Math.floor((smear - 1) / 2);
    this.#part = (smear - 1) / 2 - this.#whole;
    this.#sums = new Float64Array(width + 2 * this.#whole + 3);
    this.#results = [new Float32Array(width), new Float32Array(width)];
  }

  /** The result is valid until the call after the next. */
  over(row: Float32Array): Float32Array {
    const [result] = this.#results;
    this.#results.reverse();
    const [reach, last] = [this.#whole + 1, row.length - 1];
    const sums = this.#sums;
    for (let at = 0; at < sums.length - 1; at++) {
      sums[at + 1] = sums[at]! + row[Math.min(last, Math.max(0, at - reach))]!;
    }
    for (let x = 0; x <= last; x++) {
      const whole = sums[x + 2 * reach]! - sums[x + 1]!;
      const ends = row[Math.max(0, x - reach)]! + row[Math.min(last, x + reach)]!;
      result[x] = (whole + this.#part * ends) / this.#smear;
    }
    return result;
  }
}

function bounds(data: Uint8Array): [number, number] {
  const sorted = Uint8Array.from(data).sort();
  return [sorted[Math.floor(sorted.length * TAIL)] ?? 0, sorted[Math.floor(sorted.length * (1 - TAIL))] ?? 255];
}
