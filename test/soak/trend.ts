/** A figure over time; `at` in any unit that grows evenly. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

export interface Trend {
  /** Median of the first and of the last third, or the lowest of each. */
  readonly first: number;
  readonly last: number;
  /** What the line of Theil and Sen rises from the first point to the last. */
  readonly rise: number;
}

/** Points that the slopes are taken between: 400 make 80,000 pairs. */
const MAX_POINTS = 400;

/**
 * How a figure develops, whatever single points do. A leak shows in the slope of Theil and Sen, the median of the
 * slopes between all pairs. A step shows in the medians of the thirds. Processes that compile a list come and go by
 * design. For such figures `typical` is `lowest`: what stays is in each point of the last third.
 */
export function trendOf(points: readonly Point[], typical = median): Trend {
  const third = Math.floor(points.length / 3);
  return {
    first: typical(points.slice(0, third).map(({ value }) => value)),
    last: typical(points.slice(-third).map(({ value }) => value)),
    rise: slope(thinned(points)) * ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)),
  };
}

/** The growth that counts: the larger of the slope's rise and the step between the thirds. */
export function growthOf({ first, last, rise }: Trend): number {
  return Math.max(rise, last - first);
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function lowest(values: readonly number[]): number {
  return quantile(values, 0);
}

/** NaN where there is none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

function slope(points: readonly Point[]): number {
  const slopes: number[] = [];
  for (const [index, { at, value }] of points.entries()) {
    for (let later = index + 1; later < points.length; later += 1) {
      const other = points[later]!;
      if (other.at > at) slopes.push((other.value - value) / (other.at - at));
    }
  }
  return slopes.length > 0 ? median(slopes) : 0;
}

function thinned(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, index) => index % step === 0);
}
