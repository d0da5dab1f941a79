import type { ModelName, Seen } from '../../bench/liveness/values.ts';
import { posterior, SCALE, UNTRIED } from '../../src/faces/liveness/posterior.ts';
import { calibrated } from '../../src/inference/manifest.ts';
import type { CalibrationPoint } from '../../src/inference/manifest-schema.ts';

/** What a model says, as a number to which its log odds are a straight line. Two of them give a probability. */
interface Link {
  /** Values outside say no more than these. */
  readonly least: number;
  readonly most: number;
  readonly to: (value: number) => number;
  readonly from: (x: number) => number;
}

const LINKS: Readonly<Record<ModelName, Link>> = {
  bundled: { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY, to: (value) => value, from: (x) => x },
  surroundings: { least: 0.0001, most: 0.9999, to: logit, from: sigmoid },
  minifasnet: { least: 0.001, most: 0.999, to: logit, from: sigmoid },
};

/** Keeps the slope finite where classes do not overlap. */
const RIDGE = 1e-3;
const ROUNDS = 50;
/** The score of even odds. */
const EVEN_ODDS = 75;
/** Points of a calibration beside those of the scale, in log odds. */
const GRID = [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6];

/**
 * The calibration of a model: logistic regression by Newton's method. Living people and attacks weigh alike, and so do
 * all sources of each, because the frames of one source are near-copies.
 */
export function fitCalibration(seen: readonly Seen[], model: ModelName): CalibrationPoint[] {
  const { least, most, to, from } = LINKS[model];
  const within = (value: number) => to(Math.min(most, Math.max(least, value)));
  const heard = seen.filter((one) => !Number.isNaN(one[model]));
  const examples = heard.map((one) => ({ ...one, x: within(one[model]), weight: weightOf(one, heard) }));
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

export type Calibrations = Readonly<Partial<Record<ModelName, readonly CalibrationPoint[]>>>;

/**
 * The score of a picture under calibrations of some models, of which those speak that see enough of it. `moved`: what a
 * movement says beside them.
 */
export function scoreBy(calibrations: Calibrations, one: Seen, surroundings: number, moved?: number): number {
  const models = (Object.keys(calibrations) as ModelName[]).filter((model) => !Number.isNaN(one[model]));
  return posterior(
    models.map((model) => ({
      score: calibrated(one[model], calibrations[model]!),
      untried: model === 'surroundings' ? surroundings : UNTRIED[one.acquaintance],
    })),
    moved,
  );
}

/**
 * How likely the network that sees the surroundings is to say nothing about a camera, 0-1. That is the rule of
 * succession (Laplace) over the sources with attacks. It failed in one where half of its attacks lean towards a living
 * person under a calibration that was fitted without it.
 */
export function untriedSurroundings(fitted: readonly Seen[]): number {
  const heard = fitted.filter(({ surroundings }) => !Number.isNaN(surroundings));
  const sources = [...new Set(heard.filter(({ live }) => !live).map(({ source }) => source))];
  const failed = sources.filter((source) => {
    const points = fitCalibration(
      heard.filter((one) => one.source !== source),
      'surroundings',
    );
    const attacks = heard.filter((one) => one.source === source && !one.live);
    const passing = attacks.filter(({ surroundings }) => calibrated(surroundings, points) > EVEN_ODDS);
    return passing.length * 2 > attacks.length;
  });
  return rounded((failed.length + 1) / (sources.length + 2), 4);
}

/** The pictures that a fit uses: whole ones, which the service would judge. */
export function fitted(seen: readonly Seen[]): Seen[] {
  return usable(seen).filter(({ set }) => set === 'frames');
}

/** The pictures that the service would judge. */
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
