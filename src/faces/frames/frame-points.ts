import type { Point } from '../../imaging/pixels.ts';
import type { Model } from '../../inference/model.ts';
import { centre } from '../align.ts';
import { type FramePicture, outOf, type TurnedBox } from './frame-picture.ts';

const SIDE = 64;
/** Points of the eyes in the order of iBUG 300-W; the picture's left eye comes first. */
const EYES = [
  [36, 37, 38, 39, 40, 41],
  [42, 43, 44, 45, 46, 47],
];
const NOSE_TIP = 30;
const MOUTH = [48, 54];

/** 68 points of the face in a box (order of iBUG 300-W), in pixels of the picture. */
export async function pointsIn(model: Model, picture: FramePicture, box: TurnedBox): Promise<Point[]> {
  const found = (await model.firstOutput(picture.gray(box, SIDE))).data;
  const place = outOf(box);
  return Array.from({ length: found.length / 2 }, (_, at) => place({ x: found[at * 2]!, y: found[at * 2 + 1]! }));
}

/** The middles of the eyes, the picture's left first. */
export function eyesOf(points: readonly Point[]): [Point, Point] {
  const [left, right] = EYES.map((eye) => centre(eye.map((at) => points[at]!)));
  return [left!, right!];
}

/** How far the line through the eyes is turned clockwise, in radians. */
export function turnOf(points: readonly Point[]): number {
  const [left, right] = eyesOf(points);
  return Math.atan2(right.y - left.y, right.x - left.x);
}

/** Eyes, nose tip and corners of the mouth, the picture's left first. */
export function fivePoints(points: readonly Point[]): Point[] {
  return [...eyesOf(points), points[NOSE_TIP]!, ...MOUTH.map((at) => points[at]!)];
}
