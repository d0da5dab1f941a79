import { readFileSync } from 'node:fs';
import type { VisualField, VisualFields } from '../fields/field.ts';
import { isGivenName } from '../fields/known-names.ts';
import type { PrintedText } from '../fields/printed-text.ts';
import type { Row } from '../fields/rows.ts';
import { type Issuer, isSame, issuerOf, namesOf, wholeOf } from './combined.ts';
import type { LabelledFields } from './decode.ts';

/** Fields of print for which it is learned how often they are wrong. The parts of a name are one. */
export type Judged = 'documentNumber' | 'dateOfBirth' | 'expiryDate' | 'nationality' | 'sex' | 'address' | 'names';

/** North America's licences are printed otherwise than other documents, and read by other rules. */
export type Kind = `${Issuer} ${Judged}`;

const SINGLE = ['documentNumber', 'dateOfBirth', 'expiryDate', 'nationality', 'sex', 'address'] as const;
const NAMES = ['surname', 'givenNames', 'fullName'] as const;

/** How often values are wrong, by what was seen of them. `npm run train:doubts` writes it. */
interface Learned {
  /** A constant and a weight for each sign. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
  /** From this chance of an error on, 0 to 1, a value is in doubt. */
  readonly doubtful: number;
  /** From this chance on an address is left out: nothing else confirms it, and it has no format. */
  readonly wrong: number;
}

const LEARNED = JSON.parse(readFileSync(new URL('./model/doubts.json', import.meta.url), 'utf8')) as Learned;

/** A letter or digit as surely as the text reader reads any. */
const FLOOR = 1e-3;
/** Chances of the labeller beyond these say no more. */
const [LEAST, MOST] = [0.01, 0.999];
const DAY = 86_400_000;
/** Documents end so many years after they began, or on a birthday; a day more or less is the same. */
const YEARS = 365.25;

/** The fields of print, each sure or in doubt by how often such values are wrong. */
export function withDoubts(
  fields: VisualFields,
  rules: VisualFields,
  labelled: LabelledFields,
  text: PrintedText,
): VisualFields {
  const told: Record<string, VisualField | null> = { ...fields };
  for (const [name, signs] of signsOf(fields, rules, labelled, text)) {
    const weights = LEARNED.weights[`${issuerOf(text.layout)} ${name}` satisfies Kind];
    if (!weights) continue;
    const chance = chanceOfError(weights, signs);
    for (const part of name === 'names' ? NAMES : [name]) {
      const isOut = part === 'address' && chance >= LEARNED.wrong;
      told[part] = isOut ? null : (told[part] ?? null) && { ...told[part]!, isSure: chance < LEARNED.doubtful };
    }
  }
  return told as unknown as VisualFields;
}

/** The chance that a value is wrong, 0 to 1, by logistic regression. */
export function chanceOfError([constant, ...weights]: readonly number[], signs: readonly number[]): number {
  const odds = weights.reduce((sum, weight, at) => sum + weight * signs[at]!, constant!);
  return 1 / (1 + Math.exp(-odds));
}

/** What tells of each value whether it is right. The order of the numbers is part of what is learned. */
export function signsOf(
  fields: VisualFields,
  rules: VisualFields,
  labelled: LabelledFields,
  text: PrintedText,
): Map<Judged, number[]> {
  const all = new Map<Judged, number[]>();
  for (const name of SINGLE) {
    const found = fields[name];
    if (!found) continue;
    const one = labelled[name];
    const rows = name === 'address' ? addressRows(found, text) : [rowOf(found, text)];
    const opinion = one ? { value: one.found.value, chance: one.chance } : null;
    const form = name === 'dateOfBirth' || name === 'expiryDate' ? isUsual(fields) : lengthOf(found.value);
    all.set(name, signs([found], rows, found.value, rules[name]?.value ?? null, opinion, text, form));
  }
  const value = wholeOf(fields);
  const parts = NAMES.flatMap((part) => fields[part] ?? []);
  if (value && !parts.some(({ isDoubtful }) => isDoubtful)) {
    const { names, chance } = namesOf(labelled);
    const other = wholeOf(names);
    const rows = parts.map((part) => rowOf(part, text));
    const known = value.split(/[\s-]+/).filter(isGivenName).length > 0;
    const opinion = other ? { value: other, chance } : null;
    all.set('names', signs(parts, rows, value, wholeOf(rules), opinion, text, Number(known)));
  }
  return all;
}

function signs(
  parts: readonly VisualField[],
  rows: readonly (Row | undefined)[],
  value: string,
  rule: string | null,
  opinion: { readonly value: string; readonly chance: number } | null,
  { layout }: PrintedText,
  form: number,
): number[] {
  const agrees = opinion !== null && isSame(opinion.value, value);
  const chance = Math.min(MOST, Math.max(LEAST, opinion?.chance ?? 0.5));
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
    Number(opinion !== null && !agrees),
    opinion !== null && !agrees ? logit : 0,
    Number(rule !== null && isSame(rule, value)),
    Number(layout.numbering === 'eu'),
    rows.reduce((sum, row) => sum + (row?.doubts.length ?? 0), 0),
    form,
    Math.log(value.length),
    value.split(/[\s,]+/).length,
    Number(/\p{Ll}\p{Lu}|\p{L}\d\p{L}|\d\p{L}\d|[?|]/u.test(value)),
  ].map((one) => Number(one.toFixed(4)));
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
function isUsual({ dateOfBirth, issueDate, expiryDate }: VisualFields): number {
  const end = expiryDate && Date.parse(expiryDate.value);
  if (!end) return 0;
  const isWhole = (from: VisualField | null) => {
    if (!from) return false;
    const years = (end - Date.parse(from.value)) / DAY / YEARS;
    return Math.abs(years - Math.round(years)) * YEARS < 2;
  };
  return Number(isWhole(issueDate)) + Number(isWhole(dateOfBirth));
}

function lengthOf(value: string): number {
  return value.replace(/\D/g, '').length / Math.max(1, value.replace(/[^\p{L}\p{N}]/gu, '').length);
}
