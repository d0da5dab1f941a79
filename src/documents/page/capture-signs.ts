import type { Pixels } from '../../imaging/pixels.ts';
import { type Gray, resize, toGray } from '../../imaging/resample.ts';

/** What the pixels of a document's picture say of how it came about. */
export interface CaptureSigns {
  /** How coloured the most coloured twentieth of the picture is, 0 gray to 255. */
  readonly colour: number;
  /** How far the strongest regular pattern stands out, in times of what is beside it; 1 where there is none. */
  readonly pattern: number;
}

/** Looks at the picture as it was taken: scaled or turned, it has lost its patterns. */
export function captureSigns(pixels: Pixels): CaptureSigns {
  return { colour: colourOf(pixels), pattern: round(patternOf(toGray(pixels))) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Side of the picture in which colours are looked at: single pixels are coloured by noise. */
const COLOUR_SIDE = 120;

function colourOf(pixels: Pixels): number {
  const scale = COLOUR_SIDE / Math.max(pixels.width, pixels.height);
  const { data } = resize(
    pixels,
    Math.max(1, Math.round(pixels.width * scale)),
    Math.max(1, Math.round(pixels.height * scale)),
  );
  const chroma = Array.from({ length: data.length / 3 }, (_, at) => {
    const [r, g, b] = [data[at * 3]!, data[at * 3 + 1]!, data[at * 3 + 2]!];
    return Math.max(r, g, b) - Math.min(r, g, b);
  }).sort((a, b) => a - b);
  return chroma[Math.floor(chroma.length * 0.95)] ?? 0;
}

/** Length of the rows and columns whose spectra are added up. */
const SPAN = 512;
/** Every so many rows and columns are looked at. */
const EVERY = 8;
/** Slower waves are shades and letters, faster ones the noise of the sensor and the blocks of JPEG. */
const SLOWEST = 0.09;
const NEAR = 14;
/** Letters and edges are far stronger than a grid, and would drown it. */
const LOUD = 12;
/** Blocks of JPEG repeat every eight pixels. */
const BLOCK = SPAN / 8;

/** The strongest peak in the mean spectra of rows and columns. */
function patternOf(gray: Gray): number {
  return Math.max(strongest(spectrum(gray, true)), strongest(spectrum(gray, false)));
}

function strongest(power: Float64Array): number {
  let most = 1;
  for (let k = Math.ceil(SLOWEST * SPAN); k < power.length - 3; k++) {
    if (Math.abs(k - Math.round(k / BLOCK) * BLOCK) <= 1) continue;
    const beside = [...power.subarray(Math.max(1, k - NEAR), k - 2), ...power.subarray(k + 3, k + NEAR)];
    const usual = beside.sort((a, b) => a - b)[beside.length >> 1]!;
    if (usual > 0) most = Math.max(most, power[k]! / usual);
  }
  return most;
}

function spectrum({ width, height, data }: Gray, across: boolean): Float64Array {
  const [length, count, step, next] = across ? [width, height, 1, width] : [height, width, width, 1];
  const span = Math.min(SPAN, 2 ** Math.floor(Math.log2(length)));
  const power = new Float64Array(SPAN / 2);
  const start = (length - span) >> 1;
  for (let line = 0; line < count; line += EVERY) {
    const [re, im] = [new Float64Array(SPAN), new Float64Array(SPAN)];
    for (let at = 1; at < span - 1; at++) {
      const place = line * next + (start + at) * step;
      const wave = 2 * data[place]! - data[place - step]! - data[place + step]!;
      re[at] = Math.max(-LOUD, Math.min(LOUD, wave)) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / span));
    }
    transform(re, im);
    for (let k = 0; k < power.length; k++) power[k]! += re[k]! ** 2 + im[k]! ** 2;
  }
  return power;
}

/** The fast Fourier transform in place; a power of two long. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const angle = (-2 * Math.PI) / size;
    for (let from = 0; from < n; from += size) butterflies(re, im, from, size / 2, angle);
  }
}

function butterflies(re: Float64Array, im: Float64Array, from: number, half: number, angle: number): void {
  for (let k = 0; k < half; k++) {
    const [cos, sin] = [Math.cos(angle * k), Math.sin(angle * k)];
    const [a, b] = [from + k, from + k + half];
    const [x, y] = [re[b]! * cos - im[b]! * sin, re[b]! * sin + im[b]! * cos];
    re[b] = re[a]! - x;
    im[b] = im[a]! - y;
    re[a]! += x;
    im[a]! += y;
  }
}
