import type { Point } from '../../imaging/pixels.ts';
import type { Gray } from '../../imaging/resample.ts';

/** A straight line as its normal's direction (radians, 0 to π) and its distance from the origin along it. */
export interface Line {
  readonly theta: number;
  readonly rho: number;
}

/** Edge pixels of a picture, thinned to one across the edge, with the direction of their gradient. */
export interface Edges {
  readonly width: number;
  readonly height: number;
  /** 0 is no edge; otherwise 1 + the gradient's direction in degrees, 0 to 179. */
  readonly directions: Uint8Array;
}

const DEGREE = Math.PI / 180;
const MIN_GRADIENT = 7;
/** A little less than its square, so that no rounding decides. */
const CERTAINLY_FLAT = MIN_GRADIENT ** 2 - 0.01;
const SPREAD = 5;
const RHO_STEP = 1.5;
const NEAR_ANGLE = 4;
const NEAR_RHO = 5;

/** Finds edges by Scharr's operator on a picture of one channel. */
export function edgesOf({ width, height, data }: Gray): Edges {
  const strengths = new Float32Array(width * height);
  const directions = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const falling = data[at + width + 1]! - data[at - width - 1]!;
      const rising = data[at - width + 1]! - data[at + width - 1]!;
      const dx = (3 * (falling + rising) + 10 * (data[at + 1]! - data[at - 1]!)) / 32;
      const dy = (3 * (falling - rising) + 10 * (data[at + width]! - data[at - width]!)) / 32;
      // Most of a picture is flat, and a root of each sum takes long.
      if (dx * dx + dy * dy < CERTAINLY_FLAT) continue;
      const strength = Math.hypot(dx, dy);
      if (strength < MIN_GRADIENT) continue;
      strengths[at] = strength;
      directions[at] = 1 + ((Math.round(Math.atan2(dy, dx) / DEGREE) + 360) % 180);
    }
  }
  const edges = { width, height, directions };
  thin(edges, strengths);
  return edges;
}

/** Takes edge pixels away beside which, across the edge, a stronger one stands. */
function thin({ width, height, directions }: Edges, strengths: Float32Array): void {
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      if (directions[at] === 0) continue;
      const angle = (directions[at]! - 1) * DEGREE;
      const step = Math.round(Math.cos(angle)) + Math.round(Math.sin(angle)) * width;
      if (strengths[at]! < strengths[at + step]! || strengths[at]! <= strengths[at - step]!) directions[at] = 0;
    }
  }
}

/** The lines that most edge pixels lie on, strongest first (Hough transform by gradient direction). */
export function linesOf({ width, height, directions }: Edges, most: number): Line[] {
  const diagonal = Math.hypot(width, height);
  const bins = Math.ceil((2 * diagonal) / RHO_STEP) + 1;
  const votes = new Float32Array(180 * bins);
  const cos = Float64Array.from({ length: 180 }, (_, degree) => Math.cos(degree * DEGREE));
  const sin = Float64Array.from({ length: 180 }, (_, degree) => Math.sin(degree * DEGREE));
  for (let at = 0; at < directions.length; at++) {
    if (directions[at] === 0) continue;
    const x = (at % width) + 0.5;
    const y = Math.floor(at / width) + 0.5;
    for (let spread = -SPREAD; spread <= SPREAD; spread++) {
      const degree = (directions[at]! - 1 + spread + 180) % 180;
      const place = (x * cos[degree]! + y * sin[degree]! + diagonal) / RHO_STEP;
      const bin = Math.floor(place);
      votes[degree * bins + bin]! += 1 - (place - bin);
      votes[degree * bins + bin + 1]! += place - bin;
    }
  }
  const least = Math.min(width, height) * 0.12;
  const lines: Line[] = [];
  while (lines.length < most) {
    const best = indexOfLargest(votes);
    if (votes[best]! < least) break;
    const degree = Math.floor(best / bins);
    const bin = best % bins;
    lines.push({ theta: degree * DEGREE, rho: bin * RHO_STEP - diagonal });
    for (let near = -NEAR_ANGLE; near <= NEAR_ANGLE; near++) {
      // Beyond 0 or 180 degrees the same line has the opposite distance.
      const other = (degree + near + 180) % 180;
      const middle = degree + near === other ? bin : bins - 1 - bin;
      const from = other * bins + Math.max(0, middle - NEAR_RHO);
      votes.fill(0, from, Math.min((other + 1) * bins, other * bins + middle + NEAR_RHO + 1));
    }
  }
  return lines;
}

/** Where two lines meet; `null` where they are parallel. */
export function meet(a: Line, b: Line): Point | null {
  const determinant = Math.sin(b.theta - a.theta);
  if (Math.abs(determinant) < 1e-6) return null;
  return {
    x: (a.rho * Math.sin(b.theta) - b.rho * Math.sin(a.theta)) / determinant,
    y: (b.rho * Math.cos(a.theta) - a.rho * Math.cos(b.theta)) / determinant,
  };
}

/** The angle between two undirected directions in degrees, 0 to 90. */
export function degreesBetween(a: number, b: number): number {
  const difference = Math.abs(a - b) % 180;
  return Math.min(difference, 180 - difference);
}

/** Sideways steps up to three pixels. */
const NEAREST_FIRST = [0, 1, -1, 2, -2, 3, -3];

/** The edge pixels that run along the stretch between two points. `distance`: how far from it, at most 3 pixels. */
export function along({ width, height, directions }: Edges, from: Point, to: Point, distance: number): Stretch {
  const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const normal = (Math.atan2(along.x, -along.y) / DEGREE + 360) % 180;
  const points: Point[] = [];
  const steps = Math.max(1, Math.round(length));
  let hits = 0;
  for (let step = 0; step < steps; step++) {
    const place = ((step + 0.5) / steps) * length;
    for (let away = 0; away <= 2 * distance; away++) {
      const offset = NEAREST_FIRST[away]!;
      const x = Math.floor(from.x + along.x * place - along.y * offset);
      const y = Math.floor(from.y + along.y * place + along.x * offset);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const direction = directions[y * width + x]!;
      if (direction === 0 || degreesBetween(direction - 1, normal) > 20) continue;
      hits++;
      points.push({ x: x + 0.5, y: y + 0.5 });
      break;
    }
  }
  return { support: hits / steps, points };
}

/** How much of a stretch lies on an edge, 0 to 1, and the edge's pixels. */
export interface Stretch {
  readonly support: number;
  readonly points: readonly Point[];
}

/** The line nearest to points by total least squares. */
export function fitted(points: readonly Point[]): Line {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const point of points) {
    xx += (point.x - x) ** 2;
    yy += (point.y - y) ** 2;
    xy += (point.x - x) * (point.y - y);
  }
  const theta = Math.atan2(2 * xy, xx - yy) / 2 + Math.PI / 2;
  return { theta, rho: x * Math.cos(theta) + y * Math.sin(theta) };
}

function indexOfLargest(values: Float32Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if (values[at]! > values[best]!) best = at;
  return best;
}
