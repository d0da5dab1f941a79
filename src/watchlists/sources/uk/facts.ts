import type { EntryDraft } from '../../draft.ts';
import { dayMonthYear, oneLine, tidy } from '../../facts.ts';
import type { EntryKind, NameKind } from '../../model.ts';

/** A name in the six fields that both British lists use: 1 to 5 are given and further names, 6 is the family or whole name. */
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
      title: draft.kind === 'person' ? tidy(name.title) : undefined,
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

/**
 * The values of one cell: `(1) Syria (2) Lebanon`, `1) Syria 2) Lebanon`. Only a cell that begins with such a number is
 * divided, so that a number inside a sentence stays.
 */
export function numbered(text: string | undefined): string[] {
  const value = tidy(text);
  if (!value) return [];
  if (!/^\(?1\)/.test(value)) return [value];
  return value
    .split(/(?:^|\s)(?:\(?\d{1,2}\)\s?[-,&]?\s?)+/)
    .map((part) => part.replace(/[\s,;]+$/, '').trim())
    .filter(Boolean);
}

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

/** Town and country, one place for each number where a cell has several. */
export function addBirthPlaces(draft: EntryDraft, towns: string | undefined, countries: string | undefined): void {
  const town = numbered(towns);
  const country = numbered(countries);
  if (town.length <= 1 || town.length === country.length) {
    const count = Math.max(town.length, country.length);
    for (let index = 0; index < count; index++) {
      draft.addBirthPlace(oneLine(town[Math.min(index, town.length - 1)], country[index] ?? country[0]));
    }
    return;
  }
  for (const place of town) draft.addBirthPlace(oneLine(place, country.length === 1 ? country[0] : undefined));
  if (country.length > 1) for (const place of country) draft.addBirthPlace(place);
}

/** IMO numbers with and without their letters, one document each. */
export function addImoNumbers(draft: EntryDraft, text: string | undefined): void {
  const numbers = text?.match(/\d{7}/g) ?? [];
  for (const number of numbers) draft.addDocument('IMO number', number);
  if (numbers.length === 0) draft.addDocument('IMO number', text);
}
