import { readFileSync } from 'node:fs';

/** What the judge of movement holds against measures, as `limits.json` keeps it. */
export interface MovementLimits {
  /** How far each of the 68 points of a usual head stands before the middle of its eyes, in widths of the eyes. */
  readonly depths: readonly number[];
  /** Relief that a turned head has and a bent sheet has not. */
  readonly relief: number;
  /** Similarities to the first frame: each of those looking ahead, each of those moving, and the mean of the latter. */
  readonly identity: { readonly ahead: number; readonly moving: number; readonly together: number };
  /** Of movements that passed: the part of living people's and of attacks', by the rule of succession. */
  readonly passed: { readonly living: number; readonly attacks: number };
  /** How likely an attack is of a kind that movement does not see, 0 to 1. */
  readonly untried: number;
}

export const LIMITS = JSON.parse(readFileSync(new URL('limits.json', import.meta.url), 'utf8')) as MovementLimits;
