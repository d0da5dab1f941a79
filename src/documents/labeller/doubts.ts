import { readFileSync } from 'node:fs';
import type { VisualField, VisualFields } from '../fields/field.ts';
import type { Role } from '../fields/labels.ts';
import { fold } from '../fields/phrases.ts';
import { datesIn } from '../fields/printed-dates.ts';
import type { PrintedText } from '../fields/printed-text.ts';
import type { Row } from '../fields/rows.ts';
import { yearOf } from './tokens.ts';

/** How often values are wrong, by what was seen of them. `npm run train:doubts` writes it. */
interface Learned {
  /** A constant and a weight for each sign. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
  /** From this chance of an error on, 0 to 1, a value is in doubt. */
  readonly doubtful: number;
  /** From this chance on an address of the rules is left out. */
  readonly wrong: number;
  /** From this chance on a value is left out that the labeller alone tells, or against a rule. */
  readonly unsettled: number;
}

export const LEARNED = JSON.parse(readFileSync(new URL('./model/doubts.json', import.meta.url), 'utf8')) as Learned;

/** Fields of print for which it is learned how often they are wrong. The parts of a name are one. */
export type Judged = (typeof SINGLE)[number] | 'names';

export const SINGLE = ['documentNumber', 'dateOfBirth', 'expiryDate', 'nationality', 'sex', 'address'] as const;

/** A value, and the chance that the labeller gives it, 0 to 1; null where rules tell it. */
export interface Opinion {
  readonly value: string;
  readonly chance: number | null;
  /** The chance that another value of the document is the field, 0 to 1. */
  readonly rival: number;
}

/** What a document has beside a value. */
export interface Surroundings {
  readonly labels: ReadonlySet<Role>;
  /** Different years of its dates. */
  readonly years: readonly number[];
}

/** What else the document has, for `signsOf`. */
export function surroundingsOf({ pieces }: PrintedText): Surroundings {
  const values = pieces.filter(({ role }) => role === null || role === 'other').map(({ text }) => text);
  return {
    labels: new Set(pieces.flatMap(({ role }) => role ?? [])),
    years: [...new Set(values.flatMap((text) => datesIn(text).map(yearOf)))],
  };
}

/** A letter or digit as surely as the text reader reads any. */
const FLOOR = 1e-3;
/** Chances of the labeller beyond these say no more. */
const [LEAST, MOST] = [0.01, 0.999];
const DAY = 86_400_000;
/** Documents end so many years after they began, or on a birthday; a day more or less is the same. */
const YEARS = 365.25;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** More later years than these say no more. */
const MOST_YEARS = 3;
const LABELS_OF: Readonly<Record<Judged, readonly Role[]>> = {
  documentNumber: ['number'],
  dateOfBirth: ['birth'],
  expiryDate: ['expiry'],
  nationality: ['nationality'],
  sex: ['sex'],
  address: ['address'],
  names: ['surname', 'given', 'name'],
};

/** The chance that a value is wrong, 0 to 1, by logistic regression. */
export function chanceOfError([constant, ...weights]: readonly number[], signs: readonly number[]): number {
  const odds = weights.reduce((sum, weight, at) => sum + weight * signs[at]!, constant!);
  return 1 / (1 + Math.exp(-odds));
}

/**
 * What tells of a value whether it is right, beside what the rules and the labeller, `own`, say. `form` is a number
 * about its form, and `born` the date of birth. The order of the numbers is part of what is learned.
 */
export function signsOf(
  name: Judged,
  { value, fields }: { readonly value: string; readonly fields: Partial<VisualFields> },
  rule: string | null,
  own: Opinion | null,
  text: PrintedText,
  form: number,
  born: string | null,
  around: Surroundings,
): number[] {
  const parts = Object.values(fields).filter((one) => one !== null);
  const rows = parts.flatMap((part) => (part === fields.address ? addressRows(part, text) : [rowOf(part, text)]));
  const agrees =
    own !== null && (isSame(name, own.value, value) || (name === 'address' && isBehindCode(value, own.value)));
  const chance = Math.min(MOST, Math.max(LEAST, own?.chance ?? 0.5));
  const logit = Math.log(chance / (1 - chance));
  const read = rows.flatMap((row) => (row ? lettersOf(row) : []));
  const weakest = Math.min(1, ...read);
  const mean = read.length > 0 ? read.reduce((sum, one) => sum + one, 0) / read.length : 1;
  return [
    Math.log(1 - mean + FLOOR),
    Math.log(1 - weakest + FLOOR),
    Number(parts.some(({ from }) => from === 'layout')),
    Number(agrees),
    agrees ? logit : 0,
    Number(own !== null && !agrees),
    own !== null && !agrees ? logit : 0,
    own?.rival ?? 0,
    Number(rule !== null && isSame(name, rule, value)),
    Number(rule !== null && !isSame(name, rule, value)),
    Number(text.layout.numbering === 'eu'),
    rows.reduce((sum, row) => sum + (row?.doubts.length ?? 0), 0),
    form,
    Math.log(value.length),
    value.split(/[\s,]+/).length,
    Number(/\p{Ll}\p{Lu}|\p{L}\d\p{L}|\d\p{L}\d|[?|]/u.test(value)),
    Number(born !== null && holdsDate(value, born)),
    LABELS_OF[name].filter((role) => around.labels.has(role)).length,
    DATE.test(value) ? Math.min(MOST_YEARS, around.years.filter((year) => year > Number(value.slice(0, 4))).length) : 0,
    parts.length,
  ].map((one) => Number(one.toFixed(4)));
}

/**
 * Whether both say the same, in whatever order. Rules of numbers and of names tell letters from digits. In an address
 * those that look alike are one: the rules have its state's code put right.
 */
export function isSame(name: Judged, one: string, other: string): boolean {
  const words = (text: string) =>
    (name === 'address' ? withoutTwins(fold(text)) : fold(text))
      .split(/[^A-Z0-9]+/)
      .filter(Boolean)
      .sort()
      .join(' ');
  return words(one) === words(other);
}

/** Whether an address is the other one without the code of its field, which the labeller took for a part of it. */
function isBehindCode(address: string, other: string): boolean {
  const signs = (text: string) => withoutTwins(fold(text)).replace(/[^A-Z0-9]/g, '');
  return signs(other) === `8${signs(address)}`;
}

/** Folded text with one sign for letters and digits that look alike. */
function withoutTwins(text: string): string {
  return text.replace(/[OQD]/g, '0').replace(/[IL]/g, '1').replace(/S/g, '5').replace(/B/g, '8').replace(/Z/g, '2');
}

/** How surely each letter and digit of a row was read. */
function lettersOf({ text, characters }: Row): number[] {
  return characters.filter((_, at) => /[\p{L}\p{N}]/u.test(text[at] ?? ''));
}

function rowOf({ quad, value }: VisualField, { pieces, rows }: PrintedText): Row | undefined {
  const own = pieces.filter((piece) => piece.quad === quad && piece.role === null);
  return own.find(({ text }) => text.includes(value)) ?? own[0] ?? rows.find((row) => row.quad === quad);
}

function addressRows(found: VisualField, text: PrintedText): (Row | undefined)[] {
  const { postal } = text.layout;
  return postal && postal.rows[0]?.quad === found.quad ? [...postal.rows] : [rowOf(found, text)];
}

/** Whether the end is as documents have it: whole years after the issue, or on a birthday. */
export function isUsual({ dateOfBirth, issueDate, expiryDate }: VisualFields): number {
  const end = expiryDate && Date.parse(expiryDate.value);
  if (!end) return 0;
  const isWhole = (from: VisualField | null) => {
    if (!from) return false;
    const years = (end - Date.parse(from.value)) / DAY / YEARS;
    return Math.abs(years - Math.round(years)) * YEARS < 2;
  };
  return Number(isWhole(issueDate)) + Number(isWhole(dateOfBirth));
}

/** Whether a number holds a date, its year before or behind. Personal numbers do, numbers of documents do not. */
export function holdsDate(number: string, date: string): boolean {
  const digits = number.replace(/\D/g, '');
  const [year, month, day] = [date.slice(2, 4), date.slice(5, 7), date.slice(8)];
  return [year + month + day, day + month + year, day + month + date.slice(1, 4)].some((one) => digits.includes(one));
}

/** The share of digits among letters and digits. */
export function digitShare(value: string): number {
  return value.replace(/\D/g, '').length / Math.max(1, value.replace(/[^\p{L}\p{N}]/gu, '').length);
}
