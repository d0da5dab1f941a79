import { monthOf } from './tables/number-words.ts';

/** Dates as numbers YYYYMMDD; months and days that nothing tells are 00. */
export type DateNumbers = readonly number[];

const YEAR_FIRST = /(?<!\d)(\d{4})\s?[-./]\s?(\d{1,2})(?:\s?[-./]\s?(\d{1,2}))?(?![\d/])/;
const YEAR_LAST = /(?<!\d)(\d{1,2})\s?[-./]\s?(\d{1,2})\s?[-./]\s?(\d{4}|\d{2})(?!\d)/;
const SPACED = /(?<!\d)(\d{1,2}) (\d{1,2}) (\d{4})(?!\d)/;
const MONTH_YEAR = /(?<![\d./-])(\d{1,2})\s?[-./]\s?(\d{4})(?!\d)/;
const COMPACT = /(?<!\d)(\d{8})(?!\d)/;
const YEAR = /^\D*((?:19|20)\d{2})\D*$/;
/** Of years that are written with two digits. */
const CENTURIES = [1900, 2000] as const;
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * The dates that a text with digits may be: none, one, or both readings of a day and a month that may be exchanged
 * (`05/10/1976`). `isSaid`: a word says that it is a date of birth, so that it may also be short of its century.
 */
export function datesIn(text: string, isSaid: boolean): DateNumbers {
  const named = withMonthName(text);
  if (named.length > 0) return named;
  const first = YEAR_FIRST.exec(text);
  if (first) return one(Number(first[1]), Number(first[2]), Number(first[3] ?? 0));
  const last = YEAR_LAST.exec(text) ?? (isSaid ? SPACED.exec(text) : null);
  if (last) return eitherOrder(Number(last[1]), Number(last[2]), last[3]!, isSaid);
  const month = isSaid ? MONTH_YEAR.exec(text) : null;
  if (month) return one(Number(month[2]), Number(month[1]), 0);
  const compact = COMPACT.exec(text)?.[1];
  if (compact !== undefined) return compactDates(compact);
  const year = YEAR.exec(text)?.[1];
  return year === undefined ? [] : [Number(year) * 10_000];
}

/** `5 October 1976`, `Oct 5, 1976`, `05OCT1976`; a month and a year alone may be a name and a number. */
function withMonthName(text: string): DateNumbers {
  const parts =
    text
      .toLowerCase()
      .normalize('NFD')
      .match(/\d+|\p{L}+/gu) ?? [];
  for (let at = 0; at < parts.length - 2; at++) {
    const three = parts.slice(at, at + 3);
    const [day, month, year] = monthOf(three[0]!) === undefined ? three : [three[1], three[0], three[2]];
    const number = monthOf(month!);
    if (number === undefined || !/^\d{1,2}$/.test(day!) || !/^\d{4}$/.test(year!)) continue;
    return one(Number(year), number, Number(day));
  }
  return [];
}

function eitherOrder(a: number, b: number, written: string, isSaid: boolean): DateNumbers {
  const years =
    written.length === 4 ? [Number(written)] : isSaid ? CENTURIES.map((from) => from + Number(written)) : [];
  return [...new Set(years.flatMap((year) => [...one(year, b, a), ...one(year, a, b)]))];
}

function compactDates(digits: string): DateNumbers {
  const [head, tail] = [Number(digits.slice(0, 4)), Number(digits.slice(4))];
  const yearFirst = one(head, Math.floor(tail / 100), tail % 100);
  return yearFirst.length > 0 ? yearFirst : one(tail, head % 100, Math.floor(head / 100));
}

/** Of a year in which somebody may be born, and a day that is there. */
function one(year: number, month: number, day: number): DateNumbers {
  const isDay = month >= 1 && month <= 12 && day <= MONTH_DAYS[month - 1]!;
  return isDay && year >= 1850 && year < 2100 ? [year * 10_000 + month * 100 + day] : [];
}
