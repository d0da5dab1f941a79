import { UNLIMITED } from '../fusion/document-source.ts';
import { MAX_VALIDITY_LENGTH } from '../mrz/mrz-dates.ts';
import { field, type VisualField } from './field.ts';
import type { Claim } from './label-values.ts';
import { datesIn, isNever, isoDate, type Order, orderAmong, type PrintedDate } from './printed-dates.ts';
import { type Piece, part, type Row } from './rows.ts';

export interface Days {
  readonly birth: VisualField | null;
  readonly issue: VisualField | null;
  readonly expiry: VisualField | null;
}

/** A child's first document may be as young as the child; without a label a date this much older is the birth's. */
const MIN_AGE = 14;
const MAX_AGE = 120;
/** Longest validity of any document in use: licences of some states that end at retirement. */
const MAX_VALIDITY = 60;
const REPAIRED = 0.85;

/**
 * Dates by their labels, put in order and made whole by one another; what has no label by the order of time. Where days
 * and months are filled up with zeros, one of a single digit has lost the other.
 */
export function readDays(
  claims: readonly Claim[],
  pieces: readonly Piece[],
  country: string | null,
  thisYear = new Date().getUTCFullYear(),
): Days {
  const values = pieces.filter(({ role }) => role === null || role === 'other');
  const printed = values.flatMap((piece) =>
    datesIn(piece.text).map((date) => ({ date, row: part(piece, date) as Row })),
  );
  const isPadded = [...printed, ...claims].some(({ date }) => date?.padded);
  const isWhole = (date: PrintedDate) => isPossible(date, country) && !(isPadded && date.bare);
  // Only what a label calls the end says that there is none.
  const all = printed.filter(({ date }) => isWhole(date) && !isNever(date));
  const labelled = claims.filter(({ date, role }) => date && isWhole(date) && (role === 'expiry' || !isNever(date)));
  const order = orderOf([...all.map(({ date }) => date), ...labelled.map(({ date }) => date!)], country);
  const label = (role: Claim['role'], century: (year: number) => number | null): VisualField | null => {
    const claim = labelled.find((one) => one.role === role);
    const value = claim ? isoDate(claim.date!, order, century) : null;
    return claim && value ? field(value, claim.value, 'label', claim.date!.repaired ? REPAIRED : 1) : null;
  };
  const issue = label('issue', latest(thisYear));
  const expiry = label('expiry', latest(thisYear + MAX_VALIDITY_LENGTH));
  // Nobody is born after his document was made; where that is not known, only years to come tell the century.
  const end = expiry?.value === UNLIMITED ? null : expiry;
  const made = Number((issue ?? end)?.value.slice(0, 4) ?? 0);
  const born =
    made === 0 ? (year: number) => (2000 + year > thisYear ? 1900 + year : null) : latest(Math.min(made, thisYear));
  const days = { issue, expiry, birth: label('birth', born) };
  if (!days.birth && country === 'USA') days.birth = repeatedBirth(all, order, issue ?? end);
  return plausible(inferred(days, datesOf(all, order)));
}

/** Makes a year of two digits whole: the latest that is not over `most`. */
export const latest = (most: number) => (year: number) => (2000 + year <= most ? 2000 : 1900) + year;

/** The United States write the month first: a day there was misread. */
function isPossible({ order, separator }: PrintedDate, country: string | null): boolean {
  return country !== 'USA' || order !== 'day-month' || separator === 'name';
}

/** The United States write the month first; elsewhere what other dates tell, else the day. */
export function orderOf(dates: readonly PrintedDate[], country: string | null): Order | null {
  if (country === 'USA') return 'month-day';
  const told = orderAmong(dates);
  if (told) return told;
  return country === null || country === 'CAN' || country === 'PHL' ? null : 'day-month';
}

/**
 * The date of birth is printed again with a short year (AAMVA DL/ID Card Design Standard, data of the secondary
 * portrait).
 */
function repeatedBirth(
  all: readonly { date: PrintedDate; row: Row }[],
  order: Order | null,
  later: VisualField | null,
): VisualField | null {
  const until = later ? Number(later.value.slice(0, 4)) - MIN_AGE : null;
  if (until === null) return null;
  const found = all.flatMap(({ date, row }) => {
    const value = date.shortYear ? isoDate(date, order, latest(until)) : null;
    return value ? [{ value, row }] : [];
  });
  const [only] = found;
  return only && found.length === 1 ? field(only.value, only.row, 'layout') : null;
}

interface Day {
  readonly value: string;
  readonly row: Row;
  readonly repaired: boolean;
}

/** Different days with four-digit years, from the earliest; two prints of one day are one. */
function datesOf(all: readonly { date: PrintedDate; row: Row }[], order: Order | null): Day[] {
  const days = new Map<string, Day>();
  for (const { date, row } of all) {
    const value = date.shortYear ? null : isoDate(date, order, () => null);
    if (value && !days.has(value)) days.set(value, { value, row, repaired: date.repaired });
  }
  return [...days.values()].sort((a, b) => (a.value < b.value ? -1 : 1));
}

/**
 * Days without a label, by the order of time. One that was repaired counts where another day has its month and day:
 * many documents end on the holder's birthday.
 */
function inferred({ birth, issue, expiry }: Days, days: readonly Day[]): Days {
  const known = [birth, issue, expiry].flatMap((one) => (one ? [one.value] : []));
  const rest = days.filter(({ value }) => !known.includes(value));
  const born = birth ?? inferredBirth(rest.filter(isSureAmong(rest)), known);
  const later = rest.filter(({ value, repaired }) => !repaired || (born && isSameDay(value, born.value)));
  return { birth: born, issue, expiry: expiry ?? (born && inferredExpiry(later, born, issue)) };
}

/** Whether a day was read as it is, or another one of them repeats its month and day. */
const isSureAmong = (days: readonly Day[]) => (day: Day) =>
  !day.repaired || days.some((other) => other !== day && isSameDay(other.value, day.value));

/** Whether two dates have the same month and day. */
const isSameDay = (one: string, other: string) => one.slice(4) === other.slice(4);

/** The earliest day, where a holder would be old enough on the next one. */
function inferredBirth([earliest, ...later]: readonly Day[], known: readonly string[]): VisualField | null {
  const next = [...later.map(({ value }) => value), ...known].sort()[0];
  const isOld = earliest && next && years(earliest.value, next) >= MIN_AGE;
  return isOld ? field(earliest.value, earliest.row, 'layout') : null;
}

/** The only day after that of issue. Where that is not known, a later birthday or the second of two after birth. */
function inferredExpiry(days: readonly Day[], birth: VisualField, issue: VisualField | null): VisualField | null {
  const later = days.filter(({ value }) => value !== birth.value && value > (issue ?? birth).value);
  const last = later.at(-1);
  const isBirthday = later.length === 1 && last && isSameDay(last.value, birth.value);
  return last && (isBirthday || later.length === (issue ? 1 : 2)) ? field(last.value, last.row, 'layout') : null;
}

/** A document is issued after birth and expires after both; where that does not hold, the less sure date goes. */
function plausible({ birth, issue, expiry }: Days): Days {
  if (expiry?.value === UNLIMITED) return { ...plausible({ birth, issue, expiry: null }), expiry };
  const start = issue && expiry && issue.value > expiry.value ? null : issue;
  if (birth && expiry) {
    const age = years(birth.value, expiry.value);
    if (age <= 0 || age > MAX_AGE) {
      return birth.confidence > expiry.confidence
        ? { birth, issue: start, expiry: null }
        : { birth: null, issue: start, expiry };
    }
  }
  if (birth && start && birth.value > start.value) return { birth: null, issue: start, expiry };
  if (start && expiry && years(start.value, expiry.value) > MAX_VALIDITY) return { birth, issue: start, expiry: null };
  return { birth, issue: start, expiry };
}

function years(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / (365.25 * 24 * 3600 * 1000);
}
