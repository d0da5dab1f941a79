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

/** Whether dates may be one that a clerk wrote wrong: a digit is another, or day and month changed places. */
export function datesAreNear(a: readonly ListDate[] | undefined, b: readonly ListDate[] | undefined): boolean {
  const others = fullDates(b);
  return fullDates(a).some((one) => others.some((other) => areNear(one, other)));
}

function areNear(a: string, b: string): boolean {
  let off = 0;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) off++;
  return off === 1 || (a.slice(0, 4) === b.slice(0, 4) && a.slice(5) === `${b.slice(8)}-${b.slice(5, 7)}`);
}

/** Whether some years of both are next to each other: lists count ages and calendars otherwise. */
export function yearsAreNear(a: readonly ListDate[] = [], b: readonly ListDate[] = []): boolean {
  return a.some((one) => b.some((other) => Math.abs(yearOf(one) - yearOf(other)) <= 1));
}

const yearOf = ({ date }: ListDate): number => Number(date.slice(0, 4));

/** A placeholder says its year alone. */
const unplaced = (date: string): string => (isPlaceholder(date) ? date.slice(0, 4) : date);

function first({ date, circa }: ListDate): string {
  return moved(unplaced(date), circa ? -CIRCA_YEARS : 0);
}

/**
 * What sorts behind every day that a date may mean, and before all later ones. `~` sorts behind every digit, so that
 * `1957~` is behind all days of 1957. An approximate date may be so many years off.
 */
export function last({ date, to, circa }: ListDate, circaYears = CIRCA_YEARS): string {
  return `${moved(to ?? unplaced(date), circa ? circaYears : 0)}~`;
}

function moved(date: string, years: number): string {
  return years === 0 ? date : `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`;
}
