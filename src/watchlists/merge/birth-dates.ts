import type { ListDate } from '../../domain/list-entry.ts';

/** How far "approximately" may be off, in years; lists state no figure. */
const CIRCA_YEARS = 2;
const FULL = /^\d{4}-\d{2}-\d{2}$/;

/** The birth dates known to the day, without ranges and approximate ones. */
export function fullDates(dates: readonly ListDate[] | undefined): string[] {
  return (dates ?? []).filter(({ date, to, circa }) => FULL.test(date) && !to && !circa).map(({ date }) => date);
}

/** True where both sides give birth dates and no date of the one can be a date of the other. */
export function datesContradict(a: readonly ListDate[] | undefined, b: readonly ListDate[] | undefined): boolean {
  if (!a?.length || !b?.length) return false;
  return !a.some((one) => b.some((other) => overlap(one, other)));
}

/** First days of a month or of half a year are what clerks write where only the year is known. */
export function isPlaceholder(date: string): boolean {
  return date.endsWith('-01-01') || date.endsWith('-07-01');
}

function overlap(a: ListDate, b: ListDate): boolean {
  return first(a) <= last(b) && first(b) <= last(a);
}

function first({ date, circa }: ListDate): string {
  return moved(date, circa ? -CIRCA_YEARS : 0);
}

/**
 * What sorts behind every day that a date may mean, and before all later ones. `~` sorts behind every digit, so that
 * `1957~` is behind all days of 1957. An approximate date may be so many years off.
 */
export function last({ date, to, circa }: ListDate, circaYears = CIRCA_YEARS): string {
  return `${moved(to ?? date, circa ? circaYears : 0)}~`;
}

function moved(date: string, years: number): string {
  return years === 0 ? date : `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`;
}
