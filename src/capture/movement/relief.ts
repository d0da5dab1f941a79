import { LIMITS } from './limits.ts';

/** Points of the jaw slide along the outline of a turned head, so they say nothing of its shape. */
const FIRST_POINT = 17;
const POINTS = 68;
/** From between the eyes to these, nose and mouth, a face has the length that sideways turns leave as it is. */
const LENGTH = [33, 48, 51, 54, 57];

/**
 * How far the nose has moved against the rest of the face, positive to the person's own left. A sheet, flat or bent,
 * moves its points by a polynomial of the second degree. The relief is what the depths of a head explain beyond that,
 * by least squares over all points. In lengths from eyes to mouth, a living head has about the sine of its turn.
 */
export function reliefOf(frontal: readonly number[], turned: readonly number[]): number {
  const [before, after] = [scaled(frontal), scaled(turned)];
  const rows: number[][] = [];
  for (let point = FIRST_POINT; point < POINTS; point++) {
    const [x, y] = [before[point * 2]!, before[point * 2 + 1]!];
    rows.push([1, x, y, x * x, x * y, y * y, LIMITS.depths[point]!, after[point * 2]!]);
  }
  return lastCoefficient(rows);
}

/** Points in lengths from between the eyes to nose and mouth. */
function scaled(points: readonly number[]): number[] {
  let length = 0;
  for (const point of LENGTH) length += points[point * 2 + 1]! / LENGTH.length;
  return points.map((value) => value / Math.max(1, Math.abs(length)));
}

/** The mean of points of several frames, each in its own length. */
export function meanPoints(frames: readonly (readonly number[])[]): number[] {
  const all = frames.map(scaled);
  return all[0]!.map((_, at) => (100 * all.reduce((sum, points) => sum + points[at]!, 0)) / all.length);
}

/**
 * The coefficient of the last column but one in the least squares solution for the last column, by the normal equations
 * and elimination. 0 where the columns depend on each other.
 */
function lastCoefficient(rows: readonly (readonly number[])[]): number {
  const columns = rows[0]!.length - 1;
  const sums = Array.from({ length: columns }, () => new Float64Array(columns + 1));
  for (const row of rows) {
    for (let i = 0; i < columns; i++) for (let j = 0; j <= columns; j++) sums[i]![j]! += row[i]! * row[j]!;
  }
  for (let pivot = 0; pivot < columns; pivot++) {
    const by = sums[pivot]!;
    if (Math.abs(by[pivot]!) < 1e-9) return 0;
    for (let row = pivot + 1; row < columns; row++) {
      const factor = sums[row]![pivot]! / by[pivot]!;
      for (let column = pivot; column <= columns; column++) sums[row]![column]! -= factor * by[column]!;
    }
  }
  const last = sums[columns - 1]!;
  return last[columns]! / last[columns - 1]!;
}
