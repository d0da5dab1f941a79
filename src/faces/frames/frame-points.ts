import type { Pixels, Point, Quad } from '../../imaging/pixels.ts';
import { toGray } from '../../imaging/resample.ts';
import { warp } from '../../imaging/warp.ts';
import type { Model } from '../../inference/model.ts';
import { centre } from '../align.ts';

/** A rectangle of a picture by its middle and its sides in pixels, turned clockwise in radians. */
export interface TurnedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly turn: number;
}

const SIDE = 64;
/** Points of the eyes in the order of iBUG 300-W; the picture's left eye comes first. */
const EYES = [
  [36, 37, 38, 39, 40, 41],
  [42, 43, 44, 45, 46, 47],
];
const NOSE_TIP = 30;
const MOUTH = [48, 54];

/** A turned rectangle as an upright picture, black outside. */
export function cutTurned(pixels: Pixels, box: TurnedBox, width: number, height = width): Pixels {
  const corner = outOf(box);
  const quad = [corner({ x: 0, y: 0 }), corner({ x: 1, y: 0 }), corner({ x: 1, y: 1 }), corner({ x: 0, y: 1 })];
  return warp(pixels, quad as unknown as Quad, width, height, 'black');
}

/** 68 points of the face in a box (order of iBUG 300-W), in pixels of the picture. */
export async function pointsIn(model: Model, pixels: Pixels, box: TurnedBox): Promise<Point[]> {
  const gray = toGray(cutTurned(pixels, box, SIDE));
  const data = Float32Array.from(gray.data, (value) => value / 256);
  const found = (await model.firstOutput({ data, dims: [1, 1, SIDE, SIDE] })).data;
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

function outOf({ x, y, width, height, turn }: TurnedBox): (point: Point) => Point {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (point) => {
    const [across, down] = [(point.x - 0.5) * width, (point.y - 0.5) * height];
    return { x: x + across * cos - down * sin, y: y + across * sin + down * cos };
  };
}
