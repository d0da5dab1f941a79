import { badRequest } from './input.ts';

/** The one algorithm; no other engine scores. */
export const ALGORITHM = 'touchstone';

/** What clients of yente 5 may ask for. */
export const ALGORITHMS = [
  ALGORITHM,
  'best',
  'default',
  'logic-v1',
  'logic-v2',
  'name-based',
  'name-qualified',
  'regression-v1',
];

/** Throws 400 for a name that neither yente nor Touchstone has. */
export function checkAlgorithm(name: string | undefined): void {
  if (name !== undefined && !ALGORITHMS.includes(name.toLowerCase().trim()))
    throw badRequest(`Invalid algorithm: ${name}`);
}
