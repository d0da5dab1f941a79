import type { MovementEvidence } from '../steps.ts';
import { type MovementAttempt, type MovementFailure, stepOf } from './attempt.ts';
import { LIMITS } from './limits.ts';

/** Why a movement did not pass. */
type MovementReason =
  | MovementFailure
  /** Steps are missing. */
  | 'unfinished'
  /** The face was not one person's throughout. */
  | 'another-person'
  /** The identity could not be looked at often enough. */
  | 'identity-unknown';

/** What all frames of an attempt come to. */
export interface MovementJudgement {
  readonly passed: boolean;
  /** Empty where it passed. */
  readonly reasons: readonly MovementReason[];
  readonly evidence: MovementEvidence;
}

/** Judges an attempt whose steps were told: what was seen in time and order, one person throughout, and solid. */
export function judgeMovement(attempt: MovementAttempt): MovementJudgement {
  const reasons: MovementReason[] = [];
  if (attempt.failure) reasons.push(attempt.failure);
  else if (stepOf(attempt) !== 'done') reasons.push('unfinished');
  const { ahead, turned } = attempt.identity;
  if ((ahead ?? 1) < LIMITS.identity.ahead || (turned ?? 1) < LIMITS.identity.turned) reasons.push('another-person');
  else if (reasons.length === 0 && (ahead === null || turned === null)) reasons.push('identity-unknown');
  const passed = reasons.length === 0;
  return { passed, reasons, evidence: evidenceOf(attempt, passed) };
}

function evidenceOf(attempt: MovementAttempt, passed: boolean): MovementEvidence {
  const { seen, frames, reliefs, alive, identity } = attempt;
  const measured = [identity.ahead, identity.turned].filter((one) => one !== null);
  return {
    steps: seen,
    frames,
    identity: measured.length > 0 ? Math.min(...measured) : null,
    relief: reliefs.length > 0 ? Math.min(...reliefs) : null,
    alive,
    probability: probabilityOf(passed),
  };
}

/** By Bayes' rule, living people and attacks being equally likely before. An attack of an unseen kind is even odds. */
function probabilityOf(passed: boolean): number {
  const { passed: part, untried } = LIMITS;
  const [living, attacks] = passed ? [part.living, part.attacks] : [1 - part.living, 1 - part.attacks];
  const seen = living / (living + attacks);
  return Math.round(((1 - untried) * seen + untried / 2) * 1e4) / 1e4;
}
