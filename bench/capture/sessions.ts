import { Random } from '../../specimens/random.ts';
import { judgeMovement } from '../../src/capture/movement/judge.ts';
import type { MovementLimits } from '../../src/capture/movement/limits.ts';
import { MAX_ATTEMPTS } from '../../src/domain/capture-session.ts';
import type { VerificationStatus } from '../../src/domain/verification.ts';
import { type DecisionInput, decide, HONEST_PICTURES } from '../../src/verification/decide.ts';
import type { Measured } from '../../training/capture/measured.ts';
import { sessionsOf, type TrialKind } from '../../training/capture/trials.ts';
import type { JudgedStill } from './stills.ts';

/** How sessions of one kind ended: by their verification's status, or without one after the last attempt. */
export type SessionEnds = Readonly<Record<VerificationStatus | 'no movement', number>>;

const DAY = '2026-01-31';
/** Everything but liveness is as it is of an honest person with a good document. */
const GOOD: Omit<DecisionInput, 'livenessScore'> = {
  matchConfidence: 95,
  livenessDoubts: [],
  movement: 'seen',
  document: {
    documentType: 'Passport',
    mrz: 'valid',
    missing: [],
    doubtful: [],
    conflicts: [],
    oddities: [],
    expiryDate: '2036-01-31',
  },
  portrait: { sure: true },
  pictures: HONEST_PICTURES,
  today: DAY,
};

/**
 * Sessions of a kind from the first attempt to the decision of the service. Each plays up to three attempts with a lot
 * of its own. One that passes gets a labelled still of its kind, living or attack. What the movement says counts
 * beside it. The document and the comparison of faces are taken to be good, also an attacker's.
 */
export function endsOfSessions(
  kind: TrialKind,
  all: Measured,
  count: number,
  limits: (source: string) => MovementLimits,
  stills: readonly JudgedStill[],
): SessionEnds {
  const random = new Random(`sessions of ${kind}`);
  const alike = stills.filter(({ live }) => live === (kind === 'living'));
  const ends = { Verified: 0, 'Manual Review Required': 0, 'Not Verified': 0, 'no movement': 0 };
  for (const attempts of sessionsOf(kind, all, { count, attempts: MAX_ATTEMPTS, limits })) {
    const { played, source } = attempts.at(-1)!;
    const { passed, evidence } = judgeMovement(played.attempt, limits(source));
    const livenessScore = random.pick(alike).score(evidence.probability);
    ends[passed ? decide({ ...GOOD, livenessScore }).status : 'no movement'] += 1;
  }
  return ends;
}
