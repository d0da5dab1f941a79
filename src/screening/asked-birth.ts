import { dateNumber } from './index/birth-ranges.ts';
import type { NumbersBeside } from './names/numbers-beside.ts';
import type { Query } from './query.ts';
import type { AskedBirth } from './scoring/birth-date.ts';

/** Why a date of birth that was sent is no evidence. */
export type BirthDoubt = 'too-long-ago' | 'today' | 'to-come';

/** As YYYYMMDD. */
const A_YEAR = 10_000;
/** Nobody has lived much longer. */
const TOO_LONG = 110 * A_YEAR;
const DAY_MS = 86_400_000;
/** What databases give back for no date, in UTC and west of it: nobody knows even the year. */
const NO_DATES: ReadonlySet<number> = new Set([19700101, 19691231]);
const NEW_YEAR = 101;

/** What a query tells of a birth: the date that was sent, or else one beside the name. */
export function askedBirth(
  { dateOfBirth, today }: Pick<Query, 'dateOfBirth' | 'today'>,
  beside: NumbersBeside | undefined,
): { readonly birth?: AskedBirth; readonly doubt?: BirthDoubt } {
  if (dateOfBirth === undefined) return besideName(beside, today);
  const date = dateNumber(dateOfBirth);
  const doubt = doubtOf(date, today);
  if (doubt) return { doubt };
  return { birth: { dates: [asFarAsTold(date)], strength: NO_DATES.has(date) ? 'hint' : 'sent' } };
}

function besideName(beside: NumbersBeside | undefined, today: string | undefined): { birth?: AskedBirth } {
  const dates = (beside?.births ?? []).filter((date) => !doubtOf(date, today)).map(asFarAsTold);
  if (dates.length === 0) return {};
  // A year that nothing introduces may be the year of anything.
  const isHint = !beside!.isSaid && dates.every((date) => date % 10_000 === 0);
  return { birth: { dates, strength: isHint ? 'hint' : 'read' } };
}

/** `today`: `YYYY-MM-DD`; without it every date is taken as it stands. */
function doubtOf(date: number, today: string | undefined): BirthDoubt | undefined {
  if (today === undefined) return undefined;
  const now = dateNumber(today);
  if (date > now) return 'to-come';
  // A form that nobody filled in has the day on which it was opened, which has begun earlier elsewhere.
  if (date > now - A_YEAR && date % 100 !== 0 && date >= dayBefore(today)) return 'today';
  const last = date % 10_000 === 0 ? date + 1231 : date % 100 === 0 ? date + 31 : date;
  return last < now - TOO_LONG ? 'too-long-ago' : undefined;
}

const dayBefore = (day: string): number => dateNumber(new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10));

/** 1 January stands for a day that nobody knows more often than for itself. */
function asFarAsTold(date: number): number {
  const isYear = date % 10_000 === NEW_YEAR || NO_DATES.has(date);
  return isYear ? date - (date % 10_000) : date;
}
