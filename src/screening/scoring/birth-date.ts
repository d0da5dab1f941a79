import type { EntryFacts } from '../../domain/list-entry.ts';
import type { CodeOf } from '../../sentences.ts';

/** A date, or both ends of a range, as numbers YYYYMMDD. Unknown months and days are 00. Without a range, `to` is 0. */
export interface BirthRange {
  readonly from: number;
  readonly to: number;
}

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD` as a number; 0 for anything else. */
export function dateNumber(date: string): number {
  const [, year, month = '00', day = '00'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  return year ? Number(year + month + day) : 0;
}

/** Every alternative that the entries give, each once. An approximate year is the year before to the year after. */
export function birthRanges(entries: readonly EntryFacts[]): BirthRange[] {
  const ranges = new Map<string, BirthRange>();
  for (const { birthDates } of entries) {
    for (const { date, to, circa } of birthDates ?? []) {
      const from = dateNumber(date);
      if (from === 0) continue;
      const end = to ? dateNumber(to) : 0;
      const year = Math.floor(from / 10_000);
      const range = circa && !end ? { from: (year - 1) * 10_000, to: (year + 1) * 10_000 } : { from, to: end };
      ranges.set(`${range.from}-${range.to}`, range);
    }
  }
  return [...ranges.values()];
}

export interface BirthEvidence {
  readonly reason: Extract<CodeOf<'score'>, `born-${string}`>;
  readonly points: number;
  /** Nobody has both dates. */
  readonly isImpossible?: true;
}

/** A full date that agrees raises a score by so much. */
export const MAX_RAISED = 4;
const SAME_DAY: BirthEvidence = { reason: 'born-same-day', points: MAX_RAISED };
const SAME_MONTH: BirthEvidence = { reason: 'born-same-month', points: 3 };
const SAME_YEAR: BirthEvidence = { reason: 'born-same-year', points: 2 };
const IN_RANGE: BirthEvidence = { reason: 'born-in-range', points: 1 };
const SWAPPED: BirthEvidence = { reason: 'born-day-and-month-exchanged', points: -1 };
const ONE_DIGIT: BirthEvidence = { reason: 'born-one-digit', points: -2 };
const YEAR_OFF: BirthEvidence = { reason: 'born-one-year-off', points: -2 };
const ANOTHER_DAY: BirthEvidence = { reason: 'born-other-day', points: -9 };
const FEW_YEARS: BirthEvidence = { reason: 'born-few-years-off', points: -9 };
const OTHER: BirthEvidence = { reason: 'born-another-date', points: -16 };
const IMPOSSIBLE: BirthEvidence = { ...OTHER, isImpossible: true };
const FEW = 3;
/** Years between two dates, of which one may be a range, that no mistake explains. */
const TOO_MANY = 10;

/**
 * The kindest reading of the query's date (YYYYMMDD) against one alternative of the list. Dates over ten years apart
 * cannot be one person's. Neither can years that the list gives exactly and that differ by more than three.
 */
export function birthEvidence(query: number, from: number, to: number): BirthEvidence {
  if (to !== 0) return rangeEvidence(query, from, to);
  const year = Math.floor(from / 10_000);
  const month = Math.floor(from / 100) % 100;
  const day = from % 100;
  const [queryYear, queryMonth, queryDay] = [Math.floor(query / 10_000), Math.floor(query / 100) % 100, query % 100];
  if (queryYear === year) {
    if (month === 0) return SAME_YEAR;
    if (month === queryMonth && day === 0) return SAME_MONTH;
    if (month === queryMonth && day === queryDay) return SAME_DAY;
    if (month === queryDay && day === queryMonth) return SWAPPED;
  }
  const years = Math.abs(queryYear - year);
  if (years > TOO_MANY) return IMPOSSIBLE;
  if (day !== 0 && differentDigits(query, from) === 1) return ONE_DIGIT;
  const restAgrees = (month === 0 || month === queryMonth) && (day === 0 || day === queryDay);
  if (years === 1 && restAgrees) return YEAR_OFF;
  if (queryYear === year) return ANOTHER_DAY;
  return years <= FEW ? FEW_YEARS : IMPOSSIBLE;
}

function rangeEvidence(query: number, from: number, to: number): BirthEvidence {
  const queryYear = Math.floor(query / 10_000);
  // An end without month or day reaches to the end of its year or month.
  const last = to % 10_000 === 0 ? to + 1231 : to % 100 === 0 ? to + 31 : to;
  if (query >= from && query <= last) return IN_RANGE;
  const distance = Math.min(
    Math.abs(queryYear - Math.floor(from / 10_000)),
    Math.abs(queryYear - Math.floor(to / 10_000)),
  );
  if (distance <= 1) return YEAR_OFF;
  if (distance <= FEW) return FEW_YEARS;
  return distance <= TOO_MANY ? OTHER : IMPOSSIBLE;
}

function differentDigits(a: number, b: number): number {
  const [left, right] = [String(a), String(b)];
  let different = 0;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) different++;
  return different;
}
