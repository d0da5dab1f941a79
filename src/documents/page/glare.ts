import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { resize } from '../../imaging/resample.ts';

const LONG_SIDE = 240;
const BURNT = 249;
/** A picture most of which is white has white paper, not glare. */
const MAX_WHITE = 0.35;
const MIN_AREA = 0.008;
/**
 * Just outside a reflection the picture is nearly as bright, and further out it falls slowly. White paper ends at once.
 */
const HALO = 212;
const FURTHER = [1, 2, 4] as const;
const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const MIN_FALL = 0.4;
const MAX_FALL = 22;
/** A full ellipse fills 0.79 of the rectangle around it. */
const MIN_FILLED = 0.58;

/**
 * The part of a picture, 0 to 1, that is burnt out in spots whose brightness fades outwards. Spots that no text stands
 * around are left out where `texts` are known.
 */
export function glareOf(pixels: Pixels, texts: readonly Quad[]): number {
  const factor = Math.min(1, LONG_SIDE / Math.max(pixels.width, pixels.height));
  const small = resize(
    pixels,
    Math.max(1, Math.round(pixels.width * factor)),
    Math.max(1, Math.round(pixels.height * factor)),
  );
  const least = leastChannel(small);
  const white = least.reduce((count, value) => count + (value >= BURNT ? 1 : 0), 0) / least.length;
  if (white > MAX_WHITE) return 0;
  const hull = frameOf(texts, factor);
  let glare = 0;
  for (const spot of spotsOf(least, small.width)) {
    if (spot.length < least.length * MIN_AREA || !compact(spot, small.width, small.height)) continue;
    if (!fades(spot, least, small.width, small.height)) continue;
    if (hull && !spot.some((at) => within(hull, at % small.width, Math.floor(at / small.width)))) continue;
    glare += spot.length / least.length;
  }
  return glare;
}

function leastChannel({ data }: Pixels): Uint8Array {
  const least = new Uint8Array(data.length / 3);
  for (let at = 0, from = 0; at < least.length; at++, from += 3) {
    least[at] = Math.min(data[from]!, data[from + 1]!, data[from + 2]!);
  }
  return least;
}

function spotsOf(values: Uint8Array, width: number): number[][] {
  const seen = new Uint8Array(values.length);
  const isNew = (at: number) => at >= 0 && at < values.length && !seen[at] && values[at]! >= BURNT;
  const spots: number[][] = [];
  for (let start = 0; start < values.length; start++) {
    if (!isNew(start)) continue;
    const spot = [start];
    seen[start] = 1;
    for (let next = 0; next < spot.length; next++) {
      for (const other of beside(spot[next]!, width)) {
        if (!isNew(other)) continue;
        seen[other] = 1;
        spot.push(other);
      }
    }
    spots.push(spot);
  }
  return spots;
}

/** The places of the pixels above, below, left and right; -1 beyond the left and right sides. */
function beside(at: number, width: number): number[] {
  return [at - width, at + width, at % width > 0 ? at - 1 : -1, (at + 1) % width > 0 ? at + 1 : -1];
}

/** Whether a spot is round and without holes, as no printed paper is, and ends before the picture does. */
function compact(spot: readonly number[], width: number, height: number): boolean {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const at of spot) {
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left <= 1 || top <= 1 || right >= width - 2 || bottom >= height - 2) return false;
  return spot.length >= (right - left + 1) * (bottom - top + 1) * MIN_FILLED;
}

type Values = [next: number | null, near: number | null, far: number | null];

/** Whether the brightness around most of a spot falls slowly. */
function fades(spot: readonly number[], values: Uint8Array, width: number, height: number): boolean {
  let around = 0;
  const sums: [number, number, number] = [0, 0, 0];
  const valueAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? null : values[y * width + x]!;
  for (const at of spot) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (const [dx, dy] of DIRECTIONS) {
      const [next, near, far] = FURTHER.map((steps) => valueAt(x + dx * steps, y + dy * steps)) as Values;
      if (next === null || near === null || far === null || next >= BURNT) continue;
      around++;
      sums[0] += next;
      sums[1] += near;
      sums[2] += far;
    }
  }
  if (around === 0) return false;
  const [next, near, far] = sums.map((sum) => sum / around) as [number, number, number];
  const fall = near - far;
  return next >= HALO && next - near <= MAX_FALL && fall >= MIN_FALL && fall <= MAX_FALL;
}

type Frame = readonly [left: number, top: number, right: number, bottom: number];

function frameOf(texts: readonly Quad[], factor: number): Frame | null {
  if (texts.length === 0) return null;
  const points = texts.flat();
  const [xs, ys] = [points.map(({ x }) => x * factor), points.map(({ y }) => y * factor)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function within([left, top, right, bottom]: Frame, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
