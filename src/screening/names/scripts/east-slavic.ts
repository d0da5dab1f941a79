import { readGroups } from '../../../tables.ts';
import { foldLatin } from '../latin.ts';
import type { TokenVariant } from '../types.ts';
import { respeller } from './romanised.ts';

/*
 * The forms of one family name in Belarusian, Ukrainian and Russian, from general knowledge of these languages.
 * Belarusian and Ukrainian say г as h. Belarusian writes an unstressed о as а, and дь and ть as дзь and ць. Its в is ў
 * before a consonant and at the end.
 */
const GIVEN_NAMES = readGroups('names/east-slavic-given-names.tsv', ['language', 'name']);
/** A bit each. */
const [RUSSIAN, OTHER] = [1, 2];
/** Of each given name in which of the languages it stands. */
const GIVEN = new Map<string, number>();
for (const [language, names] of GIVEN_NAMES) {
  for (const name of names) GIVEN.set(name, (GIVEN.get(name) ?? 0) | (language === 'russian' ? RUSSIAN : OTHER));
}
const BELARUSIAN_LETTER = /ŭ/;
const MARKED = /[ŭčšžćśźńł]/;

/** The Belarusian Latin alphabet as BGN/PCGN spells the language. */
const asRomanised = respeller('ch=kh č=ch š=sh ž=zh ć=ts c=ts ś=s ź=z ń=n ł=l ŭ=u j=y');

/** A replacement of letters; the first rules come first. */
type Rules = readonly (readonly [RegExp, string])[];

/** Letters of the other two languages as Russian has them, in any romanisation. */
const TO_RUSSIAN: Rules = [
  [/(?<![ckszgt])h/g, 'g'],
  [/dz(?=[eiykm])/g, 'd'],
  [/ts(?=[eiy])/g, 't'],
  [/(?<=[aeo])u(?=[^aeiou])/g, 'v'],
  [/(?:[iy][aeo]|e)[uv]$/, 'ev'],
  [/[ao]u$/, 'ov'],
  [/(?:[iy][aeo]|e)va$/, 'eva'],
];
/** One sign for what the languages, or their romanisations, exchange: unstressed vowels, soft and hard ones. */
const TO_KEY: Rules = [
  [/[iyj]+[aeo]/g, 'e'],
  [/[iyj]+u/g, 'u'],
  [/[iyj]+/g, 'i'],
  [/o/g, 'a'],
  [/(.)\1+/g, '$1'],
];
/** For the search: what is а in Belarusian may be о in Russian, but for the end of a woman's name. */
const WITH_O: Rules = [
  [/(?<=[vn])a$/, 'A'],
  [/(?<![iy])a/g, 'o'],
  [/A/, 'a'],
];
const TO_BELARUSIAN: Rules = [
  [/g(?!h)/g, 'h'],
  [/(?<=[eo])v(?=$|sk)/, 'u'],
  [/(?<!y)o/g, 'a'],
  [/t(?=[ei])/g, 'ts'],
  [/d(?=[ei])/g, 'dz'],
];
const TO_UKRAINIAN: Rules = [[/g(?!h)/g, 'h']];

const applied = (word: string, rules: Rules): string =>
  rules.reduce((spelt, [pattern, letters]) => spelt.replace(pattern, letters), word);

/** What all forms of a name in the three languages have in common, of a folded word. */
export const eastSlavicKey = (text: string): string => applied(applied(text, TO_RUSSIAN), TO_KEY);

/** Which of the three languages the words of a person's name may be in, so that others may spell it otherwise. */
export interface EastSlavicName {
  readonly isRussian: boolean;
  /** Belarusian or Ukrainian. */
  readonly isOther: boolean;
}

/** Undefined where no word, in small letters, is a given name of theirs, or has a letter of Belarusian. */
export function eastSlavicName(words: readonly string[]): EastSlavicName | undefined {
  if (words.length < 2) return undefined;
  if (words.some((word) => BELARUSIAN_LETTER.test(word))) return { isRussian: false, isOther: true };
  let found = 0;
  for (const word of words) found |= GIVEN.get(foldLatin(word)) ?? 0;
  return found === 0 ? undefined : { isRussian: (found & RUSSIAN) !== 0, isOther: (found & OTHER) !== 0 };
}

/** A word, in small letters, of such a name as the others may spell it. */
export function inOtherEastSlavic(word: string, { isRussian, isOther }: EastSlavicName): TokenVariant[] {
  const folded = foldLatin(MARKED.test(word) ? asRomanised(word) : word);
  const russian = isOther ? applied(folded, TO_RUSSIAN) : folded;
  const forms = [
    ...(isOther ? [russian, applied(russian, WITH_O)] : []),
    ...(isRussian ? [applied(folded, TO_BELARUSIAN), applied(folded, TO_UKRAINIAN)] : []),
  ];
  return forms.map((text) => ({ text, system: 'east-slavic' }));
}
