import { CUSTOMER_CATEGORIES, type CustomerCategory, MAX_OTHER_NAMES } from '../domain/customer.ts';
import { isStorable } from '../domain/storable.ts';
import { say } from '../sentences.ts';
import { valuesIn } from './columns.ts';
import type { NamedRow } from './named-rows.ts';

/** UTF-16 units of a text in a row; a name may have 200 characters. */
export const MAX_TEXT_LENGTH = 1_000;

/** What a row says besides who it is about. Undefined: not said. */
export interface RowSettings {
  readonly otherNames?: readonly string[];
  readonly minScore?: number;
  readonly categories?: readonly CustomerCategory[];
  readonly monitored?: boolean;
}

/** What people and spreadsheets write for yes and no. */
const ANSWERS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  ja: true,
  wahr: true,
  '1': true,
  false: false,
  no: false,
  nein: false,
  falsch: false,
  '0': false,
};

/** The settings in the cells of a row, or a sentence that says why they cannot be used. An empty cell says nothing. */
export function settingsInCells(cells: NamedRow['cells']): RowSettings | string {
  const { otherNames: names = '', minScore: score = '', categories: words = '', monitored: answer = '' } = cells;
  const otherNames = valuesIn(names);
  const wrongNames = otherNamesProblem(otherNames);
  if (wrongNames !== undefined) return wrongNames;
  const minScore = score === '' ? undefined : Number(score.replace(',', '.'));
  if (minScore !== undefined && !(minScore >= 0 && minScore <= 100)) return say('body.min-score-invalid');
  const categories = words
    .toLowerCase()
    .split(/[|,;\s]+/)
    .filter(Boolean) as CustomerCategory[];
  if (!categories.every((one) => CUSTOMER_CATEGORIES.includes(one))) {
    return say('row.categories', { known: CUSTOMER_CATEGORIES.join(', ') });
  }
  const monitored = answer === '' ? undefined : ANSWERS[answer.toLowerCase()];
  if (answer !== '' && monitored === undefined) return say('row.monitored', { given: answer.slice(0, 100) });
  return {
    ...(otherNames.length > 0 && { otherNames }),
    ...(minScore !== undefined && { minScore }),
    ...(categories.length > 0 && { categories: [...new Set(categories)].sort() }),
    ...(monitored !== undefined && { monitored }),
  };
}

/** The other names of an item of JSON, which may be one text, or the sentence that says why they cannot be used. */
export function otherNamesInItem(value: unknown): readonly string[] | string {
  if (value === undefined || value === null) return [];
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const texts = given.filter((one) => typeof one === 'string');
  if (texts.length < given.length) return say('row.no-texts', { member: 'otherNames' });
  const names = texts.map((text) => text.trim()).filter(Boolean);
  return otherNamesProblem(names) ?? names;
}

function otherNamesProblem(names: readonly string[]): string | undefined {
  const member = 'otherNames';
  if (names.length > MAX_OTHER_NAMES) return say('row.too-many', { member, most: MAX_OTHER_NAMES });
  if (names.some((name) => name.length > MAX_TEXT_LENGTH)) {
    return say('row.text-too-long', { member, most: MAX_TEXT_LENGTH });
  }
  return names.every(isStorable) ? undefined : say('row.no-text', { member });
}
