import type { ListDate } from '../../../domain/list-entry.ts';
import { calendarDate, monthNumber } from '../../entries/values.ts';

const CIRCA = /^(?:circa|c\.|ca\.|approximately|approx\.?|about)\s+/i;
const RANGE = /^(?:between\s+)?(.+?)\s+(?:to|and|-|–)\s+(.+)$/i;
const YEARS = /^(\d{4})\s?[-–/]\s?(\d{4})$/;
const DECADE = /^(\d{3})0s$/;

/**
 * A date as the lists of OFAC and the UN write it in words: `17 Jan 1941`, `Apr 1963`, `1965`, `circa 1965`,
 * `1960 to 1963`, `between 1960 and 1963`, `1960s`. Undefined where it is none.
 */
export function wordedDate(text: string): ListDate | undefined {
  const circa = CIRCA.test(text.trim());
  const plain = text.trim().replace(CIRCA, '').replace(/\.$/, '');
  const date = single(plain);
  if (date) return circa ? { date, circa } : { date };
  const decade = DECADE.exec(plain)?.[1];
  if (decade) return ordered(`${decade}0`, `${decade}9`, circa);
  const [, from, to] = YEARS.exec(plain) ?? RANGE.exec(plain) ?? [];
  if (!from || !to) return undefined;
  const end = single(to.replace(CIRCA, ''));
  return end ? ordered(single(from), end, circa) : undefined;
}

/** `YYYY-MM-DD` out of an ISO date, date-time or date with offset (`2012-06-29-04:00`). */
export function isoDay(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text?.trim() ?? '') ?? [];
  return calendarDay(year, month, day);
}

/** `MM/DD/YYYY`, as OFAC writes publication dates, to `YYYY-MM-DD`. */
export function usDay(text: string | undefined): string | undefined {
  const [, month, day, year] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text?.trim() ?? '') ?? [];
  return calendarDay(year, month, day);
}

/** A full date; undefined where there is no such day. */
export function calendarDay(year?: string, month?: string, day?: string): string | undefined {
  const date = calendarDate(year, month, day);
  return date?.length === 10 ? date : undefined;
}

function single(text: string): string | undefined {
  const [, day, month, year] = /^(?:(\d{1,2})\s+)?(?:([A-Za-z]{3})[a-z]*\.?,?\s+)?(\d{4})$/.exec(text.trim()) ?? [];
  if (!year || (day && !month)) return undefined;
  const number = month && monthNumber(month);
  if (month && !number) return undefined;
  return calendarDate(year, String(number), day);
}

function ordered(from: string | undefined, to: string, circa: boolean): ListDate | undefined {
  if (!from || from > to) return undefined;
  return circa ? { date: from, to, circa } : { date: from, to };
}
