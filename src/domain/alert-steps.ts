import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import type { AlertEvent } from './alert.ts';

/** Steps of people, with comments of 4,000 characters each, that one alert may have. */
export const MAX_STEPS = 1_000;
/** Of these, what decides nothing ends sooner, so that no flood of remarks keeps anybody from a decision. */
const MAX_REMARKS = 500;
const REMARKS: readonly AlertEvent['kind'][] = ['commented', 'assigned', 'released'];

/** Throws `full` where an alert with so many steps takes no step of this kind any more. */
export function checkSteps(kind: AlertEvent['kind'], steps: number): void {
  const most = REMARKS.includes(kind) ? MAX_REMARKS : MAX_STEPS;
  if (steps >= most) throw new TouchstoneError('full', say('refusal.many-steps', { most }));
}
