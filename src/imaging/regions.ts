import type { Point, Quad } from './pixels.ts';

/** A connected part of a map that is over its threshold. */
export interface Region {
  /** Convex hull, in map coordinates. */
  readonly hull: readonly Point[];
  /** Mean value of the map over the region, 0 to 1. */
  readonly score: number;
  readonly pixels: number;
}

/** Regions of fewer pixels are specks. */
const MIN_PIXELS = 12;

/** The 8-connected regions of a map whose values are over `threshold`. */
export function regionsOf(map: Float32Array, width: number, height: number, threshold: number): Region[] {
  const seen = new Uint8Array(map.length);
  const stack = new Int32Array(map.length);
  const regions: Region[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || map[start]! <= threshold) continue;
    let depth = 0;
    let pixels = 0;
    let sum = 0;
    const edges = new Map<number, [number, number]>();
    stack[depth++] = start;
    seen[start] = 1;
    while (depth > 0) {
      const at = stack[--depth]!;
      const x = at % width;
      const y = (at - x) / width;
      pixels++;
      sum += map[at]!;
      const row = edges.get(y);
      if (!row) edges.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let dy = -1; dy <= 1; dy++) {
        if (y + dy < 0 || y + dy >= height) continue;
        for (let dx = -1; dx <= 1; dx++) {
          if (x + dx < 0 || x + dx >= width) continue;
          const next = at + dy * width + dx;
          if (seen[next] || map[next]! <= threshold) continue;
          seen[next] = 1;
          stack[depth++] = next;
        }
      }
    }
    if (pixels < MIN_PIXELS) continue;
    const points: Point[] = [];
    for (const [y, [left, right]] of edges) {
      points.push({ x: left, y }, { x: right + 1, y }, { x: left, y: y + 1 }, { x: right + 1, y: y + 1 });
    }
    regions.push({ hull: convexHull(points), score: sum / pixels, pixels });
  }
  return regions;
}

/** Andrew's monotone chain, anticlockwise. */
export function convexHull(points: Point[]): Point[] {
  const sorted = points.sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && cross(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function cross(o: Point, a: Point, b: Point): number {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/** The rectangle of least area around a hull: centre, unit direction of its longer side, and both sides' lengths. */
export interface Rectangle {
  readonly centre: Point;
  readonly direction: Point;
  readonly length: number;
  readonly thickness: number;
}

/** The rectangle of least area around a convex hull; one of its sides lies on a side of the hull. */
export function leastRectangle(hull: readonly Point[]): Rectangle {
  let best: Rectangle | undefined;
  for (let at = 0; at < hull.length; at++) {
    const a = hull[at]!;
    const b = hull[(at + 1) % hull.length]!;
    const side = Math.hypot(b.x - a.x, b.y - a.y);
    if (side < 1e-6) continue;
    const found = around(hull, { x: (b.x - a.x) / side, y: (b.y - a.y) / side });
    if (!best || found.length * found.thickness < best.length * best.thickness) best = found;
  }
  return best ?? around(hull, { x: 1, y: 0 });
}

function around(hull: readonly Point[], along: Point): Rectangle {
  let [u0, u1, v0, v1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of hull) {
    const u = x * along.x + y * along.y;
    const v = -x * along.y + y * along.x;
    u0 = Math.min(u0, u);
    u1 = Math.max(u1, u);
    v0 = Math.min(v0, v);
    v1 = Math.max(v1, v);
  }
  const [u, v] = [(u0 + u1) / 2, (v0 + v1) / 2];
  const centre = { x: u * along.x - v * along.y, y: u * along.y + v * along.x };
  const [width, height] = [u1 - u0, v1 - v0];
  if (width >= height) return { centre, direction: along, length: width, thickness: height };
  return { centre, direction: { x: -along.y, y: along.x }, length: height, thickness: width };
}

/** Corners in reading order: the longer side runs to the right, or downwards where it is nearly upright. */
export function corners({ centre, direction, length, thickness }: Rectangle): Quad {
  const upright = Math.abs(direction.x) < 0.5;
  const forward = upright ? direction.y > 0 : direction.x > 0;
  const along = forward ? direction : { x: -direction.x, y: -direction.y };
  const down = { x: -along.y, y: along.x };
  const corner = (u: number, v: number): Point => ({
    x: centre.x + (u * along.x * length + v * down.x * thickness) / 2,
    y: centre.y + (u * along.y * length + v * down.y * thickness) / 2,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}
