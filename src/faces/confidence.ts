import { calibrated } from '../inference/manifest.ts';
import type { CalibrationPoint } from '../inference/manifest-schema.ts';

/**
 * Similarities at which two pictures of different people are confused once in 100, 1,000, 10,000 and 100,000
 * comparisons, and the confidence that each stands for. The first three are counted; the last is extrapolated from
 * them. `node bench/faces/calibrate.ts` prints them from the similarities in bench/faces/similarities.json.
 */
export const ANCHORS: readonly CalibrationPoint[] = [
  [0.2411, 60],
  [0.3294, 70],
  [0.4087, 80],
  [0.488, 90],
];

/** Half of all unrelated faces have a similarity of 0 or less; 1 is the same picture. */
const POINTS: readonly CalibrationPoint[] = [[0, 0], ...ANCHORS, [1, 100]];

/** How sure it is that two faces are one person's, 0-100 with two decimals; rises with `similarity`. */
export function confidence(similarity: number, points: readonly CalibrationPoint[] = POINTS): number {
  return Math.round(calibrated(similarity, points) * 100) / 100;
}
