import type { ListDate } from '../../../domain/list-entry.ts';
import { first, textOf, type XmlElement } from '../../formats/xml.ts';
import { calendarDay } from './dates.ts';

/** The day in the Year, Month and Day children of an element. */
export function elementDay(element: XmlElement | undefined): string | undefined {
  return calendarDay(textOf(element, 'Year'), textOf(element, 'Month'), textOf(element, 'Day'));
}

/**
 * A DatePeriod at its precision, from the first day of Start to the last day of End. A whole year or month is that year
 * or month. Whole years at both ends are a range of years.
 */
export function periodDate(period: XmlElement | undefined): ListDate | undefined {
  const start = first(period, 'Start');
  const end = first(period, 'End') ?? start;
  const from = elementDay(first(start, 'From')) ?? elementDay(first(start, 'To'));
  const to = elementDay(first(end, 'To')) ?? elementDay(first(end, 'From')) ?? from;
  if (!from || !to || from > to) return undefined;
  const circa = [start, end].some((element) => element?.attributes.approximate === 'true');
  return { ...atPrecision(from, to), ...(circa ? { circa } : {}) };
}

function atPrecision(from: string, to: string): ListDate {
  if (from === to) return { date: from };
  const years = from.endsWith('-01-01') && to.endsWith('-12-31');
  const months = from.endsWith('-01') && to === lastDayOfMonth(to);
  const length = years ? 4 : months ? 7 : 10;
  const [date, last] = [from.slice(0, length), to.slice(0, length)];
  return date === last ? { date } : { date, to: last };
}

function lastDayOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10);
}
