import type { ListEntry } from '../../domain/list-entry.ts';
import { last } from './birth-dates.ts';

/** Nobody has been older for long: someone born earlier is dead, whether the list says so or not. */
const MAX_AGE_YEARS = 110;
/** So many years an approximate date may be off, as in scoring. */
const CIRCA_YEARS = 1;

/**
 * Whether an entry of a list of politically exposed persons is of somebody who died, or was born over 110 years before
 * `today`. All dates that the list gives have to be that early; without any the entry is not of the past.
 */
export function isOfThePast({ deathDate, birthDates = [] }: ListEntry, today: Date): boolean {
  if (deathDate !== undefined) return true;
  const day = today.toISOString().slice(0, 10);
  const limit = `${Number(day.slice(0, 4)) - MAX_AGE_YEARS}${day.slice(4)}`;
  return birthDates.length > 0 && birthDates.every((date) => last(date, CIRCA_YEARS) < limit);
}
