import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { contains } from '../../imaging/quad.ts';
import { convexHull, corners, leastRectangle } from '../../imaging/regions.ts';
import { FourierTransform } from './fourier.ts';

/** What the pixels of a document's picture say of how it came about. */
export interface CaptureSigns {
  /** How coloured the most coloured twentieth of the document is beside its paper, 0 gray to 255. */
  readonly colour: number;
  /** How far the strongest regular pattern stands out, in times of what is beside it; 1 where there is none. */
  readonly pattern: number;
}

/**
 * Looks at the picture as it was taken: scaled or turned, it has lost its patterns. `texts` are the places of text in
 * it: the colour between them is that of the document, and not of a desk.
 */
export function captureSigns(pixels: Pixels, texts: readonly Quad[] = []): CaptureSigns {
  const area = texts.length >= MIN_TEXTS ? corners(leastRectangle(convexHull(texts.flat()))) : null;
  return { colour: colourOf(pixels, area), pattern: patternOf(pixels) };
}

/** Fewer texts do not tell where the document lies. */
const MIN_TEXTS = 4;
/** Side of the picture in which colours are looked at: single pixels are coloured by noise. */
const COLOUR_SIDE = 120;
/** So many pixels along each side of a square are enough to tell its colour. */
const PIXELS_OF_SQUARE = 8;
/** The brightest part of a document, which is its paper. */
const PAPER = 0.1;

type Colour = readonly [red: number, green: number, blue: number];

/** Colours are those under white light: a lamp that tints everything tints the paper as well. */
function colourOf(pixels: Pixels, area: Quad | null): number {
  const squares = squaresOf(pixels, area).sort((a, b) => lightOf(b) - lightOf(a));
  const paper = meanOf(squares.slice(0, Math.ceil(squares.length * PAPER)));
  const brightest = Math.max(1, ...paper);
  const gains = paper.map((value) => brightest / Math.max(1, value));
  const chroma = squares
    .map(([red, green, blue]) => {
      const [r, g, b] = [red * gains[0]!, green * gains[1]!, blue * gains[2]!];
      return Math.max(r, g, b) - Math.min(r, g, b);
    })
    .sort((a, b) => a - b);
  return Math.round(chroma[Math.floor(chroma.length * 0.95)] ?? 0);
}

/** The mean colours of squares of the picture whose middles lie in an area, or of all. */
function squaresOf(pixels: Pixels, area: Quad | null): Colour[] {
  const { width, height } = pixels;
  const scale = Math.min(1, COLOUR_SIDE / Math.max(width, height));
  const [across, down] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  const squares: Colour[] = [];
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const middle = { x: ((column + 0.5) * width) / across, y: ((row + 0.5) * height) / down };
      if (area && !contains(area, middle)) continue;
      squares.push(squareOf(pixels, column / across, (column + 1) / across, row / down, (row + 1) / down));
    }
  }
  return squares;
}

/** The mean colour of a rectangle; its edges are parts of the width and height. */
function squareOf({ width, height, data }: Pixels, left: number, right: number, top: number, bottom: number): Colour {
  const [x0, x1] = [Math.floor(left * width), Math.max(Math.floor(left * width) + 1, Math.floor(right * width))];
  const [y0, y1] = [Math.floor(top * height), Math.max(Math.floor(top * height) + 1, Math.floor(bottom * height))];
  const [across, down] = [stepIn(x1 - x0), stepIn(y1 - y0)];
  let [r, g, b, count] = [0, 0, 0, 0];
  for (let y = y0; y < y1; y += down) {
    for (let x = x0; x < x1; x += across, count++) {
      const at = (y * width + x) * 3;
      r += data[at]!;
      g += data[at + 1]!;
      b += data[at + 2]!;
    }
  }
  return [r / count, g / count, b / count];
}

/** Which of so many pixels beside each other are looked at: every so many. */
function stepIn(length: number): number {
  return Math.max(1, Math.floor(length / PIXELS_OF_SQUARE));
}

function meanOf(colours: readonly Colour[]): Colour {
  const mean = (channel: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[channel], 0) / Math.max(1, colours.length);
  return [mean(0), mean(1), mean(2)];
}

function lightOf([red, green, blue]: Colour): number {
  return red + green + blue;
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

/** How far the strongest regular pattern of a picture stands out in the mean spectra of rows and columns, 1 or more. */
export function patternOf(pixels: Pixels): number {
  const most = Math.max(strongest(spectrum(pixels, true)), strongest(spectrum(pixels, false)));
  return Math.round(most * 10) / 10;
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
  const fade = Float64Array.from({ length: span }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / span));
  for (let line = 0; line < count; line += 2 * EVERY) {
    re.fill(0);
    im.fill(0);
    waves(pixels, line, across, start, fade, re);
    if (line + EVERY < count) waves(pixels, line + EVERY, across, start, fade, im);
    TRANSFORM.forward(re, im);
    for (let k = 0; k < power.length; k++) {
      const mirrored = (SPAN - k) % SPAN;
      power[k]! += (re[k]! ** 2 + im[k]! ** 2 + re[mirrored]! ** 2 + im[mirrored]! ** 2) / 2;
    }
  }
  return power;
}

/** Second differences of the gray along the middle of a row or column, fading towards both ends as `fade` says. */
function waves(
  pixels: Pixels,
  line: number,
  across: boolean,
  start: number,
  fade: Float64Array,
  into: Float64Array,
): void {
  const { width, data } = pixels;
  const [step, next] = across ? [3, width * 3] : [width * 3, 3];
  let place = line * next + start * step;
  let [before, here] = [gray(data, place), gray(data, place + step)];
  for (let at = 1; at < fade.length - 1; at++) {
    place += step;
    const after = gray(data, place + step);
    const wave = 2 * here - before - after;
    into[at] = Math.max(-LOUD, Math.min(LOUD, wave)) * fade[at]!;
    before = here;
    here = after;
  }
}

/** Luma by the weights of ITU-R BT.601. */
function gray(data: Uint8Array, at: number): number {
  return (data[at]! * 19595 + data[at + 1]! * 38470 + data[at + 2]! * 7471 + 32768) >> 16;
}
