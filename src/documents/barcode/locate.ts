import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { areaOf, centreOf, contains, scaledQuad, sizeOf } from '../../imaging/quad.ts';
import { type Gray, resizeGray, toGray } from '../../imaging/resample.ts';
import { warp } from '../../imaging/warp.ts';
import { solids } from './dense-blocks.ts';

const LONG_SIDE = 1200;
const BLOCK = 12;
/** A PDF417 has strokes across its rows far more than along them; text has both. */
const MIN_COHERENCE = 0.22;
const MIN_STRENGTH = 180;
/** Neighbouring blocks belong together up to this angle between their strokes (the angle is doubled). */
const MIN_AGREEMENT = 0.6;
const MIN_BLOCKS = 12;
const MAX_GROUPS = 5;
const MAX_REGIONS = 2;
const MIN_WIDTH = 100;
/** Rows are many, but shorter than wide on every licence (AAMVA DL/ID 2020 §D.3). */
const MIN_ASPECT = 1.2;
/** Legible text covers nothing of a barcode, and mostly 0.3 or more of other places with strokes. */
const MAX_TEXT = 0.2;
/** Frames of such proportions on documents without a barcode mostly have less, drawn PDF417 in perspective more. */
const MIN_STRIPES = 0.025;
const SURE_STRIPES = 0.1;
const STRIPES_WIDTH = 800;
const MAX_SLOPE = 0.2;
const STRIPS = 4;
const ROW_STRIPS = 2;

interface Block {
  /** Gradient energy and its direction as a vector of doubled angle. */
  readonly strength: number;
  readonly cos: number;
  readonly sin: number;
  readonly strong: boolean;
  /** Its strokes have one direction. */
  readonly coherent: boolean;
}

/**
 * Where strokes stand side by side in one direction, as stacked barcodes have them, largest first: corners with the
 * strokes upright. A hint where to look, not a finding. `texts` are the places of text that was read: what is full of
 * it is no barcode.
 */
export function locateBarcodes(pixels: Pixels, texts: readonly Quad[] = []): Quad[] {
  const longer = Math.max(pixels.width, pixels.height);
  const factor = Math.min(1, LONG_SIDE / longer);
  const whole = toGray(pixels);
  const gray = resizeGray(whole, Math.round(whole.width * factor), Math.round(whole.height * factor));
  const columns = Math.floor((gray.width - 2) / BLOCK);
  const rows = Math.floor((gray.height - 2) / BLOCK);
  const blocks = Array.from({ length: Math.max(0, columns * rows) }, (_, at) =>
    blockAt(gray, 1 + (at % columns) * BLOCK, 1 + Math.floor(at / columns) * BLOCK),
  );
  const directed = blocks.map((block) => (block.strong && block.coherent ? block : null));
  const frames = groups(directed, columns)
    .filter((group) => group.length >= MIN_BLOCKS)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_GROUPS)
    .map((group) => frame(group, directed, columns, 1 / factor));
  const values = Float32Array.from(blocks, ({ strength }) => strength);
  const full = solids({ columns, rows, values }).map((quad) => scaledQuad(quad, BLOCK / factor));
  const found: StraightBarcode[] = [];
  for (const quad of [...full, ...frames].filter((one) => !isText(one, texts))) {
    found.push(straightened(pixels, quad));
    // Sharp bars leave no doubt, and looking on takes long.
    if (found.at(-1)!.stripes >= SURE_STRIPES) return [found.at(-1)!.quad];
  }
  return found
    .filter(({ stripes }) => stripes >= MIN_STRIPES)
    .sort((a, b) => b.stripes - a.stripes)
    .slice(0, MAX_REGIONS)
    .map(({ quad }) => quad);
}

function isText(quad: Quad, texts: readonly Quad[]): boolean {
  const inside = texts.filter((text) => contains(quad, centreOf(text)));
  return inside.reduce((sum, text) => sum + areaOf(text), 0) > areaOf(quad) * MAX_TEXT;
}

/**
 * Turns a frame so that its strokes stand upright. `stripes` is how much its columns differ from those two pixels
 * further, as a part of all differences. Every codeword of a PDF417 begins with a bar (ISO/IEC 15438 §5.3).
 */
function straightened(pixels: Pixels, quad: Quad): StraightBarcode {
  const [width, height] = sizeOf(quad);
  if (width < MIN_WIDTH || width < height * MIN_ASPECT) return { quad, stripes: 0 };
  const factor = Math.min(1, STRIPES_WIDTH / width);
  const gray = toGray(warp(pixels, quad, Math.round(width * factor), Math.round(height * factor)));
  const columns = inStrips(gray, STRIPS);
  const stripes = columns.reduce((sum, strip) => sum + strip.stripes, 0) / STRIPS / Math.max(1, variance(gray));
  if (stripes < MIN_STRIPES) return { quad, stripes };
  const rows = inStrips(transposed(gray), ROW_STRIPS);
  const leans = { columns: ends(columns.map(({ slope }) => slope)), rows: ends(rows.map(({ slope }) => slope)) };
  return { quad: sheared(quad, leans), stripes };
}

function inStrips(gray: Gray, count: number): { slope: number; stripes: number }[] {
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((gray.width * edge) / count)) as [number, number];
    return stripesOf(gray, from, to);
  });
}

/** Where the line through values at the middles of equal strips begins and ends: in perspective, columns converge. */
function ends(values: readonly number[]): [number, number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let product = 0;
  let squares = 0;
  values.forEach((value, at) => {
    product += (at - middle) * (value - mean);
    squares += (at - middle) ** 2;
  });
  const rise = (product / squares) * (values.length / 2);
  return [mean - rise, mean + rise];
}

/** The lean at which columns differ most from their neighbours, in pixels sideways a row. */
function stripesOf(gray: Gray, from: number, to: number): { slope: number; stripes: number } {
  let best = { slope: 0, stripes: 0 };
  for (let slope = -MAX_SLOPE; slope <= MAX_SLOPE; slope += 0.01) {
    const stripes = stripesAt(gray, slope, from, to);
    if (stripes > best.stripes) best = { slope, stripes };
  }
  return best;
}

function transposed({ width, height, data: source }: Gray): Gray {
  const data = new Uint8Array(source.length);
  for (let at = 0; at < source.length; at++) data[(at % width) * height + Math.floor(at / width)] = source[at]!;
  return { width: height, height: width, data };
}

function stripesAt({ width, height, data }: Gray, slope: number, from: number, to: number): number {
  const sums = new Float64Array(width);
  const counts = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    const shift = Math.round(slope * (y - height / 2));
    const end = Math.min(width, to + shift);
    for (let x = Math.max(0, from + shift); x < end; x++) {
      sums[x - shift]! += data[y * width + x]!;
      counts[x - shift]!++;
    }
  }
  let sum = 0;
  for (let x = from + 2; x < to; x++) {
    if (counts[x]! > 0 && counts[x - 2]! > 0) sum += (sums[x]! / counts[x]! - sums[x - 2]! / counts[x - 2]!) ** 2;
  }
  return sum / (to - from);
}

function variance({ data }: Gray): number {
  let sum = 0;
  let squares = 0;
  for (const value of data) {
    sum += value;
    squares += value * value;
  }
  return squares / data.length - (sum / data.length) ** 2;
}

interface StraightBarcode {
  readonly quad: Quad;
  readonly stripes: number;
}

interface Leans {
  /** Of the columns at the left and at the right end. */
  readonly columns: readonly [number, number];
  /** Of the rows at the top and at the bottom. */
  readonly rows: readonly [number, number];
}

/** Leans the sides of a rectangle about their middles. */
function sheared([topLeft, topRight, , bottomLeft]: Quad, { columns, rows }: Leans): Quad {
  const across = { x: (topRight.x - topLeft.x) / 2, y: (topRight.y - topLeft.y) / 2 };
  const down = { x: (bottomLeft.x - topLeft.x) / 2, y: (bottomLeft.y - topLeft.y) / 2 };
  const centre = { x: topLeft.x + across.x + down.x, y: topLeft.y + across.y + down.y };
  // A quarter turn of `across` points down, and one of `down` to the left.
  const corner = (a: 1 | -1, b: 1 | -1) => {
    const column = columns[a < 0 ? 0 : 1];
    const row = rows[b < 0 ? 0 : 1];
    return {
      x: centre.x + a * (across.x - across.y * row) + b * (down.x + down.y * column),
      y: centre.y + a * (across.y + across.x * row) + b * (down.y - down.x * column),
    };
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** The structure tensor over a block. */
function blockAt({ width, data }: Gray, left: number, top: number): Block {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let y = top; y < top + BLOCK; y++) {
    for (let x = left, at = y * width + left; x < left + BLOCK; x++, at++) {
      // Scharr's weights: those of a plain difference bend directions towards the axes.
      const falling = data[at + width + 1]! - data[at - width - 1]!;
      const rising = data[at - width + 1]! - data[at + width - 1]!;
      const dx = (3 * (falling + rising) + 10 * (data[at + 1]! - data[at - 1]!)) / 16;
      const dy = (3 * (falling - rising) + 10 * (data[at + width]! - data[at - width]!)) / 16;
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
    }
  }
  const strength = (xx + yy) / (BLOCK * BLOCK);
  const length = Math.hypot(xx - yy, 2 * xy);
  const cos = length === 0 ? 1 : (xx - yy) / length;
  const sin = length === 0 ? 0 : (2 * xy) / length;
  return {
    strength,
    cos,
    sin,
    strong: strength >= MIN_STRENGTH,
    coherent: length >= MIN_COHERENCE * (xx + yy),
  };
}

/** Connected blocks, over gaps of one, whose strokes have nearly the same direction. */
function groups(blocks: readonly (Block | null)[], columns: number): number[][] {
  const seen = new Uint8Array(blocks.length);
  const found: number[][] = [];
  for (let start = 0; start < blocks.length; start++) {
    if (blocks[start] && !seen[start]) found.push(groupFrom(start, blocks, columns, seen));
  }
  return found;
}

/** The group of a block. Marks its blocks in `seen`. */
function groupFrom(start: number, blocks: readonly (Block | null)[], columns: number, seen: Uint8Array): number[] {
  const group = [start];
  seen[start] = 1;
  for (let next = 0; next < group.length; next++) {
    const at = group[next]!;
    const block = blocks[at]!;
    for (const other of around(at, columns)) {
      const neighbour = blocks[other];
      if (!neighbour || seen[other]) continue;
      if (block.cos * neighbour.cos + block.sin * neighbour.sin < MIN_AGREEMENT) continue;
      seen[other] = 1;
      group.push(other);
    }
  }
  return group;
}

/** The places up to two rows and columns from a block; above the first and below the last row there is no block. */
function around(at: number, columns: number): number[] {
  const column = at % columns;
  const shifts = [-2, -1, 0, 1, 2];
  const beside = shifts.filter((shift) => column + shift >= 0 && column + shift < columns);
  return shifts.flatMap((row) => beside.map((shift) => at + row * columns + shift));
}

/** The rectangle around a group along its direction, with room for start patterns and quiet zone. */
function frame(group: readonly number[], blocks: readonly (Block | null)[], columns: number, scale: number): Quad {
  let cos = 0;
  let sin = 0;
  for (const at of group) {
    cos += blocks[at]!.cos;
    sin += blocks[at]!.sin;
  }
  const angle = Math.atan2(sin, cos) / 2;
  const across = { x: Math.cos(angle), y: Math.sin(angle) };
  const along = { x: -across.y, y: across.x };
  const centres = group.map((at) => ({
    x: (1 + ((at % columns) + 0.5) * BLOCK) * scale,
    y: (1 + (Math.floor(at / columns) + 0.5) * BLOCK) * scale,
  }));
  const us = centres.map(({ x, y }) => x * across.x + y * across.y).sort((a, b) => a - b);
  const vs = centres.map(({ x, y }) => x * along.x + y * along.y).sort((a, b) => a - b);
  const margin = 2 * BLOCK * scale;
  const [left, right] = [us[0]! - margin, us.at(-1)! + margin];
  const [top, bottom] = [vs[0]! - margin, vs.at(-1)! + margin];
  const corner = (u: number, v: number) => ({ x: u * across.x + v * along.x, y: u * across.y + v * along.y });
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}
