import { foldLatin } from '../../../src/screening/names/latin.ts';
import { countryNamed } from '../../../src/screening/names/tables/organisation-words.ts';
import { readGroups } from '../../../src/tables.ts';

/** The first word of each country in the table, which is its name. */
export const COUNTRIES: readonly string[] = [
  ...readGroups('names/country-words.tsv', ['country', 'word']).values(),
].map(([name]) => name!);

/** Whether a word of an organisation's name stands for a country. */
export const isCountry = (word: string): boolean => countryNamed(foldLatin(word)) !== undefined;
