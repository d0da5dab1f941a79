import { locale } from './language.ts';

/** The build puts it in: `AFGAF ALBAL …`, codes of three letters with those of two. */
declare const COUNTRIES: string;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const words = new Map<string, Intl.DisplayNames>();
let codes: ReadonlyMap<string, string> | undefined;

/** Names of countries and regions in a language; undefined for a code that is none. */
function namesIn(language: string): Intl.DisplayNames {
  const existing = words.get(language);
  if (existing) return existing;
  const fresh = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  words.set(language, fresh);
  return fresh;
}

/** Codes by the English names that browsers know, in small letters: lists write names in English. */
function codesByName(): ReadonlyMap<string, string> {
  if (codes) return codes;
  const english = namesIn('en');
  const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  codes = new Map(all.flatMap((code) => (english.of(code) ? [[english.of(code)!.toLowerCase(), code] as const] : [])));
  return codes;
}

/** A country in the language in use, from its code of three letters as documents have it; another text as it stands. */
export function documentCountry(code: string): string {
  const at = /^[A-Z]{3}$/.test(code) ? ` ${COUNTRIES}`.indexOf(` ${code}`) : -1;
  return at < 0 ? code : countryName(COUNTRIES.slice(at + 3, at + 5));
}

/** A country in the language in use, from its English name or its code of two letters; another text as it stands. */
export function countryName(text: string): string {
  const code = /^[A-Z]{2}$/.test(text) ? text : codesByName().get(text.trim().toLowerCase());
  return (code && namesIn(locale()).of(code)) ?? text;
}
