import { type Language, month } from './labels.ts';
import type { Random } from './random.ts';
import type { DateStyle } from './states.ts';

/** A date as a state prints it. */
export function printDate(date: string, style: DateStyle, languages: readonly Language[]): string {
  const [year, monthNumber, day] = date.split('-') as [string, string, string];
  const months = languages.slice(0, 2).map((language) => month(Number(monthNumber), language));
  return style.replace(/YYYY|YY|MMM\/MMM|MMM|MM|DD/g, (part) => {
    if (part === 'YYYY') return year;
    if (part === 'YY') return year.slice(2);
    if (part === 'MMM/MMM') return [...new Set(months)].join('/');
    if (part === 'MMM') return months[0]!;
    return part === 'MM' ? monthNumber : day;
  });
}

/** A day between two years, both included. */
export function randomDate(random: Random, from: number, to: number): string {
  return iso(random.whole(from, to), random.whole(1, 12), random.whole(1, 28));
}

/** The same day so many years later, a day earlier where `less` says so. */
export function yearsLater(date: string, years: number, less = 0): string {
  const [year, monthNumber, day] = date.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year + years, monthNumber - 1, day - less)).toISOString().slice(0, 10);
}

function iso(year: number, monthNumber: number, day: number): string {
  return new Date(Date.UTC(year, monthNumber - 1, day)).toISOString().slice(0, 10);
}
