import type { EntryKind, NameKind } from '../../../domain/list-entry.ts';
import type { EntryDraft } from '../../entries/entry-draft.ts';
import { dayMonthYear, oneLine, tidy } from '../../entries/values.ts';

/**
 * A name in the six fields of both British lists. Fields 1 to 5 are given and further names. Field 6 is the family or
 * whole name.
 */
export interface UkName {
  /** Name 1 to Name 6, in this order. */
  readonly fields: readonly (string | undefined)[];
  /** `Primary Name`, `Primary Name Variation`, `Alias`; OFSI: `AKA`, `FKA`, `Prime Alias`. */
  readonly type: string | undefined;
  /** `Good quality a.k.a`, `Low quality a.k.a`. */
  readonly strength: string | undefined;
  readonly title: string | undefined;
}

/** Adds the name in natural order, with its parts where it is a person's. */
export function addUkName(draft: EntryDraft, name: UkName): void {
  const [given, ...rest] = name.fields.slice(0, 5).map(tidy);
  const family = tidy(name.fields[5]);
  const middle = tidy(rest.filter(Boolean).join(' '));
  const full = [given, middle, family].filter(Boolean).join(' ');
  const inParts = draft.kind === 'person' && Boolean(given || middle);
  draft.addName(full, kindOf(name.type), {
    weak: /low/i.test(name.strength ?? ''),
    parts: {
      given: inParts ? given : undefined,
      middle: inParts ? middle : undefined,
      family: inParts ? family : undefined,
      title: draft.kind === 'person' ? oneLine(...numbered(name.title)) : undefined,
    },
  });
}

function kindOf(type: string | undefined): NameKind {
  const words = tidy(type)?.toLowerCase() ?? '';
  if (words === 'primary name' || words === 'prime alias') return 'primary';
  if (words === 'primary name variation') return 'spelling';
  return /\bf\.?k\.?a\b/.test(words) ? 'former' : 'alias';
}

/** Names of languages as the lists write them, by ISO 639 code. */
const LANGUAGES: Readonly<Record<string, string>> = {
  arabic: 'ar',
  belarusian: 'be',
  burmese: 'my',
  chinese: 'zh',
  dari: 'fa',
  farsi: 'fa',
  georgian: 'ka',
  hebrew: 'he',
  korean: 'ko',
  pashto: 'ps',
  persian: 'fa',
  russian: 'ru',
  serbian: 'sr',
  ukrainian: 'uk',
  urdu: 'ur',
};

export function addOriginalName(draft: EntryDraft, name: string | undefined, language: string | undefined): void {
  draft.addName(name, 'original', { language: LANGUAGES[tidy(language)?.toLowerCase() ?? ''] });
}

export function ukKind(text: string | undefined): EntryKind {
  switch (text?.toLowerCase()) {
    case 'individual':
      return 'person';
    case 'entity':
      return 'organization';
    case 'ship':
    case 'vessel':
      return 'vessel';
    case 'aircraft':
      return 'aircraft';
    default:
      return 'unknown';
  }
}

/** Values by the number that a cell gives them; 0 for the one value of a cell without numbers. */
type TextsByNumber = ReadonlyMap<number, string>;

/** The values of one cell: `(1) Syria (2) Lebanon`, `1) Syria 2) Lebanon`, `(a) Syria (b) Lebanon`. */
export function numbered(text: string | undefined): string[] {
  return [...new Set(byNumber(text).values())];
}

/**
 * Divides only a cell that begins with the first number, and only at numbers that follow one another. So a number
 * inside a sentence stays. `(1)-(2) Syria` gives both the same value, `(1) - (2) Syria` gives the first none.
 */
function byNumber(text: string | undefined): TextsByNumber {
  const cell = tidy(text);
  const values = new Map<number, string>();
  if (!cell) return values;
  if (!/^\(?[1a]\)/i.test(cell)) return values.set(0, cell);
  let waiting: number[] = [];
  let start = 0;
  let last = 0;
  const close = (end: number) => {
    const part = cell.slice(start, end);
    if (waiting.length > 0 && (part === '-' || part.trim() === '') && end < cell.length) return;
    const value = part
      .replace(/^[\s,;.-]+$/, '')
      .replace(/[\s,;]+$/, '')
      .trim();
    if (value) for (const number of waiting) values.set(number, value);
    waiting = [];
  };
  for (const mark of cell.matchAll(/\(?\b(\d{1,2}|[a-j])\)/gi)) {
    const number = ordinal(mark[1]!);
    if (number !== last + 1) continue;
    close(mark.index);
    waiting.push(number);
    last = number;
    start = mark.index + mark[0].length;
  }
  close(cell.length);
  return values;
}

const ordinal = (mark: string): number => (/\d/.test(mark) ? Number(mark) : mark.toLowerCase().charCodeAt(0) - 96);

/** Births in British order. What is no date is kept as a remark. */
export function addBirthDates(draft: EntryDraft, text: string | undefined): void {
  for (const value of numbered(text)) {
    const date = dayMonthYear(value);
    if (date) draft.addBirthDate({ date });
    else if (/\d/.test(value) && !/^0+\/0+\/0+$/.test(value)) draft.addRemark(`Date of birth: ${value}`);
  }
}

/** Documents of one type, and what the list says of them beside the numbers. */
export function addDocuments(draft: EntryDraft, type: string, numbers: string | undefined, about?: string): void {
  for (const number of numbered(numbers)) draft.addDocument(type, number);
  const details = tidy(about);
  if (details) draft.addRemark(`${type}: ${details}`);
}

/** Towns and countries that bear the same number are one place; a value without a number belongs to all. */
export function addBirthPlaces(draft: EntryDraft, towns: string | undefined, countries: string | undefined): void {
  const town = byNumber(towns);
  const country = byNumber(countries);
  const numbers = [...new Set([...town.keys(), ...country.keys()])].sort((a, b) => a - b);
  const places = numbers.some((number) => number > 0) ? numbers.filter((number) => number > 0) : numbers;
  for (const number of places) {
    draft.addBirthPlace(oneLine(town.get(number) ?? town.get(0), country.get(number) ?? country.get(0)));
  }
}

/** IMO numbers with and without their letters, one document each. */
export function addImoNumbers(draft: EntryDraft, text: string | undefined): void {
  const numbers = text?.match(/\d{7}/g) ?? [];
  for (const number of numbers) draft.addDocument('IMO number', number);
  if (numbers.length === 0) draft.addDocument('IMO number', text);
}
