import type { Pixels, Point } from '../imaging/pixels.ts';
import type { Model } from '../inference/model.ts';
import { centre, cut, mirror, outOf, type Region, regionAround, tensor } from './align.ts';
import type { Detection } from './detect.ts';

/**
 * 468 points of a face in pixels of the picture (MediaPipe's canonical face model), and the network's certainty, 0 to
 * 1.
 */
export interface Mesh {
  readonly points: readonly Point[];
  readonly depths: readonly number[];
  readonly score: number;
}

/** Points by what they lie on; left and right are the picture's. */
export const POINT = {
  leftEyeOuter: 33,
  leftEyeInner: 133,
  rightEyeInner: 362,
  rightEyeOuter: 263,
  noseTip: 1,
  leftMouth: 61,
  rightMouth: 291,
  upperLip: 0,
  lowerLip: 17,
  leftCheek: 234,
  rightCheek: 454,
} as const;

const SIDE = 192;
const EYE_SIDE = 64;
/** How much larger than the face the picture is that the network wants, as MediaPipe cuts it. */
const MARGIN = 1.5;
/** How much larger than the eye the picture is that the iris network wants, as MediaPipe cuts it. */
const EYE_MARGIN = 2.3;

/** Looks twice: the second time at a crop that the first has set straight. */
export async function meshOf(model: Model, pixels: Pixels, detection: Detection): Promise<Mesh> {
  const { box, eyes } = detection;
  const turn = turnOf(eyes[0], eyes[1]);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const first = await lookAt(model, pixels, { ...middle, side: Math.max(box.width, box.height) * MARGIN, turn });
  return lookAt(model, pixels, regionAround(first.points, rollOf(first.points), MARGIN));
}

/** How far the line through the eyes is turned clockwise, in radians. */
export function rollOf(points: readonly Point[]): number {
  return turnOf(points[POINT.leftEyeOuter]!, points[POINT.rightEyeOuter]!);
}

/**
 * How far the lids stand apart, as a part of the eye's width, the mean of both eyes; an open eye has about 0.3. In a
 * face that looks away the eye that is seen better counts alone.
 */
export async function lidOpening(model: Model, pixels: Pixels, mesh: Mesh): Promise<number> {
  const { points } = mesh;
  const turn = rollOf(points);
  const corners = [
    [points[POINT.leftEyeOuter]!, points[POINT.leftEyeInner]!],
    [points[POINT.rightEyeInner]!, points[POINT.rightEyeOuter]!],
  ];
  const crops = corners.map((pair) => cut(pixels, regionAround(pair, turn, EYE_MARGIN), EYE_SIDE));
  // The network knows one eye; the other is shown to it in the mirror.
  const { data } = await model.firstOutput(tensor([mirror(crops[0]!), crops[1]!], [0, 0, 0], 1 / 255));
  const half = data.length / 2;
  const [left, right] = [opening(data.subarray(0, half)), opening(data.subarray(half))];
  const [leftWidth, rightWidth] = corners.map(([a, b]) => Math.hypot(a!.x - b!.x, a!.y - b!.y)) as [number, number];
  const ratio = leftWidth / rightWidth;
  if (ratio > 1.5) return left;
  if (ratio < 1 / 1.5) return right;
  return (left + right) / 2;
}

/** Points 0-8 of the network's answer run along the lower lid from corner to corner, 9-15 along the upper lid. */
function opening(eye: Float32Array): number {
  const at = (index: number) => ({ x: eye[index * 3]!, y: eye[index * 3 + 1]! });
  const [from, to] = [at(0), at(8)];
  let apart = 0;
  for (let index = 0; index < 7; index++) apart += at(index + 1).y - at(index + 9).y;
  return apart / 7 / Math.hypot(to.x - from.x, to.y - from.y);
}

/** How far a face is turned to the side, −1 to 1: where the nose tip lies between the sides of the face. */
export function yawOf({ points }: Mesh): number {
  const turn = rollOf(points);
  const along = ({ x, y }: Point) => x * Math.cos(turn) + y * Math.sin(turn);
  const [left, right] = [along(points[POINT.leftCheek]!), along(points[POINT.rightCheek]!)];
  return (2 * along(points[POINT.noseTip]!) - left - right) / (right - left);
}

/** Eyes, nose tip and corners of the mouth, the picture's left first. */
export function landmarksOf({ points }: Mesh): [Point, Point, Point, Point, Point] {
  return [
    centre([points[POINT.leftEyeOuter]!, points[POINT.leftEyeInner]!]),
    centre([points[POINT.rightEyeInner]!, points[POINT.rightEyeOuter]!]),
    points[POINT.noseTip]!,
    points[POINT.leftMouth]!,
    points[POINT.rightMouth]!,
  ];
}

async function lookAt(model: Model, pixels: Pixels, region: Region): Promise<Mesh> {
  const outputs = await model.run({ input: tensor([cut(pixels, region, SIDE)], [0, 0, 0], 1 / 255) });
  const place = outOf(region);
  const { data } = outputs.output0!;
  const points: Point[] = [];
  const depths: number[] = [];
  for (let at = 0; at < data.length; at += 3) {
    points.push(place({ x: data[at]! / SIDE, y: data[at + 1]! / SIDE }));
    depths.push((data[at + 2]! / SIDE) * region.side);
  }
  return { points, depths, score: outputs.output1!.data[0]! };
}

function turnOf(left: Point, right: Point): number {
  return Math.atan2(right.y - left.y, right.x - left.x);
}
