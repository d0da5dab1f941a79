import type { MovementEvidence } from '../steps.ts';
import { type MovementAttempt, type MovementFailure, stepOf } from './attempt.ts';
import { likenessesOf } from './identity.ts';
import { LIMITS, type MovementLimits } from './limits.ts';

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
export function judgeMovement(attempt: MovementAttempt, limits: MovementLimits = LIMITS): MovementJudgement {
  const reasons: MovementReason[] = [];
  if (attempt.failure) reasons.push(attempt.failure);
  else if (stepOf(attempt) !== 'done') reasons.push('unfinished');
  const [ahead, moving] = [likenessesOf(attempt, true), likenessesOf(attempt, false)];
  if (!isOnePerson(ahead, moving, limits)) reasons.push('another-person');
  else if (reasons.length === 0 && (ahead.length === 0 || moving.length < attempt.steps.length))
    reasons.push('identity-unknown');
  const passed = reasons.length === 0;
  return { passed, reasons, evidence: evidenceOf(attempt, probabilityOf(passed, limits)) };
}

/** A turned face is less like itself, so its limit is lower. All movements together say more than one. */
function isOnePerson(ahead: readonly number[], moving: readonly number[], { identity }: MovementLimits): boolean {
  const mean = moving.reduce((sum, likeness) => sum + likeness, 0) / Math.max(1, moving.length);
  if (moving.length > 0 && (mean < identity.together || Math.min(...moving) < identity.moving)) return false;
  return ahead.every((likeness) => likeness >= identity.ahead);
}

function evidenceOf(attempt: MovementAttempt, probability: number): MovementEvidence {
  const { seen, frames, reliefs, alive } = attempt;
  const measured = [...likenessesOf(attempt, true), ...likenessesOf(attempt, false)];
  return {
    steps: seen,
    frames,
    identity: measured.length > 0 ? Math.min(...measured) : null,
    relief: reliefs.length > 0 ? Math.min(...reliefs) : null,
    alive,
    probability,
  };
}

/** By Bayes' rule, living people and attacks being equally likely before. An attack of an unseen kind is even odds. */
export function probabilityOf(passed: boolean, { passed: part, untried }: MovementLimits): number {
  const [living, attacks] = passed ? [part.living, part.attacks] : [1 - part.living, 1 - part.attacks];
  const seen = living / (living + attacks);
  return Math.round(((1 - untried) * seen + untried / 2) * 1e4) / 1e4;
}
