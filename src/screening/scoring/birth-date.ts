import type { CodeOf } from '../../sentences.ts';

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
  const restAgrees = [0, queryMonth].includes(month) && [0, queryDay].includes(day);
  const years = Math.abs(queryYear - year);
  if (years === 0 && restAgrees) return agreement(month, day);
  if (years === 0 && month === queryDay && day === queryMonth) return SWAPPED;
  if (years > TOO_MANY) return IMPOSSIBLE;
  if (day !== 0 && differentDigits(query, from) === 1) return ONE_DIGIT;
  if (years === 1 && restAgrees) return YEAR_OFF;
  if (years === 0) return ANOTHER_DAY;
  return years <= FEW ? FEW_YEARS : IMPOSSIBLE;
}

/** Of dates that agree as far as the list knows its own. */
function agreement(month: number, day: number): BirthEvidence {
  if (month === 0) return SAME_YEAR;
  return day === 0 ? SAME_MONTH : SAME_DAY;
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
