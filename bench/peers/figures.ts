import { THRESHOLD } from '../quality/measure.ts';
import type { LabelledPair, LabelledQuery } from '../quality/sets.ts';

/** An entity found for a query: `source:entry` of each of its entries, and its score, 0 to 100. */
export interface Hit {
  readonly keys: readonly string[];
  readonly score: number;
}

/** One system on one set. Shares of the queries; seconds are processor time on one core. */
export interface SetFigures {
  readonly first: number;
  readonly firstTen: number;
  readonly atThreshold: ThresholdFigures;
  /** At the threshold that suits the system best on the judged pairs. */
  readonly atOwnBest: ThresholdFigures;
  readonly secondsAQuery: number;
}

interface ThresholdFigures {
  readonly found: number;
  readonly alerting: number;
  /** Alerts a query. */
  readonly alerts: number;
}

export interface PairFigures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly best: { readonly f1: number; readonly threshold: number };
  /** Of the true pairs: those at 100. */
  readonly atHundred: number;
  readonly secondsAPair: number;
}

/** `hits[i]` answers `queries[i]`, best first. */
export function setFigures(
  queries: readonly LabelledQuery[],
  hits: readonly (readonly Hit[])[],
  ownBest: number,
  seconds: number,
): SetFigures {
  const ranks = queries.map(({ truth }, i) => hits[i]!.findIndex(({ keys }) => keys.some((key) => truth.has(key))));
  const share = (holds: (i: number) => boolean) => queries.filter((_, i) => holds(i)).length / queries.length;
  const at = (threshold: number): ThresholdFigures => {
    const alerts = hits.map((found) => found.filter(({ score }) => score >= threshold).length);
    return {
      found: share((i) => ranks[i]! >= 0 && hits[i]![ranks[i]!]!.score >= threshold),
      alerting: share((i) => alerts[i]! > 0),
      alerts: alerts.reduce((sum, count) => sum + count, 0) / queries.length,
    };
  };
  return {
    first: share((i) => ranks[i] === 0),
    firstTen: share((i) => ranks[i]! >= 0 && ranks[i]! < 10),
    atThreshold: at(THRESHOLD),
    atOwnBest: at(ownBest),
    secondsAQuery: seconds / queries.length,
  };
}

/** `scores[i]` (0 to 100) is that of `pairs[i]`. */
export function pairFigures(pairs: readonly LabelledPair[], scores: readonly number[], seconds: number): PairFigures {
  const positives = pairs.filter(({ isMatch }) => isMatch).length;
  const at = (threshold: number) => {
    const passed = pairs.filter((_, i) => scores[i]! >= threshold);
    const right = passed.filter(({ isMatch }) => isMatch).length;
    const precision = passed.length === 0 ? 1 : right / passed.length;
    const recall = right / positives;
    return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
  };
  let best = { f1: 0, threshold: 0 };
  for (let threshold = 1; threshold <= 100; threshold++) {
    const { f1 } = at(threshold);
    if (f1 > best.f1) best = { f1, threshold };
  }
  const atHundred = pairs.filter(({ isMatch }, i) => isMatch && scores[i]! >= 100).length / positives;
  return { ...at(THRESHOLD), best, atHundred, secondsAPair: seconds / pairs.length };
}
