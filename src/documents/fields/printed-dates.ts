import { readTable } from '../../tables.ts';
import { UNLIMITED } from '../fusion/document-source.ts';
import { eastAsianDatesIn, type WholeDate } from './east-asian-dates.ts';
import { monthNamed } from './months.ts';
import { compact } from './phrases.ts';

/** A date as it is printed, its order perhaps not known yet. */
export interface PrintedDate {
  /** Four digits, or two as printed. */
  readonly year: number;
  readonly shortYear: boolean;
  /** The two numbers beside the year, in the order of print; equal to [month, day] or [day, month] by `order`. */
  readonly first: number;
  readonly second: number;
  /** `unknown`: day and month could be exchanged. */
  readonly order: 'month-day' | 'day-month' | 'unknown';
  /** What stands between the numbers: dates of one document that look alike have one order. */
  readonly separator: string;
  /** Where it stands in the text. */
  readonly from: number;
  readonly to: number;
  /** Letters were read as digits. */
  readonly repaired: boolean;
  /** Day or month is filled up with a zero, or has one digit alone. Of dates in words neither. */
  readonly padded: boolean;
  readonly bare: boolean;
}

export type Order = 'month-day' | 'day-month';

const NEVER = Number(UNLIMITED.slice(0, 4));

/** Whether a date says that a document never ends. */
export function isNever({ year }: PrintedDate): boolean {
  return year === NEVER;
}

const D = '[0-9ODoIlSBZ|]';
/** Both separators of a date are alike; what is read between may be a comma for a point. */
const SEPARATORS: readonly (readonly [name: string, pattern: string])[] = [
  ['/', '\\s?/\\s?'],
  ['-', '\\s?[-–]\\s?'],
  ['.', '\\s?[.,·]\\s?'],
  [' ', '\\s'],
];
const YEAR_FIRST = SEPARATORS.map(([name, by]) => ({
  name,
  pattern: new RegExp(`(?<![0-9])(${D}{4})${by}(${D}{1,2})${by}(${D}{1,2})(?![0-9])`, 'g'),
}));
const YEAR_LAST = SEPARATORS.map(([name, by]) => ({
  name,
  pattern: new RegExp(
    `(?<![0-9])(${D}{1,2})${by}(${name === '/' ? `${D}\\s?` : ''}${D}{1,2})${by}(${D}{4}(?![0-9])|[12O](?:${D}\\s${D}{2}|\\s${D}{3})(?![0-9])|${D}{2}(?!\\s?[0-9]))`,
    'g',
  ),
}));
/** One of two slashes was lost, or taken for a stroke or a 7: 12/0612033. */
const LOST_SLASH =
  /(?<![0-9])([01][0-9])(?:\/([0-3][0-9])[17Il|\s]|[17Il|\s]([0-3][0-9])\/)((?:19|20)[0-9]{2})(?![0-9])/g;
/** Of a name that begins with a digit, no digit stands before it: it may be the day's. */
const NAME = '(?:\\p{L}|(?<![0-9])[0135](?=\\p{L}))[\\p{L}015]{1,10}\\p{L}\\.?';
/** A slash may be read as a 7. */
const MONTH = `(${NAME}(?:\\s?(?:[/|\\-]|(?<=\\s)7(?=\\p{L}))?\\s?${NAME})?)`;
/** Korea prints the number of a month before its name, and a sign that may be lost between: 01 2월/FEB 1987. */
const NUMBERED_MONTH = '[0-9]{1,2}\\s?(?:[\\p{L}]\\s?)?/\\s?';
const DAY_NUMBER_NAME_YEAR = new RegExp(
  `(?<![0-9])([0-9]{1,2} [0-9]{1,2}|[0-9]{2,4})\\s?(?:\\p{L}\\s?)?/\\s?${MONTH}\\s?([12][0-9]{3}|9999)(?![0-9])`,
  'gu',
);
const DAY_NAME_YEAR = new RegExp(
  `(?<![0-9])(?<![0-9]{1,2}\\s(?=${NUMBERED_MONTH}))([0-9OIl]{1,2})\\s?[.\\-/,:ºª]?\\s?(?:de\\s)?${MONTH}\\s?[.\\-/,]?\\s?(?:de\\s)?([12O][0-9OIl]{3}|9999|[0-9]{2})(?![0-9](?![a-d]))`,
  'gu',
);
const NAME_DAY_YEAR = new RegExp(`${MONTH}\\s?([0-9]{1,2})\\s?,?\\s?([12][0-9]{3}|9999)(?![0-9])`, 'gu');
const YEAR_NAME_DAY = new RegExp(
  `(?<![0-9])([12][0-9]{3}|9999)\\s?[.\\-/]?\\s?${MONTH}\\s?[.\\-/]?\\s?([0-9]{1,2})(?![0-9])`,
  'gu',
);
/** Spaces were lost, or two separators are not alike: 13 071990, 28 06.1985. No other digits stand beside. */
const GAP = '\\s?[.,·/\\-–]?\\s?';
const FULL_YEAR = '(?:19|20)[0-9]{2}';
const MIXED = new RegExp(
  `(?<![0-9A-Za-z]|[0-9]{2}[\\s./-])([0-3][0-9])(${GAP})([0-3][0-9])(${GAP})(${FULL_YEAR})(?![0-9A-Za-z]|[\\s./-]{1,2}[0-9])`,
  'g',
);
const MIXED_YEAR_FIRST = new RegExp(
  `(?<![0-9A-Za-z]|[0-9]{2}[\\s./-])(${FULL_YEAR})(${GAP})([01][0-9])(${GAP})([0-3][0-9])(?![0-9A-Za-z]|[\\s./-]{1,2}[0-9])`,
  'g',
);
const DIGITS_YEAR_FIRST = /(?<![0-9A-Za-z])((?:19|20)[0-9]{2}|9999)([01][0-9])([0-3][0-9])(?![0-9A-Za-z])/g;
const DIGITS = /(?<![0-9A-Za-z])([0-9]{2})([0-9]{2})([0-9]{4})(?![0-9A-Za-z])/g;

interface Notation {
  readonly pattern: RegExp;
  readonly read: (match: RegExpMatchArray) => PrintedDate | null;
}

/** How dates are written, the clearest first: where two overlap, the earlier one counts. */
const NOTATIONS: readonly Notation[] = [
  { pattern: DAY_NUMBER_NAME_YEAR, read: withNumberedMonth },
  { pattern: DAY_NAME_YEAR, read: (match) => named(match, match[1]!, match[2]!, match[3]!) },
  { pattern: YEAR_NAME_DAY, read: (match) => named(match, match[3]!, match[2]!, match[1]!) },
  { pattern: NAME_DAY_YEAR, read: (match) => named(match, match[2]!, match[1]!, match[3]!) },
  ...YEAR_FIRST.map(
    ({ name, pattern }): Notation => ({
      pattern,
      read: (match) => numeric(match, match[1]!, match[2]!, match[3]!, 'month-day', name),
    }),
  ),
  ...YEAR_LAST.map(
    ({ name, pattern }): Notation => ({
      pattern,
      read: (match) => numeric(match, match[3]!.replace(/\s/, ''), match[1]!, match[2]!, 'unknown', name),
    }),
  ),
  { pattern: LOST_SLASH, read: withLostSlash },
  {
    pattern: MIXED_YEAR_FIRST,
    read: (match) => mixed(match, match[1]!, match[3]!, match[5]!, 'month-day'),
  },
  { pattern: MIXED, read: (match) => mixed(match, match[5]!, match[1]!, match[3]!, 'unknown') },
];
const NOTATIONS_AND_DIGITS: readonly Notation[] = [
  ...NOTATIONS,
  {
    pattern: DIGITS_YEAR_FIRST,
    read: (match) => numeric(match, match[1]!, match[2]!, match[3]!, 'month-day', ''),
  },
  { pattern: DIGITS, read: (match) => numeric(match, match[3]!, match[1]!, match[2]!, 'unknown', '') },
];

const ENDLESS = new Set(readTable('documents/unlimited.tsv', ['word']).map(([word]) => word));

/** Every date in a text, from left to right. `digits` also takes eight digits in a row, as licences print them. */
export function datesIn(text: string, digits = false): PrintedDate[] {
  const found = eastAsianDatesIn(text)
    .map(whole)
    .filter(({ year }) => isYear(year));
  if (!/[0-9]/.test(text)) return isEndless(text) ? [endless(text)] : found;
  for (const { pattern, read } of digits ? NOTATIONS_AND_DIGITS : NOTATIONS) {
    for (const date of datesBy(text, pattern, read)) {
      if (!found.some(({ from, to }) => date.from < to && from < date.to)) found.push(date);
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

/** The dates of one notation. What looks like a date and is none may hold the beginning of one. */
function* datesBy(text: string, pattern: RegExp, read: Notation['read']): Generator<PrintedDate> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const date = read(match);
    if (date) yield date;
    else pattern.lastIndex = match.index + 1;
  }
}

/**
 * `YYYY-MM-DD`, `UNLIMITED` for any day of 9999, or null where day and month cannot be distinguished. `century`
 * completes a short year.
 */
export function isoDate(
  date: PrintedDate,
  order: Order | null,
  century: (year: number) => number | null,
): string | null {
  if (isNever(date)) return UNLIMITED;
  const known = date.order === 'unknown' ? (date.first === date.second ? 'day-month' : order) : date.order;
  if (known === null) return null;
  const [month, day] = known === 'month-day' ? [date.first, date.second] : [date.second, date.first];
  const year = date.shortYear ? century(date.year) : date.year;
  if (year === null || !exists(year, month, day)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether a text is nothing but words for no end, in one language or two. */
function isEndless(text: string): boolean {
  return text.split('/').every((part) => ENDLESS.has(compact(part).letters));
}

function endless(text: string): PrintedDate {
  return whole({ year: NEVER, month: 12, day: 31, from: 0, to: text.length });
}

/** Whether a year can be printed on a document in use; 9999 says that it never ends. */
function isYear(year: number): boolean {
  return (year >= 1900 && year <= 2100) || year === NEVER;
}

/** The order that dates of a document tell by themselves, null where they tell none or two. */
export function orderAmong(dates: readonly PrintedDate[]): Order | null {
  const orders = new Set(
    dates
      .filter(({ separator, order }) => separator !== 'name' && order !== 'unknown' && separator !== 'iso')
      .map(({ order }) => order as Order),
  );
  return orders.size === 1 ? [...orders][0]! : null;
}

function named(match: RegExpMatchArray, day: string, month: string, year: string): PrintedDate | null {
  const number = monthNamed(month);
  const [d, y] = [digitsOf(day), commonYear(digitsOf(year))];
  if (number === null || d < 1 || d > 31) return null;
  if (year.length === 4 && !isYear(y)) return null;
  return {
    year: y,
    shortYear: year.length === 2,
    first: d,
    second: number,
    order: 'day-month',
    separator: 'name',
    padded: false,
    bare: false,
    ...place(match, /[OIl]/.test(day + year) || y !== digitsOf(year)),
  };
}

/** The number and the name of the month must say the same: another number is a part of the day. */
function withNumberedMonth(match: RegExpMatchArray): PrintedDate | null {
  const [, digits, name, year] = match as unknown as [string, string, string, string];
  const month = String(monthNamed(name));
  const [day, number] = digits.includes(' ')
    ? digits.split(' ')
    : [digits.slice(0, -month.length), digits.slice(-month.length)];
  return day && number === month ? named(match, day, name, year) : null;
}

function whole({ year, month, day, from, to }: WholeDate): PrintedDate {
  const rest = { shortYear: false, separator: 'name', repaired: false, padded: false, bare: false };
  return { year, first: day, second: month, order: 'day-month', from, to, ...rest };
}

/** A year in the common era. Thailand prints those of the Buddhist calendar, which lie far beyond ours. */
function commonYear(year: number): number {
  return year >= 2443 && year <= 2643 ? year - 543 : year;
}

function numeric(
  match: RegExpMatchArray,
  year: string,
  one: string,
  two: string,
  order: PrintedDate['order'],
  separator: string,
): PrintedDate | null {
  // Mostly letters: this is a word.
  const letters = (year + one + two).replace(/[0-9]/g, '').length;
  if (letters > 2) return null;
  const [y, first, second] = [
    separator === ' ' ? digitsOf(year) : commonYear(digitsOf(year)),
    digitsOf(one),
    digitsOf(two),
  ];
  if (year.length === 4 && !isYear(y)) return null;
  // Spaces part numbers of all kinds.
  if (separator === ' ' && !/^[0-9]{8}$/.test(year + one + two)) return null;
  const told = order !== 'unknown' ? order : toldBy(first, second);
  if (!told || first < 1 || second < 1 || (order === 'month-day' && first > 12)) return null;
  const kind = order === 'month-day' ? 'iso' : separator;
  return {
    year: y,
    shortYear: year.length === 2,
    first,
    second,
    order: told,
    separator: kind,
    padded: [one, two].some((part) => /^[0Oo]./.test(part)),
    bare: one.length === 1 || two.length === 1,
    ...place(match, letters > 0 || (year.length === 4 && y !== digitsOf(year))),
  };
}

/** A date whose separators differ. Where all digits stand together, nothing but a label tells a date from a number. */
function mixed(
  match: RegExpMatchArray,
  year: string,
  one: string,
  two: string,
  order: PrintedDate['order'],
): PrintedDate | null {
  const gaps = [match[2]!, match[4]!];
  if (gaps.every((gap) => gap === '')) return null;
  const kept = gaps.map((gap) => gap.trim()).find(Boolean) ?? '.';
  return numeric(match, year, one, two, order, kept);
}

function withLostSlash(match: RegExpMatchArray): PrintedDate | null {
  return numeric(match, match[4]!, match[1]!, (match[2] ?? match[3])!, 'unknown', '/');
}

function toldBy(first: number, second: number): PrintedDate['order'] | null {
  if (first > 31 || second > 31 || (first > 12 && second > 12)) return null;
  if (first > 12) return 'day-month';
  return second > 12 ? 'month-day' : 'unknown';
}

function place(match: RegExpMatchArray, repaired: boolean): { from: number; to: number; repaired: boolean } {
  return { from: match.index!, to: match.index! + match[0].length, repaired };
}

function digitsOf(text: string): number {
  return Number(
    text
      .replace(/\s/g, '')
      .replace(/[OoD]/g, '0')
      .replace(/[Il|]/g, '1')
      .replace(/S/g, '5')
      .replace(/B/g, '8')
      .replace(/Z/g, '2'),
  );
}

function exists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
