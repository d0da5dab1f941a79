import { Recent } from '../../recent.ts';
import { readTable } from '../../tables.ts';
import { CHINESE_SURNAMES } from './characters.ts';
import { cantoneseSpellings } from './scripts/cantonese.ts';
import { koreanReading, pinyin, surnamePinyin, wadeGiles } from './scripts/han.ts';
import { KOREAN_SURNAMES, koreanSpellings, spellingsByEar } from './scripts/hangul.ts';
import { pinyinSpellings } from './scripts/pinyin-systems.ts';
import { CANTONESE, JYUTPING, KOREAN, LONG_SURNAMES, SINO_KOREAN, SOUTH_EAST_ASIAN } from './tables/han-readings.ts';
import type { NameToken, Reading, SyllableLanguage, TokenVariant } from './types.ts';

/*
 * Names of China, Korea and Vietnam in Latin letters. Each word is one or two syllables out of a few hundred. Two
 * syllables are two words, however alike they are spelt: Jong Un is not Jong Hoon.
 */

interface Inventory {
  /** What a spelling may stand for; undefined for what is no syllable. Spellings that share one are one syllable. */
  readonly meant: (spelling: string) => ReadonlySet<string> | undefined;
  /** How what is meant is spelt. */
  readonly spelt: (meant: string) => Iterable<string>;
  readonly surnames: ReadonlySet<string>;
  /** Whether a syllable is also written together with another one. Wade-Giles puts hyphens between them. */
  readonly isJoined: (spelling: string) => boolean;
}

const MIN_WORDS = 2;
const MAX_WORDS = 4;
const LONGEST_WORD = 14;

/** The languages of which words are a whole name: all are syllables, and the first or the last is a family name. */
export function languagesOfName(words: readonly string[]): readonly SyllableLanguage[] {
  if (words.length < MIN_WORDS || words.length > MAX_WORDS) return NO_LANGUAGES;
  familyNames ??= allFamilyNames();
  const { languages, longest } = familyNames;
  const bitsOf = (name: string) => languages.get(name) ?? 0;
  let named = bitsOf(words[0]!) | bitsOf(words.at(-1)!);
  // Most names are longer: two strings are put together only where they may be one of the family names.
  if (words[0]!.length + words[1]!.length <= longest) named |= bitsOf(words[0]! + words[1]!);
  if (named === 0) return NO_LANGUAGES;
  return LANGUAGES.filter(
    (language, place) => named & (1 << place) && words.every((word) => syllablesOf(word, language).length > 0),
  );
}

const NO_LANGUAGES: readonly SyllableLanguage[] = [];

/** The family names of all languages. */
interface FamilyNames {
  /** Of each name its languages, a bit for each by its place in `LANGUAGES`. */
  readonly languages: ReadonlyMap<string, number>;
  /** Letters of the longest one. */
  readonly longest: number;
}

/** Made when the first name asks for it. */
let familyNames: FamilyNames | undefined;

function allFamilyNames(): FamilyNames {
  const languages = new Map<string, number>();
  let longest = 0;
  for (const [place, language] of LANGUAGES.entries()) {
    for (const name of inventory(language).surnames) {
      languages.set(name, (languages.get(name) ?? 0) | (1 << place));
      longest = Math.max(longest, name.length);
    }
  }
  return { languages, longest };
}

/** Whether a word is one syllable of one of the languages. */
export function isSyllable(word: string): boolean {
  return LANGUAGES.some((language) => inventory(language).meant(word) !== undefined);
}

/**
 * The share of their syllables that two words have in common, in the language that puts them nearest: 0, 0.5 or 1.
 * Undefined where no language has both words, so that nothing is known.
 */
export function sharedSyllables(a: string, b: string, languages: readonly SyllableLanguage[]): number | undefined {
  let best: number | undefined;
  for (const language of languages) {
    for (const cut of syllablesOf(a, language)) {
      for (const other of syllablesOf(b, language)) best = Math.max(best ?? 0, sharedOfCuts(cut, other, language));
    }
  }
  return best;
}

function sharedOfCuts(a: readonly string[], b: readonly string[], language: SyllableLanguage): number {
  if (a.length !== b.length) return 0;
  const { meant } = inventory(language);
  return a.filter((one, place) => share(meant(one)!, meant(b[place]!)!)).length / a.length;
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}

/** More spellings of a word are not looked for. */
const MAX_SPELLINGS = 24;

/** Other spellings of the syllables of a word: `pak` for `park`, `zhang` for `chang`. */
function otherSpellings(word: string, languages: readonly SyllableLanguage[]): string[] {
  const found = new Set<string>();
  for (const language of languages) {
    const { meant, spelt } = inventory(language);
    for (const cut of syllablesOf(word, language)) {
      const options = cut.map((one) => [...new Set([...meant(one)!].flatMap((syllable) => [...spelt(syllable)]))]);
      for (const text of options.reduce((all, one) => all.flatMap((before) => one.map((last) => before + last)))) {
        found.add(text);
      }
    }
  }
  found.delete(word);
  return [...found].slice(0, MAX_SPELLINGS);
}

/**
 * The readings of a query with other spellings of their syllables. Chinese, Korean and Vietnamese names in Latin
 * letters get them, and Korean ones in Hangul or Han characters. Words in Latin letters then know their languages.
 */
export function withSyllables(readings: readonly Reading[]): readonly Reading[] {
  return readings.map((reading) => {
    if (KOREAN_READINGS.has(reading.system)) return { ...reading, tokens: reading.tokens.map(heardByKoreans) };
    if (reading.system !== 'latin') return reading;
    const names = reading.tokens.filter(({ role }) => role !== 'title');
    if (names.some(({ role }) => role !== 'word' && role !== 'particle')) return reading;
    const languages = languagesOfName(names.map(({ text }) => text));
    if (languages.length === 0) return reading;
    return { ...reading, tokens: reading.tokens.map((token) => inSyllables(token, languages)) };
  });
}

function heardByKoreans(token: NameToken): NameToken {
  if ([...token.surface].length > 1) return token;
  const syllable = koreanReading(token.surface) ?? token.surface;
  const known = new Set([token.text, ...token.variants.map(({ text }) => text)]);
  const others = spellingsByEar(syllable).filter((text) => !known.has(text));
  const variants = others.map((text): TokenVariant => ({ text, system: 'same-syllable' }));
  return { ...token, variants: [...token.variants, ...variants] };
}

const KOREAN_READINGS: ReadonlySet<string> = new Set(['korean', 'korean-reading-of-han']);

function inSyllables(token: NameToken, languages: readonly SyllableLanguage[]): NameToken {
  if (token.role !== 'word') return token;
  const others = otherSpellings(token.text, languages);
  const variants = others.map((text): TokenVariant => ({ text, system: 'same-syllable' }));
  return { ...token, variants: [...token.variants, ...variants], languages };
}

const cuts = new Recent<string, readonly (readonly string[])[]>(20_000);

/** Every way to cut a word into one or two syllables of a language. */
function syllablesOf(word: string, language: SyllableLanguage): readonly (readonly string[])[] {
  return cuts.get(`${language} ${word}`, () => cut(word, inventory(language)));
}

/** A vowel written twice is one long vowel, or a slip. */
const DOUBLED = /^([aeiou])\1$/;

function cut(word: string, { meant, isJoined }: Inventory): string[][] {
  if (word.length > LONGEST_WORD) return [];
  const found: string[][] = meant(word) ? [[word]] : [];
  for (let at = 1; at < word.length; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (!DOUBLED.test(word.slice(at - 1, at + 1)) && parts.every(isJoined)) found.push(parts);
  }
  return found;
}

const MAKERS: Readonly<Record<SyllableLanguage, () => Inventory>> = {
  mandarin: makeMandarin,
  cantonese: makeCantonese,
  korean: makeKorean,
  vietnamese: makeVietnamese,
};
const LANGUAGES = Object.keys(MAKERS) as SyllableLanguage[];
const made = new Map<SyllableLanguage, Inventory>();

/** Made when the first name asks for it: each takes some milliseconds. */
function inventory(language: SyllableLanguage): Inventory {
  const known = made.get(language);
  if (known) return known;
  const fresh = MAKERS[language]();
  made.set(language, fresh);
  return fresh;
}

function makeMandarin(): Inventory {
  const meant = new Map<string, Set<string>>();
  const pinyins = new Set<string>();
  for (const character of JYUTPING.keys()) {
    const syllable = pinyin(character);
    const own = pinyinSpellings(syllable);
    for (const spelling of own) pinyins.add(spelling);
    for (const spelling of [...own, wadeGiles(syllable)]) note(meant, spelling, syllable);
  }
  const surnames = new Set<string>();
  for (const surname of [...CHINESE_SURNAMES, ...LONG_SURNAMES]) {
    const characters = [...surname];
    surnames.add(surnamePinyin(characters)).add(characters.map((one) => wadeGiles(surnamePinyin([one]))).join(''));
    if (characters.length === 1) note(meant, surnamePinyin(characters), surnamePinyin(characters));
  }
  return { ...bothWays(meant), surnames, isJoined: (spelling) => pinyins.has(spelling) };
}

/** The south of China and its emigrants: one character has several spellings, which are one syllable. */
function makeCantonese(): Inventory {
  const meant = new Map<string, Set<string>>();
  const spellings = (character: string): string[] => [
    ...cantoneseSpellings(character),
    ...(CANTONESE.has(character) ? [CANTONESE.get(character)!] : []),
    ...(SOUTH_EAST_ASIAN.get(character) ?? []),
  ];
  for (const [character, reading] of JYUTPING) {
    for (const spelling of spellings(character)) note(meant, spelling, reading);
  }
  const surnames = new Set([...CHINESE_SURNAMES].flatMap(spellings));
  return { ...bothWays(meant), surnames, isJoined: () => false };
}

function makeKorean(): Inventory {
  const meant = new Map<string, Set<string>>();
  for (const syllable of new Set([...KOREAN.values(), ...SINO_KOREAN.values(), ...KOREAN_SURNAMES].join(''))) {
    for (const spelling of koreanSpellings(syllable)) note(meant, spelling, syllable);
  }
  const surnames = [...KOREAN_SURNAMES].flatMap((surname) => {
    return [...surname]
      .map(koreanSpellings)
      .reduce((all, one) => all.flatMap((before) => one.map((last) => before + last)));
  });
  return { ...bothWays(meant), surnames: new Set(surnames), isJoined: (spelling) => meant.has(spelling) };
}

/** Beginnings, vowels and ends of a syllable of Quốc ngữ, without marks. */
const VIETNAMESE =
  /^(?:ngh?|nh|gh?|gi|kh?|ph|qu|th?|tr|ch?|[bdhlmrsvx])?(?:[aeiouy]|a[iouy]|e[ou]|i[aeu]|o[aeio]|u[aeiouy]|y[e]|oa[iy]|uo[iu]|uy[aeu]|ieu|yeu|ua[y])(?:ch?|ng?|nh|[mpt])?$/;

function makeVietnamese(): Inventory {
  const surnames = new Set(readTable('names/vietnamese-surnames.tsv', ['surname']).map(([surname]) => surname));
  const meant = (spelling: string) => (VIETNAMESE.test(spelling) ? new Set([spelling]) : undefined);
  return { meant, spelt: (syllable) => [syllable], surnames, isJoined: () => false };
}

function bothWays(meant: ReadonlyMap<string, ReadonlySet<string>>): Pick<Inventory, 'meant' | 'spelt'> {
  const spelt = new Map<string, Set<string>>();
  for (const [spelling, syllables] of meant) for (const syllable of syllables) note(spelt, syllable, spelling);
  return { meant: (spelling) => meant.get(spelling), spelt: (syllable) => spelt.get(syllable) ?? [] };
}

function note(meant: Map<string, Set<string>>, spelling: string, syllable: string): void {
  const known = meant.get(spelling);
  if (known) known.add(syllable);
  else meant.set(spelling, new Set([syllable]));
}
