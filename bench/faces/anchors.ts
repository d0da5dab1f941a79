import type { CalibrationPoint } from '../../src/inference/manifest-schema.ts';

/** How many similarities lie in each interval of `width`, the first from `from` on. */
export interface Histogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/** Confidence and the rate of false matches that it stands for. */
const COUNTED: readonly (readonly [confidence: number, rate: number])[] = [
  [60, 1e-2],
  [70, 1e-3],
  [80, 1e-4],
];

export function histogram(values: Iterable<number>, from = -0.5, width = 0.001): Histogram {
  const counts: number[] = new Array(Math.ceil((1 - from) / width) + 1).fill(0);
  for (const value of values) counts[Math.max(0, Math.min(counts.length - 1, Math.floor((value - from) / width)))]!++;
  return { from, width, counts };
}

/** The part of the values at or above a similarity, with those of its interval shared out evenly. */
export function partAbove({ from, width, counts }: Histogram, similarity: number): number {
  const place = (similarity - from) / width;
  let [above, all] = [0, 0];
  for (const [index, count] of counts.entries()) {
    all += count;
    above += count * Math.max(0, Math.min(1, index + 1 - place));
  }
  return above / all;
}

/** The similarity above which the given part of the values lies. */
export function similarityAt({ from, width, counts }: Histogram, part: number): number {
  const wanted = part * counts.reduce((sum, count) => sum + count, 0);
  let above = 0;
  for (let index = counts.length - 1; index >= 0; index--) {
    const count = counts[index]!;
    if (above + count >= wanted) return from + width * (index + 1 - (wanted - above) / count);
    above += count;
  }
  return from;
}

/**
 * Anchors of the calibration from the similarities of different people. At 90 there are too few pairs to count. The
 * rate of false matches falls ever faster with similarity. A straight line through the last two counted anchors, on the
 * logarithm of the rate, therefore asks for more than is needed.
 */
export function anchorsOf(impostors: Histogram): CalibrationPoint[] {
  const counted = COUNTED.map(([score, rate]): [number, number] => [similarityAt(impostors, rate), score]);
  const step = counted[2]![0] - counted[1]![0];
  return [...counted, [counted[2]![0] + step, 90] as [number, number]].map(([at, score]) => [
    Math.round(at * 1e4) / 1e4,
    score,
  ]);
}
