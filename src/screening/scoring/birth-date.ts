import type { CodeOf } from '../../sentences.ts';

/** What a query tells of a birth. */
export interface AskedBirth {
  /** YYYYMMDD; months and days that nobody tells are 00. Of several dates one is meant. */
  readonly dates: readonly number[];
  /**
   * "sent": as the date of birth. "read": a date beside the name, which takes no name under the threshold. "hint": it
   * agrees or says nothing.
   */
  readonly strength: 'sent' | 'read' | 'hint';
}

export interface BirthEvidence {
  readonly reason: Extract<CodeOf<'score'>, `born-${string}`>;
  readonly points: number;
  /** Nobody has both dates. */
  readonly isImpossible?: true;
  /** Of a date that was read beside the name. */
  readonly isRead?: true;
}

/** A full date that agrees raises a score by so much. */
export const MAX_RAISED = 4;
const SAME_DAY: BirthEvidence = { reason: 'born-same-day', points: MAX_RAISED };
const SAME_MONTH: BirthEvidence = { reason: 'born-same-month', points: 3 };
const SAME_YEAR: BirthEvidence = { reason: 'born-same-year', points: 2 };
const IN_RANGE: BirthEvidence = { reason: 'born-in-range', points: 1 };
const SWAPPED: BirthEvidence = { reason: 'born-day-and-month-exchanged', points: -1 };
const ONE_DIGIT: BirthEvidence = { reason: 'born-one-digit', points: -2 };
const EXCHANGED: BirthEvidence = { reason: 'born-digits-exchanged', points: -2 };
const YEAR_OFF: BirthEvidence = { reason: 'born-one-year-off', points: -2 };
const ANOTHER_DAY: BirthEvidence = { reason: 'born-other-day', points: -9 };
const FEW_YEARS: BirthEvidence = { reason: 'born-few-years-off', points: -9 };
const OTHER: BirthEvidence = { reason: 'born-another-date', points: -16 };
const IMPOSSIBLE: BirthEvidence = { ...OTHER, isImpossible: true };
const FEW = 3;
/** Years between two dates, of which one may be a range, that no mistake explains. */
const TOO_MANY = 10;

/** What the query's date says beside an alternative of the list; undefined where it is nothing. */
export function evidenceOfBirth({ dates, strength }: AskedBirth, from: number, to: number): BirthEvidence | undefined {
  let kindest: BirthEvidence | undefined;
  for (let place = 0; place < dates.length; place++) {
    const evidence = birthEvidence(dates[place]!, from, to);
    if (!kindest || evidence.points > kindest.points) kindest = evidence;
  }
  if (strength === 'sent' || !kindest || kindest.points > 0) return kindest;
  return strength === 'read' ? { ...kindest, isRead: true } : undefined;
}

/**
 * The kindest reading of the query's date (YYYYMMDD) against one alternative of the list, at the precision that both
 * have. Two digits that are exchanged are a slip, however many years that makes. Other dates over ten years apart
 * cannot be one person's. Neither can years that the list gives exactly and that differ by more than three.
 */
export function birthEvidence(query: number, from: number, to: number): BirthEvidence {
  if (to !== 0) return rangeEvidence(query, from, to);
  const year = Math.floor(from / 10_000);
  const month = Math.floor(from / 100) % 100;
  const day = from % 100;
  const [queryYear, queryMonth, queryDay] = [Math.floor(query / 10_000), Math.floor(query / 100) % 100, query % 100];
  const restAgrees = areOne(month, queryMonth) && areOne(day, queryDay);
  const years = Math.abs(queryYear - year);
  if (years === 0 && restAgrees) return agreement(Math.min(month, queryMonth), Math.min(day, queryDay));
  if (years === 0 && month === queryDay && day === queryMonth) return SWAPPED;
  if (day !== 0 && queryDay !== 0 && areExchanged(query, from)) return EXCHANGED;
  if (years > TOO_MANY) return IMPOSSIBLE;
  if (day !== 0 && queryDay !== 0 && differentDigits(query, from) === 1) return ONE_DIGIT;
  if (years === 1 && restAgrees) return YEAR_OFF;
  if (years === 0) return ANOTHER_DAY;
  return years <= FEW ? FEW_YEARS : IMPOSSIBLE;
}

/** Where one of them is 00, nobody knows. */
const areOne = (a: number, b: number): boolean => a === 0 || b === 0 || a === b;

/** Of dates that agree as far as both are known. */
function agreement(month: number, day: number): BirthEvidence {
  if (month === 0) return SAME_YEAR;
  return day === 0 ? SAME_MONTH : SAME_DAY;
}

function rangeEvidence(query: number, from: number, to: number): BirthEvidence {
  const queryYear = Math.floor(query / 10_000);
  if (lastDay(query) >= from && query <= lastDay(to)) return IN_RANGE;
  const distance = Math.min(
    Math.abs(queryYear - Math.floor(from / 10_000)),
    Math.abs(queryYear - Math.floor(to / 10_000)),
  );
  if (distance <= 1) return YEAR_OFF;
  if (distance <= FEW) return FEW_YEARS;
  return distance <= TOO_MANY ? OTHER : IMPOSSIBLE;
}

/** A date without month or day reaches to the end of its year or month. */
function lastDay(date: number): number {
  if (date % 10_000 === 0) return date + 1231;
  return date % 100 === 0 ? date + 31 : date;
}

/** Places of the digits YYYYMMDD that begin two neighbours of one number. */
const NEIGHBOURS = [0, 1, 2, 4, 6] as const;

/** Whether two dates differ in two neighbouring digits of the year, the month or the day, which are exchanged. */
function areExchanged(a: number, b: number): boolean {
  const [left, right] = [String(a), String(b)];
  return NEIGHBOURS.some((at) => {
    const exchanged = `${left.slice(0, at)}${left[at + 1]}${left[at]}${left.slice(at + 2)}`;
    return exchanged === right;
  });
}

function differentDigits(a: number, b: number): number {
  const [left, right] = [String(a), String(b)];
  let different = 0;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) different++;
  return different;
}
