import { readTable } from '../tables.ts';

const CODES = new Map<string, string>();
for (const [country, alpha2, phrase] of readTable('documents/countries.tsv', ['country', 'alpha2', 'phrase'])) {
  for (const key of [country, alpha2, phrase]) CODES.set(lettersOf(key), alpha2.toLowerCase());
}

/** The country behind a code, a name or a nationality, as `ru`; undefined where none is known. */
export function knownCountry(word: string): string | undefined {
  return CODES.get(lettersOf(word)) ?? CODES.get(lettersOf(word.replace(/\([^()]*\)/g, '')));
}

/** The same; a word of no known country stays. */
export function countryCode(word: string): string {
  return knownCountry(word) ?? word;
}

function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}
