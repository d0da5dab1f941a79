import type { Gray } from './resample.ts';

/** How light is spread over a picture: luma 0 to 255. */
export interface Exposure {
  readonly mean: number;
  /** The luma that 5, 50 and 95 of 100 pixels do not exceed. */
  readonly low: number;
  readonly median: number;
  readonly high: number;
  /** Part of the pixels at 250 and above, 0 to 1. */
  readonly burnt: number;
}

const BURNT = 250;
const TILE = 24;
const MIN_RANGE = 40;

/** The exposure of a gray picture, by the histogram of its luma. */
export function exposureOf({ data }: Gray): Exposure {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) counts[data[at]!]!++;
  const sum = counts.reduce((all, count, value) => all + count * value, 0);
  const burnt = counts.subarray(BURNT).reduce((all, count) => all + count, 0);
  const total = Math.max(1, data.length);
  const percentile = (part: number): number => {
    let seen = 0;
    for (let value = 0; value < 256; value++) {
      seen += counts[value]!;
      if (seen >= part * total) return value;
    }
    return 255;
  };
  return {
    mean: sum / total,
    low: percentile(0.05),
    median: percentile(0.5),
    high: percentile(0.95),
    burnt: burnt / total,
  };
}

/**
 * The blur of the sharper edges as the σ of a Gaussian in pixels; the sharpest edges have about 0.4. A step blurred by
 * σ rises by at most its height / (σ √2π) a pixel. Null where nothing in the picture has enough contrast.
 */
export function blurOf({ width, height, data }: Gray): number | null {
  const steepness: number[] = [];
  for (let top = 1; top + TILE < height; top += TILE) {
    for (let left = 1; left + TILE < width; left += TILE) {
      const { range, rise } = contrastIn(data, width, left, top);
      if (range >= MIN_RANGE) steepness.push(rise / 2 / range);
    }
  }
  if (steepness.length === 0) return null;
  steepness.sort((a, b) => a - b);
  return 1 / (steepness[Math.floor(steepness.length * 0.75)]! * Math.sqrt(2 * Math.PI));
}

/** Between the darkest and the brightest pixel of a tile, and the most that luma rises over two pixels. */
function contrastIn(data: Uint8Array, width: number, left: number, top: number): { range: number; rise: number } {
  let [least, most, steepest] = [255, 0, 0];
  for (let y = top; y < top + TILE; y++) {
    for (let x = left, at = y * width + left; x < left + TILE; x++, at++) {
      const value = data[at]!;
      if (value < least) least = value;
      if (value > most) most = value;
      // Over two pixels, so that noise of one counts for less.
      const rise = Math.max(Math.abs(data[at + 1]! - data[at - 1]!), Math.abs(data[at + width]! - data[at - width]!));
      if (rise > steepest) steepest = rise;
    }
  }
  return { range: most - least, rise: steepest };
}
