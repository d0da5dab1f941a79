import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';

/** Records a calendar month, where an account is made without saying how many. */
export const DEFAULT_QUOTA = 10_000;
/** A label; nothing depends on it. */
export const DEFAULT_PLAN = 'standard';
/** The largest quota: a signed 32-bit number, as databases and clients have it. */
export const MAX_QUOTA = 2_147_483_647;

/** Whether an account has no unit left in a period. A quota that was lowered may leave more used than it allows. */
export function isUsedUp({ used, quota }: { readonly used: number; readonly quota: number }): boolean {
  return used >= quota;
}

/** How much is left of a quota. */
export type QuotaLevel = 'enough' | 'low' | 'spent';
const LOW = 0.1;

/** `low`: a tenth of the quota or less is left. `spent`: nothing. */
export function quotaLevel({ used, quota }: { readonly used: number; readonly quota: number }): QuotaLevel {
  if (isUsedUp({ used, quota })) return 'spent';
  return quota - used <= quota * LOW ? 'low' : 'enough';
}

/** What a level says more than another. */
const LEVELS: readonly QuotaLevel[] = ['enough', 'low', 'spent'];

/** Whether less is left than was told before, so that it is told again. */
export function louderLevel(reached: QuotaLevel, told: QuotaLevel): boolean {
  return LEVELS.indexOf(reached) > LEVELS.indexOf(told);
}

/** The quota period an instant lies in: its calendar month in UTC, such as `2026-11`. */
export function periodOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}

/** Whole seconds until the period of an instant ends, at least 1. */
export function secondsLeft(instant: Date): number {
  const end = Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1);
  return Math.max(1, Math.ceil((end - instant.getTime()) / 1000));
}

/** The account has no unit left in this period; nothing was stored and nothing spent. */
export class QuotaExhausted extends TouchstoneError {
  /** Whole seconds until the next period, at least 1. */
  readonly secondsLeft: number;

  constructor(now: Date) {
    super('quota-exhausted', say('refusal.quota'));
    this.secondsLeft = secondsLeft(now);
  }
}

/** When the period of an instant ends and the next one begins. */
export function periodEnd(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1));
}

/** Whole seconds of the period that an instant lies in: 28 to 31 days. */
export function periodSeconds(instant: Date): number {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()];
  return (Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1)) / 1000;
}

/** What became of a record that costs one unit. `exhausted`: the account has none left; nothing was stored or spent. */
export type CreateResult<T> =
  | {
      readonly kind: 'created';
      readonly record: T;
      /** Units left in the period. */
      readonly remaining: number;
    }
  | { readonly kind: 'exhausted' };
