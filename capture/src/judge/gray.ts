/** A gray picture: a byte a pixel, rows from the top. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Pixels as a canvas gives them: red, green, blue, alpha. */
export interface Rgba {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** An upright rectangle in pixels, by its top left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Luma by the weights of ITU-R BT.601. */
export function grayOf({ width, height, data }: Rgba): Gray {
  const gray = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < gray.length; at += 1, from += 4) {
    gray[at] = (77 * data[from]! + 150 * data[from + 1]! + 29 * data[from + 2]!) >> 8;
  }
  return { width, height, data: gray };
}

/** The part of a rectangle that lies in the picture, in whole pixels. */
export function within({ width, height }: Gray, { x, y, width: wide, height: high }: Rect): Rect {
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  const right = Math.min(width, Math.round(x + wide));
  const bottom = Math.min(height, Math.round(y + high));
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** How many pixels of a rectangle have each brightness. */
export function histogram(gray: Gray, rect: Rect): Uint32Array {
  const { x, y, width, height } = within(gray, rect);
  const counts = new Uint32Array(256);
  for (let row = y; row < y + height; row += 1) {
    const start = row * gray.width + x;
    for (let at = start; at < start + width; at += 1) counts[gray.data[at]!]! += 1;
  }
  return counts;
}

/** The brightness that `share` (0 to 1) of the counted pixels do not exceed. */
export function quantile(counts: Uint32Array, share: number): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let level = 0; level < 256; level += 1) {
    seen += counts[level]!;
    if (seen >= all * share && seen > 0) return level;
  }
  return 255;
}

/** Mean difference of two pictures of one size, in levels; infinite where their sizes differ. */
export function difference(one: Gray, other: Gray): number {
  if (one.data.length !== other.data.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 1) sum += Math.abs(one.data[at]! - other.data[at]!);
  return sum / one.data.length;
}
