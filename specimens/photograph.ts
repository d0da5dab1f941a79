import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Pixels, Point, Quad } from '../src/imaging/pixels.ts';
import { mapCorners, rectangle, scaledQuad } from '../src/imaging/quad.ts';
import { resize } from '../src/imaging/resample.ts';
import { projection, warp } from '../src/imaging/warp.ts';
import { desk, hand } from './desk.ts';
import { darken, defocus, light, motion, noise } from './lens.ts';
import { Random } from './random.ts';
import { canvasOf, pixelsOf } from './sheet.ts';
import { visible } from './specimen.ts';
import type { Side, Specimen, Truth } from './truth.ts';

/** What can go wrong with a picture of a document. Each is on its own, or several are given together. */
export type Damage =
  /** Turned by 6 to 20 degrees. */
  | 'tilt'
  | 'perspective'
  | 'rot90'
  | 'rot180'
  | 'rot270'
  | 'defocus'
  | 'motion'
  | 'jpeg40'
  /** 500 pixels wide in all. */
  | 'small'
  | 'dark'
  /** A light reflected so that the print below pales but can be read. */
  | 'glare'
  | 'noise'
  | 'shadow'
  /** Fingers over a corner that holds no text. */
  | 'hand'
  /** The page takes a third of the picture's width. */
  | 'far'
  /** So blurred that nobody can read it. */
  | 'unreadable'
  /** The frame cuts a third of the page off. */
  | 'cut'
  /** A burnt-out spot over the text. */
  | 'burnt';

/** The damages under which a document must still be read. */
export const READABLE_DAMAGES: readonly Damage[] = [
  'tilt',
  'perspective',
  'rot90',
  'rot180',
  'rot270',
  'defocus',
  'motion',
  'jpeg40',
  'small',
  'dark',
  'glare',
  'noise',
  'shadow',
  'hand',
  'far',
];

export interface ShotOptions {
  /** Which sides lie on the desk; by default the first and, where only the second has the zone or barcode, both. */
  readonly sides?: 'front' | 'back' | 'both';
  /** A flat scan without a desk. */
  readonly scan?: boolean;
  /** Scanned sides lie beside each other, not below each other. */
  readonly beside?: boolean;
  /** 1 as printed, 0 all gray. */
  readonly contrast?: number;
  /** Pixels across the picture, and the quality of its JPEG; by default as a camera gives them. */
  readonly width?: number;
  readonly quality?: number;
}

export interface Shot {
  readonly jpeg: Buffer;
  readonly pixels: Pixels;
  readonly truth: Truth;
}

/** A picture of a specimen, printed and photographed with the damages given; the same for the same seed. */
export function photograph(
  specimen: Specimen,
  seed: number | string,
  damages: Damage | readonly Damage[] = [],
  options: ShotOptions = {},
): Shot {
  const random = new Random(`photograph ${seed}`);
  const wrong = new Set(typeof damages === 'string' ? [damages] : damages);
  const sides = sidesOf(specimen, options.sides);
  const scene = options.scan ? scan(sides, options.beside ?? false) : onDesk(sides, wrong, random);
  let pixels = throughLens(scene, wrong, random);
  if (options.contrast !== undefined) fade(pixels, options.contrast);
  let quads = scene.quads;
  let portrait = sides.findIndex((side) => side.portrait) >= 0 ? portraitIn(sides, quads) : null;
  const width = options.width ?? (wrong.has('small') ? 500 : pixels.width);
  if (width !== pixels.width) {
    const factor = width / pixels.width;
    pixels = resize(pixels, width, Math.round(pixels.height * factor));
    quads = quads.map((quad) => scaledQuad(quad, factor));
    portrait = portrait && scaledQuad(portrait, factor);
  }
  const quality = options.quality ?? (wrong.has('jpeg40') ? 40 : random.whole(82, 94));
  const jpeg = canvasOf(pixels).toBuffer('image/jpeg', quality);
  const shown = visible(specimen.truth, sides);
  const bar = shown.bar && shown.bar * shrunk(sides, quads);
  const truth = { ...shown, bar, damages: [...wrong], pages: quads, portrait };
  return { jpeg, pixels, truth };
}

interface Scene {
  readonly canvas: Canvas;
  readonly quads: readonly Quad[];
}

function sidesOf({ sides }: Specimen, wanted: ShotOptions['sides']): readonly Side[] {
  if (wanted === 'back' && sides[1]) return [sides[1]];
  const both = wanted === 'both' || (wanted === undefined && sides[1] && (sides[1].mrz || sides[1].barcode));
  return both && sides[1] ? sides : [sides[0]!];
}

/** Sides one above the other or beside each other on white, as an office's scanner gives them. */
function scan(sides: readonly Side[], beside: boolean): Scene {
  const gap = sides.length > 1 ? 40 : 0;
  const [widths, heights] = [sides.map(({ pixels }) => pixels.width), sides.map(({ pixels }) => pixels.height)];
  const along = (lengths: readonly number[]) => lengths.reduce((sum, length) => sum + length + gap, -gap);
  const width = beside ? along(widths) : Math.max(...widths);
  const height = beside ? Math.max(...heights) : along(heights);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  let at = 0;
  const quads = sides.map(({ pixels }) => {
    const [x, y] = beside ? [at, 0] : [0, at];
    context.drawImage(canvasOf(pixels), x, y);
    at += (beside ? pixels.width : pixels.height) + gap;
    return rectangle(x, y, pixels.width, pixels.height);
  });
  return { canvas, quads };
}

/** Takes contrast away, as a pale copy or a lamp on the glass does. */
function fade({ data }: Pixels, contrast: number): void {
  const gray = 170;
  for (let at = 0; at < data.length; at++) data[at] = gray + (data[at]! - gray) * contrast;
}

/** Places the sides on a desk, one above the other, and turns, tilts and lights the scene. */
function onDesk(sides: readonly Side[], wrong: ReadonlySet<Damage>, random: Random): Scene {
  const longest = Math.max(...sides.map(({ pixels }) => pixels.width));
  const share = wrong.has('far') ? random.between(0.36, 0.44) : random.between(0.78, 0.9);
  const width = Math.round(random.between(1250, 1600));
  const size = (width * share) / longest;
  const gap = sides.length > 1 ? 26 : 0;
  const tall = sides.reduce((sum, { pixels }) => sum + pixels.height * size, 0) + gap;
  const height = Math.round(Math.max(tall / Math.min(0.88, share + 0.05), width * 0.6));
  const quads: Quad[] = [];
  let y = (height - tall) / 2;
  for (const { pixels } of sides) {
    const wide = pixels.width * size;
    quads.push(rectangle((width - wide) / 2, y, wide, pixels.height * size));
    y += pixels.height * size + gap;
  }
  return turned({ sides, quads, width, height, wrong, random });
}

interface Layed {
  readonly sides: readonly Side[];
  readonly quads: readonly Quad[];
  readonly width: number;
  readonly height: number;
  readonly wrong: ReadonlySet<Damage>;
  readonly random: Random;
}

function turned({ sides, quads: flat, width, height, wrong, random }: Layed): Scene {
  const quarter = wrong.has('rot90') ? 1 : wrong.has('rot180') ? 2 : wrong.has('rot270') ? 3 : 0;
  const degrees = wrong.has('tilt') ? random.between(6, 20) * random.pick([-1, 1]) : random.between(-1.5, 1.5);
  const frame = quarter % 2 ? { width: height, height: width } : { width, height };
  const view = viewOf(width, height, frame, quarter * 90 + degrees, wrong.has('perspective'), random);
  const quads = within(
    flat.map((quad) => mapCorners(quad, view)),
    frame,
  );
  const shift = wrong.has('cut') ? { x: frame.width * 0.3 * random.pick([-1, 1]), y: 0 } : { x: 0, y: 0 };
  const moved = quads.map((quad) => mapCorners(quad, ({ x, y }) => ({ x: x + shift.x, y: y + shift.y })));
  const canvas = createCanvas(frame.width, frame.height);
  const context = canvas.getContext('2d');
  desk(context, frame.width, frame.height, random);
  for (const [index, side] of sides.entries()) place(canvas, side, moved[index]!, random);
  const zones = sides.flatMap(({ zones, pixels }, index) => {
    const map = projection(rectangle(0, 0, pixels.width, pixels.height), moved[index]!);
    return zones.map((zone) => mapCorners(zone, map));
  });
  if (wrong.has('hand')) hand(context, freeCorner(moved[0]!, zones), moved[0]!, random);
  light(context, frame, zones, wrong, random);
  return { canvas, quads: moved };
}

/** The map from the flat desk into the picture: turned about the middle, shrunk to fit, and seen from aside. */
function viewOf(
  width: number,
  height: number,
  frame: { width: number; height: number },
  degrees: number,
  perspective: boolean,
  random: Random,
): (point: Point) => Point {
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const corners = rectangle(-width / 2, -height / 2, width, height).map(({ x, y }) => ({
    x: x * cosine - y * sine,
    y: x * sine + y * cosine,
  }));
  const widest = Math.max(...corners.map(({ x }) => Math.abs(x))) * 2;
  const highest = Math.max(...corners.map(({ y }) => Math.abs(y))) * 2;
  // The desk may leave the frame a little, the page on it not.
  const fit = Math.min(1, (frame.width / widest) * 1.1, (frame.height / highest) * 1.1);
  const strength = perspective ? random.between(0.06, 0.14) : random.between(0, 0.012);
  const [leanX, leanY] = [strength * random.pick([-1, 1]), strength * random.pick([-1, 1]) * random.next()];
  const seen = corners.map(({ x, y }) => {
    const depth = 1 + leanX * ((2 * x) / widest) + leanY * ((2 * y) / highest);
    return { x: frame.width / 2 + (x * fit) / depth, y: frame.height / 2 + (y * fit) / depth };
  });
  return projection(rectangle(0, 0, width, height), seen as unknown as Quad);
}

/** Pages moved and shrunk as far as needed to lie in the frame with a margin around them. */
function within(quads: readonly Quad[], { width, height }: { width: number; height: number }): Quad[] {
  const points = quads.flat();
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const fit = Math.min(1, (width * 0.95) / (right - left), (height * 0.95) / (bottom - top));
  const moved = ({ x, y }: Point): Point => ({
    x: width / 2 + (x - (left + right) / 2) * fit,
    y: height / 2 + (y - (top + bottom) / 2) * fit,
  });
  return quads.map((quad) => mapCorners(quad, moved));
}

function place(canvas: Canvas, side: Side, quad: Quad, random: Random): void {
  const context = canvas.getContext('2d');
  const { pixels } = side;
  const left = Math.floor(Math.min(...quad.map(({ x }) => x)));
  const top = Math.floor(Math.min(...quad.map(({ y }) => y)));
  const width = Math.ceil(Math.max(...quad.map(({ x }) => x))) - left;
  const height = Math.ceil(Math.max(...quad.map(({ y }) => y))) - top;
  const back = projection(quad, rectangle(0, 0, pixels.width, pixels.height));
  const window = mapCorners(rectangle(left, top, width, height), back);
  const seen = canvasOf(warp(pixels, window, width, height));
  context.save();
  outline(canvas, side, quad);
  context.shadowColor = 'rgb(0 0 0 / 0.55)';
  context.shadowBlur = random.between(8, 26);
  context.shadowOffsetX = random.between(-8, 8);
  context.shadowOffsetY = random.between(2, 12);
  context.fillStyle = '#999';
  context.fill();
  context.restore();
  context.save();
  outline(canvas, side, quad);
  context.clip();
  context.drawImage(seen, left, top);
  context.restore();
}

/** The page's edge with its round corners, as the camera sees it. */
function outline(canvas: Canvas, { pixels: { width, height }, radius }: Side, quad: Quad): void {
  const map = projection(rectangle(0, 0, width, height), quad);
  const context = canvas.getContext('2d');
  context.beginPath();
  const centres: [number, number, number][] = [
    [radius, radius, Math.PI],
    [width - radius, radius, -Math.PI / 2],
    [width - radius, height - radius, 0],
    [radius, height - radius, Math.PI / 2],
  ];
  for (const [x, y, start] of centres) {
    for (let step = 0; step <= 5; step++) {
      const angle = start + (step / 5) * (Math.PI / 2);
      const point = map({ x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) });
      context.lineTo(point.x, point.y);
    }
  }
  context.closePath();
}

function throughLens(scene: Scene, wrong: ReadonlySet<Damage>, random: Random): Pixels {
  let pixels = pixelsOf(scene.canvas);
  const size = pixels.width / 1400;
  if (wrong.has('unreadable')) pixels = defocus(pixels, 9 * size);
  else if (wrong.has('defocus')) pixels = defocus(pixels, random.between(1.1, 1.7) * size);
  if (wrong.has('motion')) pixels = motion(pixels, random.between(4, 7) * size, random.between(0, Math.PI));
  if (wrong.has('dark')) darken(pixels, random.between(0.22, 0.35), random);
  noise(pixels, wrong.has('noise') ? random.between(9, 15) : wrong.has('dark') ? 5 : 1.2, random);
  return pixels;
}

function portraitIn(sides: readonly Side[], quads: readonly Quad[]): Quad {
  const index = sides.findIndex((side) => side.portrait);
  const { pixels, portrait } = sides[index]!;
  return mapCorners(portrait!, projection(rectangle(0, 0, pixels.width, pixels.height), quads[index]!));
}

/** Pixels of the picture for one of a side that has a barcode. */
function shrunk(sides: readonly Side[], quads: readonly Quad[]): number {
  const at = sides.findIndex(({ barcode }) => barcode !== null);
  const [left, right] = [quads[at]![0], quads[at]![1]];
  return Math.hypot(right.x - left.x, right.y - left.y) / sides[at]!.pixels.width;
}

/** The corner of the page that is farthest from any text that matters. */
function freeCorner(page: Quad, zones: readonly Quad[]): number {
  const points = zones.flat();
  const distances = page.map((corner) => Math.min(...points.map(({ x, y }) => Math.hypot(x - corner.x, y - corner.y))));
  return distances.indexOf(Math.max(...distances));
}
