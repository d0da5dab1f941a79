import type { Box, Pixels } from './pixels.ts';
import { type Place, scaleKernel } from './scale-kernel.ts';

/** One 8 bit channel, rows from the top; `data.length` is width × height. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** What stands where a picture ends: black, or its outermost pixels repeated. */
export type Outside = 'black' | 'edge';

/** Scales to whole pixels ≥ 1: each axis by area average where it shrinks, bilinear where it grows. */
export function resize(pixels: Pixels, width: number, height: number): Pixels {
  if (width === pixels.width && height === pixels.height) return pixels;
  const [across, down] = [tapsOf(pixels.width, width), tapsOf(pixels.height, height)];
  return { width, height, data: scaleColours(pixels.data, pixels.width, across, down) };
}

/**
 * As `resize` of what `crop` would cut out, black outside the picture, without the copy of it. Where the picture ends,
 * sums are taken in another order, which may change a value by rounding.
 */
export function resizePart(pixels: Pixels, part: Box, width: number, height: number): Pixels {
  const across = clipped(tapsOf(part.width, width), part.x, pixels.width);
  const down = clipped(tapsOf(part.height, height), part.y, pixels.height);
  return { width, height, data: scaleColours(pixels.data, pixels.width, across, down) };
}

/** As `resize`, for one channel. */
export function resizeGray(gray: Gray, width: number, height: number): Gray {
  if (width === gray.width && height === gray.height) return gray;
  return {
    width,
    height,
    data: scaleGray(gray.data, gray.width, tapsOf(gray.width, width), tapsOf(gray.height, height)),
  };
}

/** A rectangle of whole pixels; it may reach beyond the picture. */
export function crop(
  pixels: Pixels,
  x: number,
  y: number,
  width: number,
  height: number,
  outside: Outside = 'black',
): Pixels {
  const data = new Uint8Array(width * height * 3);
  const left = Math.min(width, Math.max(0, -x));
  const right = Math.max(left, Math.min(width, pixels.width - x));
  for (let row = 0; row < height; row++) {
    const wanted = y + row;
    if (outside === 'black' && (wanted < 0 || wanted >= pixels.height)) continue;
    const from = Math.min(pixels.height - 1, Math.max(0, wanted)) * pixels.width;
    const to = row * width;
    const inside = pixels.data.subarray((from + x + left) * 3, (from + x + right) * 3);
    if (right > left) data.set(inside, (to + left) * 3);
    for (let column = 0; outside === 'edge' && column < width; column++) {
      if (column >= left && column < right) continue;
      const nearest = (from + Math.min(pixels.width - 1, Math.max(0, x + column))) * 3;
      data.set(pixels.data.subarray(nearest, nearest + 3), (to + column) * 3);
    }
  }
  return { width, height, data };
}

/** Turns clockwise by 90° as often as `quarterTurns` says; negative turns are anticlockwise. */
export function rotate90(pixels: Pixels, quarterTurns: number): Pixels {
  const turns = ((quarterTurns % 4) + 4) % 4;
  if (turns === 0) return pixels;
  const { width, height, data: source } = pixels;
  const data = new Uint8Array(source.length);
  const newWidth = turns === 2 ? width : height;
  // Where the source's first pixel goes, and how far apart its neighbours in a row and in a column are then.
  const start = turns === 1 ? height - 1 : turns === 2 ? width * height - 1 : (width - 1) * newWidth;
  const stepX = turns === 1 ? newWidth : turns === 2 ? -1 : -newWidth;
  const stepY = turns === 1 ? -1 : turns === 2 ? -width : 1;
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = (start + y * stepY) * 3; x < width; x++, from += 3, to += stepX * 3) {
      data[to] = source[from]!;
      data[to + 1] = source[from + 1]!;
      data[to + 2] = source[from + 2]!;
    }
  }
  return { width: newWidth, height: turns === 2 ? height : width, data };
}

/** Luma by the weights of ITU-R BT.601. */
export function toGray({ width, height, data: source }: Pixels): Gray {
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at++, from += 3) {
    data[at] = (source[from]! * 19595 + source[from + 1]! * 38470 + source[from + 2]! * 7471 + 32768) >> 16;
  }
  return { width, height, data };
}

const MIN_DEVIATION = 4;

/**
 * Gray in standard deviations from its mean, in place, as the networks of lines take it. Flat crops are not amplified.
 */
export function inDeviations(gray: Float32Array): Float32Array {
  let sum = 0;
  for (let pixel = 0; pixel < gray.length; pixel++) sum += gray[pixel]!;
  const mean = sum / gray.length;
  let square = 0;
  for (let pixel = 0; pixel < gray.length; pixel++) square += (gray[pixel]! - mean) ** 2;
  const deviation = Math.max(MIN_DEVIATION, Math.sqrt(square / gray.length));
  for (let pixel = 0; pixel < gray.length; pixel++) gray[pixel] = (gray[pixel]! - mean) / deviation;
  return gray;
}

/**
 * For each place along an axis the first source place that counts, how many do, and the weights from there on. All
 * weigh the same but the first and the last.
 */
interface Taps {
  readonly most: number;
  readonly first: Int32Array;
  readonly counts: Int32Array;
  readonly weights: Float32Array;
}

/** Colours, whose many sums a kernel takes. */
function scaleColours(source: Uint8Array, sourceWidth: number, across: Taps, down: Taps): Uint8Array {
  const [row, sourceRow] = [across.first.length * 3, sourceWidth * 3];
  const data = new Uint8Array(row * down.first.length);
  const kernel = scaleKernel();
  kernel.prepare(sourceRow, placesOf(across), down.most);
  const narrow = (wanted: number, line: number) =>
    kernel.narrow(source.subarray(wanted * sourceRow, (wanted + 1) * sourceRow), line);
  const rows = {
    begin: () => kernel.begin(HALF),
    narrow,
    add: (line: number, weight: number) => kernel.add(line, weight),
    finish: (at: number) => kernel.finish(data, at * row),
  };
  eachRow(down, rows);
  return data;
}

function scaleGray(source: Uint8Array, sourceWidth: number, across: Taps, down: Taps): Uint8Array {
  const row = across.first.length;
  const data = new Uint8Array(row * down.first.length);
  const lines = Array.from({ length: down.most }, () => new Float32Array(row));
  const sum = new Float32Array(row);
  eachRow(down, {
    begin: () => sum.fill(HALF),
    narrow: (wanted, line) => narrowGray(source, wanted * sourceWidth, across, lines[line]!),
    add: (line, weight) => {
      const added = lines[line]!;
      for (let at = 0; at < row; at++) sum[at]! += added[at]! * weight;
    },
    finish: (at) => data.set(sum, at * row),
  });
  return data;
}

/** Fractions are cut off, so that with this they are rounded. */
const HALF = 0.5;

/** What is done to narrowed rows, which are kept in as many lines as a row of the result needs. */
interface Rows {
  readonly begin: () => void;
  /** Puts a row of the source into a line. */
  readonly narrow: (row: number, line: number) => void;
  readonly add: (line: number, weight: number) => void;
  readonly finish: (row: number) => void;
}

function eachRow({ most, first, weights }: Taps, rows: Rows): void {
  const kept = new Int32Array(most).fill(-1);
  for (let y = 0; y < first.length; y++) {
    rows.begin();
    for (let tap = 0; tap < most; tap++) {
      const weight = weights[y * most + tap]!;
      if (weight === 0) continue;
      const wanted = first[y]! + tap;
      const line = wanted % most;
      if (kept[line] !== wanted) {
        rows.narrow(wanted, line);
        kept[line] = wanted;
      }
      rows.add(line, weight);
    }
    rows.finish(y);
  }
}

function placesOf({ most, first, counts, weights }: Taps): Place[] {
  return Array.from(first, (from, x) => {
    const [at, count] = [x * most, counts[x]!];
    const last = count > 1 ? weights[at + count - 1]! : 0;
    return { first: from, last: from + count - 1, weights: [weights[at]!, weights[at + 1]!, last] };
  });
}

function narrowGray(source: Uint8Array, start: number, taps: Taps, line: Float32Array): void {
  const { most, first, counts, weights } = taps;
  for (let x = 0, at = 0; x < first.length; x++, at += most) {
    const from = start + first[x]!;
    const last = counts[x]! - 1;
    let whole = 0;
    for (let tap = 1; tap < last; tap++) whole += source[from + tap]!;
    let sum = weights[at]! * source[from]! + weights[at + 1]! * whole;
    if (last > 0) sum += weights[at + last]! * source[from + last]!;
    line[x] = sum;
  }
}

function tapsOf(from: number, to: number): Taps {
  const ratio = from / to;
  const most = ratio > 1 ? Math.ceil(ratio) + 1 : 2;
  const first = new Int32Array(to);
  const counts = new Int32Array(to).fill(1);
  const weights = new Float32Array(to * most);
  for (let at = 0; at < to; at++) {
    if (ratio > 1) {
      const start = at * ratio;
      const end = Math.min(from, start + ratio);
      first[at] = Math.floor(start);
      for (let tap = 0; tap < most; tap++) {
        const place = first[at]! + tap;
        const covered = Math.min(end, place + 1) - Math.max(start, place);
        if (covered <= 1e-6) continue;
        weights[at * most + tap] = covered / (end - start);
        counts[at] = tap + 1;
      }
    } else {
      const centre = Math.min(from - 1, Math.max(0, (at + 0.5) * ratio - 0.5));
      first[at] = Math.floor(centre);
      weights[at * most] = 1 - (centre - first[at]!);
      weights[at * most + 1] = centre - first[at]!;
      if (weights[at * most + 1] !== 0) counts[at] = 2;
    }
  }
  return { most, first, counts, weights };
}

/** The same for places that begin at `start` in an axis of so many: what lies outside counts nothing. */
function clipped(taps: Taps, start: number, size: number): Taps {
  const { most } = taps;
  const first = new Int32Array(taps.first.length);
  const counts = new Int32Array(taps.first.length).fill(1);
  const weights = new Float32Array(taps.weights.length);
  for (let at = 0; at < first.length; at++) {
    const from = taps.first[at]! + start;
    const [inside, end] = [Math.max(0, from), Math.min(size, from + taps.counts[at]!)];
    if (inside >= end) continue;
    first[at] = inside;
    counts[at] = end - inside;
    const begin = at * most + inside - from;
    weights.set(taps.weights.subarray(begin, begin + end - inside), at * most);
  }
  return { most, first, counts, weights };
}
