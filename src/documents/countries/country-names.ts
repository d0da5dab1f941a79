import { readTable } from '../../tables.ts';

/** A name or word that stands for a country. */
export interface CountryName {
  /** Letters A-Z alone, in capitals. */
  readonly letters: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

const NAMES: CountryName[] = [];
const CITIZENS: CountryName[] = [];
const CODES = new Map<string, string>();

for (const [country, alpha2, use, phrase] of readTable('documents/countries.tsv', [
  'country',
  'alpha2',
  'use',
  'phrase',
])) {
  CODES.set(country, country).set(alpha2, country);
  const list = use === 'name' ? NAMES : CITIZENS;
  list.push({ letters: lettersOf(phrase), country });
}
NAMES.sort((a, b) => b.letters.length - a.letters.length);

const BY_NAME = new Map([...CITIZENS, ...NAMES].map(({ letters, country }) => [letters, country]));

/** Every name of a country, the longest first. */
export const COUNTRY_NAMES: readonly CountryName[] = NAMES;

/** The country of an alpha-2 or alpha-3 code, or of Germany's D; null for any other text. */
export function countryCoded(code: string): string | null {
  return code === 'D' ? 'DEU' : (CODES.get(code) ?? null);
}

/** The country behind an alpha-2 or alpha-3 code or a name in any language of the table; null where there is none. */
function countryNamed(text: string): string | null {
  const letters = lettersOf(text);
  return BY_NAME.get(letters) ?? countryCoded(letters);
}

/** The country of which a text names the citizens: `FRANÇAISE/FRENCH`, `Deutsch`, `USA`, `British Citizen`. */
export function nationalityNamed(text: string): string | null {
  const whole = countryNamed(text);
  if (whole) return whole;
  const twice = namedTwice(text.trim().split(/\s+/));
  if (twice) return twice;
  const parts = text.split(/[/,|()]|\s-\s/).filter((part) => part.trim().length > 2);
  const found = new Set(parts.map((part) => countryNamed(part)).filter((country) => country !== null));
  if (found.size === 1) return [...found][0]!;
  return found.size === 0 ? misread(lettersOf(parts[0] ?? text)) : null;
}

/** The country that words name in one language and then in another: FINNISH FINSK. */
function namedTwice(words: readonly string[]): string | null {
  for (let at = 1; at < words.length; at++) {
    const [one, other] = [words.slice(0, at), words.slice(at)].map((part) => BY_NAME.get(lettersOf(part.join(' '))));
    if (one && one === other) return one;
  }
  return null;
}

/** One letter in a long word may be misread, where only one country is that near. */
function misread(letters: string): string | null {
  if (letters.length < 7) return null;
  const near = new Set(
    [...CITIZENS, ...NAMES]
      .filter((name) => name.letters.length === letters.length && differing(name.letters, letters) <= 1)
      .map(({ country }) => country),
  );
  return near.size === 1 ? [...near][0]! : null;
}

function differing(a: string, b: string): number {
  let count = 0;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) count++;
  return count;
}

function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll('Ø', 'O')
    .replaceAll('Ł', 'L')
    .replaceAll('Đ', 'D')
    .replace(/[^A-Z]/g, '');
}
