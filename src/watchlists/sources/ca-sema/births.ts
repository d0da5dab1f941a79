import type { ListDate } from '../../../domain/list-entry.ts';
import { calendarDate, isoDate, monthNumber, yearRange } from '../../entries/values.ts';

/** Between alternatives. A slash divides two years, never the parts of one date. */
const ALTERNATIVES = /\s+(?:or|ou)\s+|\s*[|;]\s*|(?<=\b\d{4})\s*\/\s*(?=\d{4}\b)/i;

/**
 * `1972-08-10`, `1972`, `1972-08-10 or 1972-08-11`, `1963-1964`, `1987/1988`, `Sep-74`, `born in the early 1970s`.
 * Empty where none of them is read.
 */
export function birthDates(text: string | undefined): ListDate[] {
  return (text?.split(ALTERNATIVES) ?? []).flatMap((part) => birthDate(part.trim()) ?? []);
}

function birthDate(text: string): ListDate | undefined {
  const date = isoDate(text);
  if (date) return { date };
  const range = /^(\d{4})\s*[-–]\s*(\d{4})$/.exec(text);
  if (range) return yearRange(range[1], range[2]);
  const month = /^([a-z]{3})[a-z]*[- ](\d{2}|\d{4})$/i.exec(text);
  if (month) return monthAndYear(month[1]!, month[2]!);
  const decade = /\b(\d{3})0s\b/.exec(text);
  return decade ? { ...yearRange(`${decade[1]}0`, `${decade[1]}9`)!, circa: true } : undefined;
}

/** A year of two digits is of the twentieth century. Nobody on the list was born later when such dates were written. */
function monthAndYear(name: string, year: string): ListDate | undefined {
  const month = monthNumber(name);
  const date = month > 0 ? calendarDate(year.length === 2 ? `19${year}` : year, String(month)) : undefined;
  return date ? { date } : undefined;
}
