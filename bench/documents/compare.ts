import type { ExtractedData } from '../../src/domain/verification.ts';

/*
 * When is a value right? It may differ as a careful copy by hand may differ:
 * - Names and addresses: case, diacritics, hyphens, apostrophes and full stops do not count. A letter may be written
 *   as in the machine-readable zone, such as Ü as U or UE, and ß as SS.
 * - A full name has the words of surname and given names in any order, and no others. Surname and given names are also
 *   judged alone: all their words are in the full name.
 * - A name that the zone cuts off must be complete where the picture shows it printed. For a picture of the zone alone
 *   the cut name is right.
 * - Numbers: spaces, hyphens and slashes do not count, every other character does.
 * - Dates and codes: equal or wrong. Germany's D is DEU.
 * - An address has at least nine in ten of its words, and no more than one in ten others.
 * - No value where the document has none is right and not counted. A value where it has none is wrong.
 */

export type Verdict = 'right' | 'missing' | 'wrong';

export const FIELDS = [
  'type',
  'country',
  'region',
  'number',
  'surname',
  'given',
  'fullName',
  'birthDate',
  'expiryDate',
  'sex',
  'nationality',
  'address',
] as const;

export type Field = (typeof FIELDS)[number];

/** What a document says, or what a reader says it says; null where it says nothing. */
type Values = Readonly<Record<Exclude<Field, 'surname' | 'given' | 'fullName'>, string | null>>;

export interface TrueValues extends Values {
  readonly surname: string | null;
  readonly given: string | null;
}

export interface ReadValues extends Values {
  readonly fullName: string | null;
}

/** What the service answers, by the names of this comparison; nothing where it answers nothing. */
export function valuesOf(data: ExtractedData | undefined): ReadValues {
  return {
    type: data?.documentType ?? null,
    country: data?.country ?? null,
    region: data?.region ?? null,
    number: data?.documentNumber ?? null,
    fullName: data?.fullName ?? null,
    birthDate: data?.dateOfBirth ?? null,
    expiryDate: data?.expiryDate ?? null,
    sex: data?.sex ?? null,
    nationality: data?.nationality ?? null,
    address: data?.address ?? null,
  };
}

/** A verdict on every field that the truth or the reading has. */
export function compare(truth: TrueValues, read: ReadValues): Partial<Record<Field, Verdict>> {
  const verdicts: Partial<Record<Field, Verdict>> = {};
  const put = (
    field: Field,
    expected: string | null,
    given: string | null,
    same: (a: string, b: string) => boolean,
  ) => {
    if (expected === null && given === null) return;
    verdicts[field] = given === null ? 'missing' : expected !== null && same(expected, given) ? 'right' : 'wrong';
  };
  const equal = (a: string, b: string) => a === b;
  put('type', truth.type, read.type, equal);
  put('country', code(truth.country), code(read.country), equal);
  put('nationality', code(truth.nationality), code(read.nationality), equal);
  put('region', truth.region, read.region, equal);
  put('number', truth.number, read.number, (a, b) => bare(a) === bare(b));
  put('birthDate', truth.birthDate, read.birthDate, equal);
  put('expiryDate', truth.expiryDate, read.expiryDate, equal);
  put('sex', truth.sex, read.sex, equal);
  put('address', truth.address, read.address, sameAddress);
  names(truth, read.fullName, verdicts);
  return verdicts;
}

function names(
  { surname, given }: TrueValues,
  fullName: string | null,
  verdicts: Partial<Record<Field, Verdict>>,
): void {
  const whole = [surname, given].filter((part) => part !== null).join(' ');
  if (!whole && fullName === null) return;
  verdicts.fullName = fullName === null ? 'missing' : whole && sameWords(whole, fullName) ? 'right' : 'wrong';
  for (const [field, part] of [
    ['surname', surname],
    ['given', given],
  ] as const) {
    if (part === null) continue;
    verdicts[field] = fullName === null ? 'missing' : holds(fullName, part) ? 'right' : 'wrong';
  }
}

/**
 * Counts words of names. `marked` are printed with diacritics and `exact` given with the same ones. `plain` are printed
 * without any and `falsely` given with some.
 */
export interface Marks {
  marked: number;
  exact: number;
  plain: number;
  falsely: number;
}

/** Adds up how the marks of a name were given; a name that was not given counts nothing. */
export function countMarks(marks: Marks, { surname, given }: TrueValues, fullName: string | null): void {
  if (fullName === null) return;
  const said = capitals(fullName);
  for (const word of capitals([surname, given].filter(Boolean).join(' '))) {
    const exact = said.includes(word);
    if (/[^A-Z]/.test(word)) {
      marks.marked++;
      if (exact) marks.exact++;
    } else {
      marks.plain++;
      if (!exact && said.some((other) => /[^A-Z]/.test(other) && plain(other, SHORT) === word)) marks.falsely++;
    }
  }
}

function capitals(name: string): string[] {
  return name
    .normalize('NFC')
    .replaceAll('ß', 'ẞ')
    .toLocaleUpperCase('en')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
}

const SHORT = {
  Ø: 'O',
  Æ: 'AE',
  Œ: 'OE',
  Ð: 'D',
  ẞ: 'SS',
  ß: 'SS',
  Ł: 'L',
  Đ: 'D',
  Þ: 'TH',
  Ħ: 'H',
  Ŧ: 'T',
  ı: 'I',
  Ĳ: 'IJ',
};
const LONG = { ...SHORT, Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE', Ñ: 'NXX' };

/** Every way to write a word in capitals without marks. */
type Word = readonly string[];

function words(text: string): Word[] {
  const parts = text.replace(/['’ʼ`.]/g, '').split(/[^\p{L}\p{M}\p{N}]+/u);
  return parts.filter(Boolean).map((part) => [plain(part, SHORT), plain(part, LONG)]);
}

function plain(word: string, spelling: Readonly<Record<string, string>>): string {
  const letters = [...word.normalize('NFC').toUpperCase()].map((letter) => spelling[letter] ?? letter);
  return letters.join('').normalize('NFD').replace(/\p{M}/gu, '');
}

function sameWord(a: Word, b: Word): boolean {
  return a.some((spelling) => b.includes(spelling));
}

function sameWords(a: string, b: string): boolean {
  return words(a).length === words(b).length && holds(a, b);
}

/** Whether every word of the part stands in the whole, one that comes twice twice. */
function holds(whole: string, part: string): boolean {
  const left = words(whole);
  return words(part).every((word) => {
    const at = left.findIndex((other) => sameWord(word, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function sameAddress(expected: string, given: string): boolean {
  const [a, b] = [words(expected), words(given)];
  const found = a.filter((word) => b.some((other) => sameWord(word, other))).length;
  const foreign = b.filter((word) => !a.some((other) => sameWord(word, other))).length;
  return found >= a.length * 0.9 && foreign <= b.length * 0.1;
}

function bare(number: string): string {
  return number.toUpperCase().replace(/[\s/-]/g, '');
}

function code(value: string | null): string | null {
  return value === 'D' ? 'DEU' : value;
}
