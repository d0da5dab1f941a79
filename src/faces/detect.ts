import type { Box, Pixels, Point } from '../imaging/pixels.ts';
import { resize, resizePart, rotate90 } from '../imaging/resample.ts';
import type { Model } from '../inference/model.ts';
import { tensor } from './align.ts';

/** Where the detector sees a face, in pixels of the picture. */
export interface Detection {
  readonly box: Box;
  /** 0-1. */
  readonly score: number;
  /** The eyes, the one further left in an upright face first. */
  readonly eyes: readonly [Point, Point];
}

const SIDE = 256;
/** Grids of the network's two output scales: cells a side, and anchors a cell. */
const GRIDS = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
];
const MIN_SCORE = 0.5;
/** Boxes that share more than this part of the smaller one show the same face, or a part of it. */
const MAX_OVERLAP = 0.4;
/** Detection sees a picture 256 pixels wide: more than this on the longer side would only cost time. */
const MAX_SIDE = 1280;

/** Which parts of a picture are looked at. */
export type Effort = 'whole' | 'small faces';

/** A picture as small as faces are looked for in it. */
export function forDetection(pixels: Pixels): Pixels {
  const shrink = Math.min(1, MAX_SIDE / Math.max(pixels.width, pixels.height));
  const [width, height] = [pixels.width, pixels.height].map((length) => Math.max(1, Math.round(length * shrink)));
  return resize(pixels, width!, height!);
}

/**
 * Faces in a picture, the surest first; `small` is the same picture for detection. With `small faces` overlapping tiles
 * are looked at as well as the whole. `turns` says how often the picture is turned clockwise by 90° before; places are
 * those of the picture as given.
 */
export async function detect(
  model: Model,
  pixels: Pixels,
  small: Pixels,
  effort: Effort,
  turns = 0,
): Promise<Detection[]> {
  const picture = rotate90(small, turns);
  const { width, height } = picture;
  const long = Math.max(width, height);
  // A margin lets faces that fill their picture be seen whole.
  const views: Box[] = [square(width / 2, height / 2, long), square(width / 2, height / 2, long * 1.5)];
  if (effort === 'small faces') views.push(...tiles(width, height));
  const found: Detection[] = [];
  for (const view of views) found.push(...(await look(model, picture, view)));
  const back = (point: Point): Point => {
    const { x, y } = turnedBack(point, picture, turns);
    return { x: (x * pixels.width) / small.width, y: (y * pixels.height) / small.height };
  };
  return distinct(found).map(({ box, score, eyes }) => {
    const [a, b] = [back(box), back({ x: box.x + box.width, y: box.y + box.height })];
    const corner = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) };
    const whole = { ...corner, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
    return { box: whole, score, eyes: [back(eyes[0]), back(eyes[1])] };
  });
}

/** Where a point of a turned picture was before its clockwise quarter turns. */
function turnedBack(point: Point, turned: Pixels, turns: number): Point {
  let { x, y } = point;
  let [width, height] = [turned.width, turned.height];
  for (let turn = 0; turn < turns; turn++) {
    [x, y] = [y, width - x];
    [width, height] = [height, width];
  }
  return { x, y };
}

/** Squares of 0.6 times the longer side that cover the picture and overlap. */
function tiles(width: number, height: number): Box[] {
  const side = Math.max(width, height) * 0.6;
  const places = (length: number) =>
    length <= side ? [length / 2] : [side / 2, ...(length > side * 1.4 ? [length / 2] : []), length - side / 2];
  return places(height).flatMap((y) => places(width).map((x) => square(x, y, side)));
}

function square(x: number, y: number, side: number): Box {
  return { x: Math.round(x - side / 2), y: Math.round(y - side / 2), width: Math.ceil(side), height: Math.ceil(side) };
}

async function look(model: Model, pixels: Pixels, view: Box): Promise<Detection[]> {
  const small = resizePart(pixels, view, SIDE, SIDE);
  const outputs = await model.run({ input: tensor([small], [127.5, 127.5, 127.5], 1 / 127.5) });
  const scale = view.width / SIDE;
  const place = (x: number, y: number): Point => ({ x: view.x + x * scale, y: view.y + y * scale });
  const found: Detection[] = [];
  for (const [grid, { cells, anchors }] of GRIDS.entries()) {
    const scores = outputs[`output${grid}`]!.data;
    const shapes = outputs[`output${grid + GRIDS.length}`]!.data;
    for (let anchor = 0; anchor < scores.length; anchor++) {
      const score = 1 / (1 + Math.exp(-scores[anchor]!));
      if (score < MIN_SCORE) continue;
      const cell = Math.floor(anchor / anchors);
      const x = ((cell % cells) + 0.5) * (SIDE / cells);
      const y = (Math.floor(cell / cells) + 0.5) * (SIDE / cells);
      const shape = shapes.subarray(anchor * 16, anchor * 16 + 16);
      const corner = place(x + shape[0]! - shape[2]! / 2, y + shape[1]! - shape[3]! / 2);
      found.push({
        box: { ...corner, width: shape[2]! * scale, height: shape[3]! * scale },
        score,
        eyes: [place(x + shape[4]!, y + shape[5]!), place(x + shape[6]!, y + shape[7]!)],
      });
    }
  }
  return found;
}

/** Of boxes that overlap, the surest. */
export function distinct<T extends { readonly box: Box; readonly score: number }>(found: readonly T[]): T[] {
  const kept: T[] = [];
  for (const one of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.every(({ box }) => overlap(box, one.box) <= MAX_OVERLAP)) kept.push(one);
  }
  return kept;
}

/** What two boxes share, as a part of the smaller. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / Math.min(a.width * a.height, b.width * b.height);
}
