// What countries are called in the Union's languages, as Unicode's CLDR has it.
import { analyseName } from '../../../src/screening/names/analyse.ts';
import { writtenCountry, writtenMeaning } from '../../../src/screening/names/tables/organisation-words.ts';
import { readGroups, readTable } from '../../../src/tables.ts';

const LANGUAGES = 'bg cs da de el es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');
/** Shorter names are too often something else. */
const MIN_LENGTH = 5;
const ONE_NAME_OF_TWO: Readonly<Record<string, string>> = { KOR: 'korea', PRK: 'korea', COD: 'COG' };

interface CountryRow {
  readonly word: string;
  readonly says: 'country';
  readonly value: string;
  readonly share: number;
}

/** Names of one word that the table of country words has not got, each with the English word. */
export function countryNames(): CountryRow[] {
  const found = new Map<string, Set<string>>();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const [alpha2, value] of COUNTRIES) {
      const word = wordOf(names.of(alpha2) ?? '');
      if (word !== undefined) found.set(word, (found.get(word) ?? new Set()).add(value));
    }
  }
  // One name of several countries tells none.
  return [...found].flatMap(([word, [value, ...more]]) =>
    more.length > 0 ? [] : { word, says: 'country', value: value!, share: 1 },
  );
}

/** Two letters of each country, and the English word that stands for it. */
const GROUPS = readGroups('names/country-words.tsv', ['country', 'word']);
const COUNTRIES = readTable('documents/countries.tsv', ['country', 'alpha2']).flatMap(([code, alpha2]) => {
  const [value] = GROUPS.get(ONE_NAME_OF_TWO[code] ?? code) ?? [];
  return value === undefined ? [] : [[alpha2, value] as const];
});

/** A name as the engine spells it; `undefined` where it has several words, is too short, or is known already. */
function wordOf(name: string): string | undefined {
  if (name === '' || /[\s\p{P}]/u.test(name)) return undefined;
  const word = analyseName(name, 'unknown').readings[0]?.tokens[0]?.text ?? '';
  return word.length < MIN_LENGTH || writtenCountry(word) || writtenMeaning(word) ? undefined : word;
}
