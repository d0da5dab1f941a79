/** Labelled alignments: `width` features for each. */
export interface Cases {
  readonly width: number;
  readonly features: Float64Array[];
  /** Whether the two names are one person's. */
  readonly isSame: boolean[];
  readonly weights: number[];
}

export interface Fitted {
  readonly base: number;
  readonly weights: Float64Array;
}

const SWEEPS = 60;
/** How strongly weights are held near 0, after features were brought to a spread of 1. */
const RIDGE = 1;
/** Log-odds that one step of the search changes at most. */
const LONGEST_STEP = 1;
/** Cases that are all but decided still count a little, so that no step runs away. */
const LEAST_CURVE = 1e-4;

/**
 * Logistic regression with a ridge. Its weights have the signs that are given (1 or -1): evidence for one person never
 * lowers a score, and evidence against never raises it. It goes coordinate by coordinate, as in Genkin, Lewis and
 * Madigan, "Large-Scale Bayesian Logistic Regression", 2007.
 */
export function estimateWeights({ width, features, isSame, weights }: Cases, signs: readonly number[]): Fitted {
  const spreads = Float64Array.from({ length: width }, (_, place) => spread(features, place));
  const columns = Array.from(spreads, (scale, place) => sparse(features, place, scale, signs[place]!));
  const base: Column = {
    rows: Uint32Array.from(features.keys()),
    values: new Float64Array(features.length).fill(1),
    sign: 0,
    ridge: 1e-6,
  };
  const found = new Float64Array(width + 1);
  const odds = new Float64Array(features.length);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [place, column] of [...columns, base].entries()) {
      const next = stepped(found[place]!, column, odds, { isSame, weights });
      for (const [at, row] of column.rows.entries()) odds[row]! += (next - found[place]!) * column.values[at]!;
      found[place] = next;
    }
  }
  return { base: found[width]!, weights: found.subarray(0, width).map((weight, place) => weight / spreads[place]!) };
}

/** One feature of all cases that have it. */
interface Column {
  readonly rows: Uint32Array;
  readonly values: Float64Array;
  /** Of its weight: 1, -1, or 0 for any. */
  readonly sign: number;
  readonly ridge: number;
}

/** A weight after one step of Newton's method. */
function stepped(
  weight: number,
  { rows, values, sign, ridge }: Column,
  odds: Float64Array,
  { isSame, weights }: Pick<Cases, 'isSame' | 'weights'>,
): number {
  let slope = ridge * weight;
  let curve = ridge;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const likely = 1 / (1 + Math.exp(-odds[row]!));
    slope += weights[row]! * (likely - Number(isSame[row])) * values[at]!;
    curve += weights[row]! * Math.max(likely * (1 - likely), LEAST_CURVE) * values[at]! ** 2;
  }
  const next = weight - Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, slope / curve));
  return next * sign < 0 ? 0 : next;
}

export function logOdds({ base, weights }: Fitted, features: Float64Array): number {
  return features.reduce((sum, count, place) => sum + weights[place]! * count, base);
}

function spread(features: readonly Float64Array[], place: number): number {
  const mean = features.reduce((sum, row) => sum + row[place]!, 0) / features.length;
  const variance = features.reduce((sum, row) => sum + (row[place]! - mean) ** 2, 0) / features.length;
  return Math.sqrt(variance) || 1;
}

function sparse(features: readonly Float64Array[], place: number, scale: number, sign: number): Column {
  const rows = Uint32Array.from(features.keys()).filter((row) => features[row]![place] !== 0);
  return { rows, values: Float64Array.from(rows, (row) => features[row]![place]! / scale), sign, ridge: RIDGE };
}
