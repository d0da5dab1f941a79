import type { ListDate } from '../../domain/list-entry.ts';

/** A date of the calendar at the precision that is known; parts that are missing or that cannot be are left out. */
export function calendarDate(year?: string, month?: string, day?: string): string | undefined {
  if (!year || !/^[12]\d{3}$/.test(year)) return undefined;
  const numberOfMonth = Number(month);
  if (!Number.isInteger(numberOfMonth) || numberOfMonth < 1 || numberOfMonth > 12) return year;
  const toMonth = `${year}-${String(numberOfMonth).padStart(2, '0')}`;
  const dayNumber = Number(day);
  if (!Number.isInteger(dayNumber) || dayNumber < 1 || dayNumber > daysOf(Number(year), numberOfMonth)) return toMonth;
  return `${toMonth}-${String(dayNumber).padStart(2, '0')}`;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** 1 to 12 for `jan` to `dec` in any case; 0 for anything else. */
export function monthNumber(abbreviation: string): number {
  return MONTHS.indexOf(abbreviation.toLowerCase()) + 1;
}

const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** `21/03/1957`, `00/00/1957`, `dd/mm/1957`, `1957`: the British lists' dates, unknown parts literal or zero. */
export function dayMonthYear(text: string | undefined): string | undefined {
  const match = /^(?:([0-9a-z]{1,2})\/)?(?:([0-9a-z]{1,2})\/)?(\d{4})$/i.exec(text?.trim() ?? '');
  if (!match) return undefined;
  const [, first, second, year] = match;
  return second === undefined ? calendarDate(year, first) : calendarDate(year, second, first);
}

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, also as the start of an ISO date-time. */
export function isoDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?$/.exec(text?.trim() ?? '');
  return match ? calendarDate(match[1], match[2], match[3]) : undefined;
}

/**
 * A range of years, or one year where both ends are the same. Undefined where an end is missing, or comes before the
 * start.
 */
export function yearRange(from: string | undefined, to: string | undefined): ListDate | undefined {
  const start = calendarDate(from);
  const end = calendarDate(to);
  if (!start || !end || start > end) return undefined;
  return start === end ? { date: start } : { date: start, to: end };
}

/** The present form of a UN reference number (`QDi.004`): two letters, `i` or `e`, three digits. */
export function unReference(text: string | undefined): string | undefined {
  const match = /^\s*([a-z]{2})([ie])\s?\.?\s?(\d{1,3})\.?\s*$/i.exec(text ?? '');
  return match ? `${match[1]!.toUpperCase()}${match[2]!.toLowerCase()}.${match[3]!.padStart(3, '0')}` : undefined;
}

/** White space folded; undefined where nothing is left. */
export function tidy(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim() || undefined;
}

/** The parts that are there, on one line. */
export function oneLine(...parts: (string | undefined)[]): string | undefined {
  return tidy(parts.map(tidy).filter(Boolean).join(', '));
}
