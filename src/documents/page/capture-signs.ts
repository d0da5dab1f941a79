import type { Pixels } from '../../imaging/pixels.ts';
import { FourierTransform } from './fourier.ts';

/** What the pixels of a document's picture say of how it came about. */
export interface CaptureSigns {
  /** How coloured the most coloured twentieth of the picture is, 0 gray to 255. */
  readonly colour: number;
  /** How far the strongest regular pattern stands out, in times of what is beside it; 1 where there is none. */
  readonly pattern: number;
}

/** Looks at the picture as it was taken: scaled or turned, it has lost its patterns. */
export function captureSigns(pixels: Pixels): CaptureSigns {
  return { colour: colourOf(pixels), pattern: round(patternOf(pixels)) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Side of the picture in which colours are looked at: single pixels are coloured by noise. */
const COLOUR_SIDE = 120;
/** So many pixels along each side of a square are enough to tell its colour. */
const PIXELS_OF_SQUARE = 8;

function colourOf(pixels: Pixels): number {
  const scale = Math.min(1, COLOUR_SIDE / Math.max(pixels.width, pixels.height));
  const [across, down] = [Math.ceil(pixels.width * scale), Math.ceil(pixels.height * scale)];
  const chroma = new Float64Array(across * down);
  for (let row = 0, at = 0; row < down; row++) {
    for (let column = 0; column < across; column++, at++) {
      chroma[at] = chromaOf(pixels, column / across, (column + 1) / across, row / down, (row + 1) / down);
    }
  }
  return Math.round(chroma.sort()[Math.floor(chroma.length * 0.95)] ?? 0);
}

/** How coloured a rectangle is in the mean; its edges are parts of the width and height. */
function chromaOf({ width, height, data }: Pixels, left: number, right: number, top: number, bottom: number): number {
  const [x0, x1] = [Math.floor(left * width), Math.max(Math.floor(left * width) + 1, Math.floor(right * width))];
  const [y0, y1] = [Math.floor(top * height), Math.max(Math.floor(top * height) + 1, Math.floor(bottom * height))];
  const step = (length: number) => Math.max(1, Math.floor(length / PIXELS_OF_SQUARE));
  let [r, g, b, count] = [0, 0, 0, 0];
  for (let y = y0; y < y1; y += step(y1 - y0)) {
    for (let x = x0; x < x1; x += step(x1 - x0), count++) {
      const at = (y * width + x) * 3;
      r += data[at]!;
      g += data[at + 1]!;
      b += data[at + 2]!;
    }
  }
  return (Math.max(r, g, b) - Math.min(r, g, b)) / count;
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

const TRANSFORM = new FourierTransform(SPAN);

/** The strongest peak in the mean spectra of rows and columns. */
function patternOf(pixels: Pixels): number {
  return Math.max(strongest(spectrum(pixels, true)), strongest(spectrum(pixels, false)));
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

/** The sum of the spectra of rows, or of columns. Two of them at a time are the parts of one complex line. */
function spectrum(pixels: Pixels, across: boolean): Float64Array {
  const { width, height } = pixels;
  const [length, count] = across ? [width, height] : [height, width];
  const span = Math.min(SPAN, 2 ** Math.floor(Math.log2(length)));
  const start = (length - span) >> 1;
  const power = new Float64Array(SPAN / 2);
  const [re, im] = [new Float64Array(SPAN), new Float64Array(SPAN)];
  for (let line = 0; line < count; line += 2 * EVERY) {
    re.fill(0);
    im.fill(0);
    waves(pixels, line, across, start, span, re);
    if (line + EVERY < count) waves(pixels, line + EVERY, across, start, span, im);
    TRANSFORM.forward(re, im);
    for (let k = 0; k < power.length; k++) {
      const mirrored = (SPAN - k) % SPAN;
      power[k]! += (re[k]! ** 2 + im[k]! ** 2 + re[mirrored]! ** 2 + im[mirrored]! ** 2) / 2;
    }
  }
  return power;
}

/** Second differences of the gray along the middle of a row or column, fading towards both ends. */
function waves(pixels: Pixels, line: number, across: boolean, start: number, span: number, into: Float64Array): void {
  const { width, data } = pixels;
  const [step, next] = across ? [3, width * 3] : [width * 3, 3];
  let place = line * next + start * step;
  let [before, here] = [gray(data, place), gray(data, place + step)];
  for (let at = 1; at < span - 1; at++) {
    place += step;
    const after = gray(data, place + step);
    const wave = 2 * here - before - after;
    into[at] = Math.max(-LOUD, Math.min(LOUD, wave)) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / span));
    [before, here] = [here, after];
  }
}

/** Luma by the weights of ITU-R BT.601. */
function gray(data: Uint8Array, at: number): number {
  return (data[at]! * 19595 + data[at + 1]! * 38470 + data[at + 2]! * 7471 + 32768) >> 16;
}
