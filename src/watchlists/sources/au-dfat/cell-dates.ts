import type { ListDate } from '../../../domain/list-entry.ts';
import { calendarDate, isoDate, monthNumber, yearRange } from '../../entries/values.ts';

const APPROXIMATELY = /(?:approximately|approx\.?|about|circa|c\.):?\s*$/i;
/** One date: `Between 1959 and 1965`, `21/03/1957`, `/11/1950`, `1957`, `5 May 1957`, `April 1957`. */
const DATE =
  /between (\d{4}) and (\d{4})(?!\d)|(?<!\d)(?:(?:(\d{1,2})\/)?(\d{1,2})\/)?(\d{4})(?!\d)|(?<!\d)(?:(\d{1,2}) )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? (\d{4})(?!\d)/gi;

/** The dates in a cell, and whether they are all that it says. */
export interface CellDates {
  readonly dates: readonly ListDate[];
  readonly isWhole: boolean;
}

/** Reads the birth dates of a cell, which may hold several: `1961, 02/1961, Approximately 1963, 5 May 1957`. */
export function birthDates(text: string | undefined): CellDates {
  const iso = isoDate(text);
  if (!text || iso) return { dates: iso ? [{ date: iso }] : [], isWhole: true };
  const dates: ListDate[] = [];
  let rest = '';
  let end = 0;
  for (const match of text.matchAll(DATE)) {
    const before = text.slice(end, match.index);
    const date = dateOf(match);
    if (!date) continue;
    dates.push(APPROXIMATELY.test(before) ? { ...date, circa: true } : date);
    rest += before.replace(APPROXIMATELY, '');
    end = match.index + match[0].length;
  }
  return { dates, isWhole: /^[\s,;./]*$/.test(rest + text.slice(end)) };
}

/** A whole day in the forms of the list's other columns: `2001-03-25`, `22/01/2013`, `12 Apr. 2000`. */
export function dayIn(text: string | undefined): string | undefined {
  const { dates } = birthDates(text?.replace(/[.,]$/, ''));
  return dates.length === 1 && dates[0]!.date.length === 10 ? dates[0]!.date : undefined;
}

function dateOf(match: RegExpMatchArray): ListDate | undefined {
  const [, from, to, day, month, year, wordedDay, word, wordedYear] = match;
  if (from) return yearRange(from, to);
  const wordedMonth = word && String(monthNumber(word));
  const date = word ? calendarDate(wordedYear, wordedMonth, wordedDay) : calendarDate(year, month, day);
  return date ? { date } : undefined;
}
