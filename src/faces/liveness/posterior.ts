import { calibrated } from '../../inference/manifest.ts';

/**
 * How likely a face is alive, and the score that stands for it. Attacks and living people count as equally likely
 * before anything is seen. At most one face in twenty that scores below 70 is alive, and nine in ten from 80 on are.
 */
const MEANING = [
  [0.001, 0],
  [0.05, 70],
  [0.5, 75],
  [0.9, 80],
  [0.98, 90],
  [0.999, 100],
] as const;
/** The same with log odds (natural) in place of probabilities. */
export const SCALE = MEANING.map(([probability, score]) => [logOdds(probability), score] as const);
const INVERSE = SCALE.map(([odds, score]) => [score, odds] as const);

/**
 * How likely a network is to say nothing about a camera that it was never tried on. By the rule of succession: in none
 * of three sources with attacks did one fail, so one in five. A network that was tried on no such face is given even
 * odds. So no network alone, and outside what they know no two of them, ever reach 80 or fall below 70.
 */
export const UNTRIED = { familiar: 1 / 5, unfamiliar: 1 / 2 };

/** Whether a face is of a size and sharpness that the networks were tried on. */
export type Acquaintance = keyof typeof UNTRIED;

/** What one network says: its score alone, and how likely it is to say nothing about this face, 0-1. */
export interface Evidence {
  readonly score: number;
  readonly untried: number;
}

/**
 * The score, 0 to 100, under the evidence of networks that look at different things. `moved`: how likely a living face
 * is by a movement alone, 0 to 1; even odds say nothing.
 */
export function posterior(said: readonly Evidence[], moved = 0.5): number {
  const evidence = [logOdds(moved), ...said.map(({ score, untried }) => evidenceOf(score, untried))];
  return calibrated(
    evidence.reduce((sum, one) => sum + one, 0),
    SCALE,
  );
}

/** Log odds of one network, of which a part of `untried` is taken for chance. */
function evidenceOf(score: number, untried: number): number {
  const probability = 1 / (1 + Math.exp(-calibrated(score, INVERSE)));
  return logOdds((1 - untried) * probability + untried / 2);
}

/** The score that a probability stands for. */
export function scoreOfProbability(probability: number): number {
  return calibrated(logOdds(probability), SCALE);
}

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}
