import type { ModelName, Seen } from '../../bench/liveness/values.ts';
import { posterior, SCALE } from '../../src/faces/liveness/posterior.ts';
import { calibrated } from '../../src/inference/manifest.ts';
import type { CalibrationPoint } from '../../src/inference/manifest-schema.ts';

/** What a model says, as a number to which its log odds are a straight line. MiniFASNet gives a probability. */
interface Link {
  /** Values outside say no more than these. */
  readonly least: number;
  readonly most: number;
  readonly to: (value: number) => number;
  readonly from: (x: number) => number;
}

const LINKS: Readonly<Record<ModelName, Link>> = {
  bundled: { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY, to: (value) => value, from: (x) => x },
  minifasnet: { least: 0.001, most: 0.999, to: logit, from: sigmoid },
};

/** Keeps the slope finite where classes do not overlap. */
const RIDGE = 1e-3;
const ROUNDS = 50;
/** Points of a calibration beside those of the scale, in log odds. */
const GRID = [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6];

/**
 * The calibration of a model: logistic regression by Newton's method. Living people and attacks weigh alike, and so do
 * all sources of each, because the frames of one source are near-copies.
 */
export function fitCalibration(seen: readonly Seen[], model: ModelName): CalibrationPoint[] {
  const { least, most, to, from } = LINKS[model];
  const within = (value: number) => to(Math.min(most, Math.max(least, value)));
  const examples = seen.map((one) => ({ ...one, x: within(one[model]), weight: weightOf(one, seen) }));
  let [offset, slope] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    let [g0, g1, h00, h01, h11] = [0, -RIDGE * slope, 0, 0, RIDGE];
    for (const { x, live, weight } of examples) {
      const p = sigmoid(offset + slope * x);
      const [error, curve] = [weight * (Number(live) - p), weight * p * (1 - p)];
      g0 += error;
      g1 += error * x;
      h00 += curve;
      h01 += curve * x;
      h11 += curve * x * x;
    }
    const determinant = h00 * h11 - h01 * h01;
    offset += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  const line = (x: number) => offset + slope * x;
  const odds = [...SCALE.map(([at]) => at), ...(model === 'bundled' ? [] : GRID)]
    .map((at) => Math.min(line(to(most)), Math.max(line(to(least)), at)))
    .sort((a, b) => a - b);
  return [...new Set(odds)].map((at) => [rounded(from((at - offset) / slope), 4), rounded(calibrated(at, SCALE), 2)]);
}

/** One for each class in all, shared by its sources, and within a source by its frames. */
function weightOf({ live, source }: Seen, seen: readonly Seen[]): number {
  const alike = seen.filter((one) => one.live === live);
  const sources = new Set(alike.map((one) => one.source)).size;
  return 1 / sources / alike.filter((one) => one.source === source).length;
}

/** The score of a frame under calibrations of some models. */
export function scoreBy(calibrations: Readonly<Partial<Record<ModelName, readonly CalibrationPoint[]>>>, one: Seen) {
  const scores = Object.entries(calibrations).map(([model, points]) => calibrated(one[model as ModelName], points));
  return posterior(scores, one.acquaintance);
}

/** The frames that a fit may use: those that the service would judge. */
export function usable(seen: readonly Seen[]): Seen[] {
  return seen.filter(({ refused }) => !refused);
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function logit(p: number): number {
  return Math.log(p / (1 - p));
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
