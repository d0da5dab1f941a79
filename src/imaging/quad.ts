import type { Point, Quad } from './pixels.ts';

/** The corners of an upright rectangle. */
export function rectangle(x: number, y: number, width: number, height: number): Quad {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

/** The Euclidean distance of two points, in their unit. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Start and end of the top, right, bottom and left side. */
export function sidesOf([topLeft, topRight, bottomRight, bottomLeft]: Quad): [Point, Point][] {
  return [
    [topLeft, topRight],
    [topRight, bottomRight],
    [bottomRight, bottomLeft],
    [bottomLeft, topLeft],
  ];
}

/** The lengths of the top, right, bottom and left side. */
export function sideLengths([a, b, c, d]: Quad): [number, number, number, number] {
  return [distance(a, b), distance(b, c), distance(c, d), distance(d, a)];
}

/** Width and height of a parallelogram: the lengths of its top and its left side. */
export function sizeOf([topLeft, topRight, , bottomLeft]: Quad): [number, number] {
  return [distance(topLeft, topRight), distance(topLeft, bottomLeft)];
}

/** The mean of the corners. */
export function centreOf(quad: Quad): Point {
  return { x: quad.reduce((sum, { x }) => sum + x, 0) / 4, y: quad.reduce((sum, { y }) => sum + y, 0) / 4 };
}

/** The area of a quadrilateral whose sides do not cross. */
export function areaOf([a, b, c, d]: Quad): number {
  return Math.abs((c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x)) / 2;
}

/** Whether every corner turns the same way; corners in reading order. */
export function isConvex(quad: Quad): boolean {
  return sidesOf(quad).every(([from, to], side) => cross(from, to, quad[(side + 2) % 4]!) > 0);
}

/**
 * Whether a point lies inside a convex quadrilateral, or at most `margin` outside. A negative margin asks for that much
 * distance from the sides.
 */
export function contains(quad: Quad, point: Point, margin = 0): boolean {
  return sidesOf(quad).every(([from, to]) => cross(from, to, point) >= -margin * distance(from, to));
}

/** The quadrilateral with each corner changed. */
export function mapCorners([a, b, c, d]: Quad, change: (corner: Point) => Point): Quad {
  return [change(a), change(b), change(c), change(d)];
}

/** The quadrilateral in a picture that is larger by these factors. */
export function scaledQuad(quad: Quad, factorX: number, factorY = factorX): Quad {
  return mapCorners(quad, ({ x, y }) => ({ x: x * factorX, y: y * factorY }));
}

function cross(from: Point, to: Point, point: Point): number {
  return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
}
