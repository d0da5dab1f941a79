import type { ListDate } from '../../../domain/list-entry.ts';
import { calendarDate, yearRange } from '../../entries/values.ts';

/** `1992/1/13`, `2001.9.22`, `1953年4月2日`, `1954年`, `1960`. */
const DAY = /(?<!\d)(\d{4})(?:[./年]\s*(\d{1,2})(?:[./月]\s*(\d{1,2})日?|月)?|年)?(?!\d)/;
const YEARS = /(\d{4})年?\s*(?:[-~～〜–]|から)\s*(\d{4})年?(?:まで)?(?:の?間)?/;
const ABOUT = /頃|ころ|ごろ|およそ|おおよそ|おおむね|約|approx|circa|about/i;
const BETWEEN = /[;；、]|又は|または|及び|\bor\b/i;
/** Nothing but what goes with a date: `生`, `生まれ`, brackets, `頃`. */
const NOTHING_ELSE =
  /^(?:[\s()（）,.]|頃|ころ|ごろ|およそ|おおよそ|おおむね|約|生まれ|生|approx(?:imately)?|circa|about)*$/i;

/** The birth dates of a cell, and what of it is none. */
export function birthDates(cell: string | undefined): { dates: ListDate[]; rest: string | undefined } {
  const dates: ListDate[] = [];
  const others: string[] = [];
  for (const part of (cell ?? '').normalize('NFKC').split(BETWEEN)) {
    const found = dateIn(part);
    if (found) dates.push(ABOUT.test(part) ? { ...found.date, circa: true } : found.date);
    if (!NOTHING_ELSE.test(found ? part.replace(found.text, '') : part)) others.push(part.trim());
  }
  return { dates, rest: others.join('; ') || undefined };
}

/** The first whole day in a cell: that of the first notice, `2001.10.12 2012.3.27改訂`. */
export function firstDay(cell: string | undefined): string | undefined {
  const date = dateIn((cell ?? '').normalize('NFKC').split(/\s/)[0]!)?.date.date;
  return date?.length === 10 ? date : undefined;
}

function dateIn(text: string): { date: ListDate; text: string } | undefined {
  const years = YEARS.exec(text);
  const range = years && yearRange(years[1], years[2]);
  if (range) return { date: range, text: years[0] };
  const day = DAY.exec(text);
  const date = day && calendarDate(day[1], day[2], day[3]);
  return date ? { date: { date }, text: day[0] } : undefined;
}
