/** Records a calendar month, where an account is made without saying how many. */
export const DEFAULT_QUOTA = 10_000;
/** A label; nothing depends on it. */
export const DEFAULT_PLAN = 'standard';
export const MAX_QUOTA = 2_147_483_647;

/** The quota period an instant lies in: its calendar month in UTC, such as `2026-11`. */
export function periodOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}

/** Whole seconds until the period of an instant ends, at least 1. */
export function secondsLeft(instant: Date): number {
  const end = Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1);
  return Math.max(1, Math.ceil((end - instant.getTime()) / 1000));
}

export type Spent<T> =
  | { readonly kind: 'created'; readonly record: T; readonly remaining: number }
  | { readonly kind: 'exhausted' };
