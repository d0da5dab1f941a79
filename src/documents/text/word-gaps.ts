import type { Pixels } from '../../imaging/pixels.ts';
import { toGray } from '../../imaging/resample.ts';

/** The parts of a crop's height between which letters stand. */
const TOP = 0.2;
const BOTTOM = 0.82;
/** A column is blank where it differs from the ground less than this part of what letters do. */
const BLANK = 0.45;

/**
 * How wide the ground is that shows between neighbouring letters, in pixels of the crop. `places` are the middles of
 * the letters from left to right; one gap less comes back.
 */
export function blankBetween({ columns, limit }: Ink, places: readonly number[]): number[] {
  return places.slice(1).map((place, at) => widestBlank(columns, limit, places[at]!, place));
}

function widestBlank(ink: Uint8Array, limit: number, from: number, to: number): number {
  let [run, widest] = [0, 0];
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(ink.length, Math.ceil(to)); x++) {
    run = ink[x]! < limit ? run + 1 : 0;
    widest = Math.max(widest, run);
  }
  return widest;
}

/** How far a line's pixels stand out from its ground, in gray values. */
export interface Ink {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
  /** The strongest stroke of each column between top and bottom of the letters. */
  readonly columns: Uint8Array;
  /** What three columns in four have less of: that of strokes. */
  readonly usual: number;
  /** A column with less shows the ground alone. */
  readonly limit: number;
}

/** What stands out from the ground of a line. */
export function inkIn(crop: Pixels): Ink {
  const { width, height, data } = toGray(crop);
  const [top, bottom] = [Math.floor(height * TOP), Math.ceil(height * BOTTOM)];
  const ground = groundOf(data);
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < ink.length; at++) ink[at] = Math.abs(data[at]! - ground);
  const columns = new Uint8Array(width);
  for (let y = top, at = top * width; y < bottom; y++) {
    for (let x = 0; x < width; x++, at++) if (ink[at]! > columns[x]!) columns[x] = ink[at]!;
  }
  const usual = columns.toSorted()[Math.floor(width * 0.75)] ?? 0;
  return { width, height, ink, columns, usual, limit: usual * BLANK };
}

/** The gray value that most of the crop has. */
function groundOf(data: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) counts[data[at]!]!++;
  let [sum, best, ground] = [0, 0, 0];
  const window = 9;
  for (let value = 0; value < 256; value++) {
    sum += counts[value]! - (value >= window ? counts[value - window]! : 0);
    if (sum > best) [best, ground] = [sum, value - (window >> 1)];
  }
  return ground;
}
