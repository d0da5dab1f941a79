import { isSupported, supportOf } from './support.ts';

/** Labelled alignments: `width` features for each. */
export interface Cases {
  readonly width: number;
  readonly features: readonly Float64Array[];
  /** Whether the two names are one person's. */
  readonly isSame: readonly boolean[];
  readonly weights: readonly number[];
  /** Features are held as they are, so that rare ones stay near 0. Else each is first brought to a spread of 1. */
  readonly asTheyAre?: true;
}

export interface Fitted {
  readonly base: number;
  readonly weights: Float64Array;
}

/** How strongly weights are held near 0, after features were brought to a spread of 1. The base is hardly held. */
const RIDGE = 1;
const RIDGE_OF_BASE = 1e-6;
const MOST_STEPS = 40;
const MOST_HALVINGS = 25;
/** A step that gains less than this share of the loss is the last one. */
const LEAST_GAIN = 1e-6;
/** Cases that are all but decided do not bend the loss. */
const LEAST_CURVE = 1e-9;

/** Weights that stay as they are, and the places of those that do not. */
export interface Kept {
  readonly weights: Fitted;
  readonly free: ReadonlySet<number>;
}

/**
 * Logistic regression with a ridge. Its weights have the signs that are given (1 or -1): evidence for one person never
 * lowers a score, and evidence against never raises it. It takes Newton's steps among the weights that the signs leave
 * free (Bertsekas, "Projected Newton Methods for Optimization Problems with Simple Constraints", 1982). A weight that
 * the cases cannot support is 0, also where it is kept.
 */
export function estimateWeights(cases: Cases, signs: readonly number[], kept?: Kept): Fitted {
  const { width } = cases;
  const spreads = Float64Array.from({ length: width }, (_, place) =>
    cases.asTheyAre ? 1 : spread(cases.features, place),
  );
  const loss = new Loss(cases, spreads);
  const signOf = (place: number) => signs[place] ?? 0;
  const supported = cases.asTheyAre ? undefined : supportOf(cases).map(isSupported);
  const isHeld = (place: number) => place < width && supported?.[place] === false;
  const isFree = (place: number) => !isHeld(place) && (!kept || kept.free.has(place));
  let found = new Float64Array(width + 1);
  if (kept) {
    const scaled = kept.weights.weights.map((weight, place) => (isHeld(place) ? 0 : weight * spreads[place]!));
    found.set([...scaled, kept.weights.base]);
  }
  let least = loss.at(found);
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = newtonStep(loss, found, signOf, isFree);
    const next = shortened(loss, found, direction, least, signOf);
    if (!next) break;
    const gain = least - next.loss;
    [found, least] = [next.weights, next.loss];
    if (gain < LEAST_GAIN * least) break;
  }
  return { base: found[width]!, weights: spreads.map((scale, place) => found[place]! / scale) };
}

/** The first of a step, its half, its quarter … that lowers the loss; weights of the wrong sign become 0. */
function shortened(
  loss: Loss,
  from: Float64Array<ArrayBuffer>,
  direction: Float64Array,
  least: number,
  signOf: (place: number) => number,
): { weights: Float64Array<ArrayBuffer>; loss: number } | undefined {
  for (let halving = 0; halving < MOST_HALVINGS; halving++) {
    const weights = from.map((weight, place) => {
      const next = weight + direction[place]! / 2 ** halving;
      return next * signOf(place) < 0 ? 0 : next;
    });
    const reached = loss.at(weights);
    if (reached < least) return { weights, loss: reached };
  }
  return undefined;
}

/** Newton's step for the weights that are free: those at 0 that the loss pulls to the wrong sign stay there. */
function newtonStep(
  loss: Loss,
  at: Float64Array,
  signOf: (place: number) => number,
  isFree: (place: number) => boolean,
): Float64Array {
  const { slope, curve } = loss.around(at);
  const free = [...at.keys()].filter(isFree).filter((place) => at[place] !== 0 || slope[place]! * signOf(place) <= 0);
  const size = at.length;
  const solved = solve(
    free.map((row) => Float64Array.from(free, (column) => curve[row * size + column]!)),
    Float64Array.from(free, (place) => -slope[place]!),
  );
  const step = new Float64Array(size);
  for (const [order, place] of free.entries()) step[place] = solved[order]!;
  return step;
}

/** Solves a positive definite system by Cholesky's factors, in place. */
function solve(rows: readonly Float64Array[], right: Float64Array): Float64Array {
  for (let row = 0; row < rows.length; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = rows[row]![column]!;
      for (let before = 0; before < column; before++) sum -= rows[row]![before]! * rows[column]![before]!;
      rows[row]![column] = row === column ? Math.sqrt(sum) : sum / rows[column]![column]!;
    }
    for (let before = 0; before < row; before++) right[row]! -= rows[row]![before]! * right[before]!;
    right[row]! /= rows[row]![row]!;
  }
  for (let row = rows.length - 1; row >= 0; row--) {
    for (let after = row + 1; after < rows.length; after++) right[row]! -= rows[after]![row]! * right[after]!;
    right[row]! /= rows[row]![row]!;
  }
  return right;
}

/** The loss of weights, the last of which is the base. It keeps the features that are not 0, scaled. */
class Loss {
  readonly #cases: Cases;
  readonly #ends: Uint32Array;
  readonly #places: Uint16Array;
  readonly #values: Float64Array;

  constructor(cases: Cases, spreads: Float64Array) {
    this.#cases = cases;
    const { features, width } = cases;
    const filled = features.reduce((sum, row) => sum + row.reduce((count, value) => count + Number(value !== 0), 1), 0);
    this.#ends = new Uint32Array(features.length + 1);
    this.#places = new Uint16Array(filled);
    this.#values = new Float64Array(filled);
    let end = 0;
    const put = (place: number, value: number) => {
      this.#places[end] = place;
      this.#values[end++] = value;
    };
    for (const [row, counts] of features.entries()) {
      for (let place = 0; place < width; place++) if (counts[place] !== 0) put(place, counts[place]! / spreads[place]!);
      put(width, 1);
      this.#ends[row + 1] = end;
    }
  }

  at(weights: Float64Array): number {
    const { isSame, weights: counts, width } = this.#cases;
    let loss = 0;
    for (let place = 0; place <= width; place++) loss += (this.#ridge(place) * weights[place]! ** 2) / 2;
    for (let row = 0; row < counts.length; row++) {
      const odds = this.#odds(row, weights);
      loss += counts[row]! * softPlus(isSame[row] ? -odds : odds);
    }
    return loss;
  }

  /** Its slope in each weight, and the lower half of the matrix of its second derivatives, mirrored. */
  around(weights: Float64Array): { slope: Float64Array; curve: Float64Array } {
    const size = weights.length;
    const slope = weights.map((weight, place) => this.#ridge(place) * weight);
    const curve = new Float64Array(size * size);
    for (let place = 0; place < size; place++) curve[place * size + place] = this.#ridge(place);
    for (let row = 0; row < this.#cases.weights.length; row++) this.#addCase(row, weights, slope, curve);
    for (let one = 0; one < size; one++) {
      for (let other = 0; other < one; other++) curve[other * size + one] = curve[one * size + other]!;
    }
    return { slope, curve };
  }

  #addCase(row: number, weights: Float64Array, slope: Float64Array, curve: Float64Array): void {
    const [places, values] = [this.#places, this.#values];
    const count = this.#cases.weights[row]!;
    const likely = 1 / (1 + Math.exp(-this.#odds(row, weights)));
    const excess = count * (likely - Number(this.#cases.isSame[row]));
    const bend = count * likely * (1 - likely);
    const end = this.#ends[row + 1]!;
    for (let one = this.#ends[row]!; one < end; one++) {
      slope[places[one]!]! += excess * values[one]!;
      if (bend < LEAST_CURVE) continue;
      const line = places[one]! * weights.length;
      for (let other = this.#ends[row]!; other <= one; other++) {
        curve[line + places[other]!]! += bend * values[one]! * values[other]!;
      }
    }
  }

  #odds(row: number, weights: Float64Array): number {
    let odds = 0;
    const end = this.#ends[row + 1]!;
    for (let at = this.#ends[row]!; at < end; at++) odds += weights[this.#places[at]!]! * this.#values[at]!;
    return odds;
  }

  #ridge(place: number): number {
    return place === this.#cases.width ? RIDGE_OF_BASE : RIDGE;
  }
}

/** ln(1 + e^x), for any x. */
const softPlus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

export function logOdds({ base, weights }: Fitted, features: Float64Array): number {
  return features.reduce((sum, count, place) => sum + weights[place]! * count, base);
}

/** How far a feature spreads; 1 where it is the same in all cases. */
function spread(features: readonly Float64Array[], place: number): number {
  const mean = features.reduce((sum, row) => sum + row[place]!, 0) / features.length;
  const variance = features.reduce((sum, row) => sum + (row[place]! - mean) ** 2, 0) / features.length;
  return Math.sqrt(variance) || 1;
}
