import { readTable } from '../../tables.ts';
import { JAPANESE_SURNAMES, LONG_SURNAMES } from './tables/han-readings.ts';
import { simplifiedWord } from './tables/simplified.ts';

/** Family names of one character, simplified. */
export const CHINESE_SURNAMES: ReadonlySet<string> = new Set(
  readTable('names/chinese-surnames.tsv', ['surname']).map(([surname]) => surname),
);

/** All Han characters and Hangul come after these. To ask by script takes V8 long for each name that has none. */
const MAY_BE_EAST_ASIAN = /[^\0-\u10ff]/;
const HAN = /^[\p{Script=Han}々]+$/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
/** A given name in Han characters has one or two of them, in Japan up to three. */
const MAX_GIVEN = 2;
const MAX_JAPANESE_GIVEN = 3;

/**
 * The Han characters of a word, so that its traditional, simplified and Japanese forms are the same. Undefined for a
 * word that has other letters.
 */
export function charactersOf(word: string): string | undefined {
  return HAN.test(word) ? simplifiedWord(word) : undefined;
}

/** False for nearly all names that have no letter of East Asia. */
export const mayBeEastAsian = (name: string): boolean => MAY_BE_EAST_ASIAN.test(name);

/** Whether a name has Cyrillic letters. */
export const isCyrillic = (name: string): boolean => CYRILLIC.test(name);

/**
 * Whether a name is written in Han characters as people of East Asia write their own. It has a family name of the
 * tables, and a given name of one or two characters (in Japan up to three). With a space the family name may come last.
 */
export function isOwnHanName(name: string): boolean {
  if (!mayBeEastAsian(name)) return false;
  const parts = name.normalize('NFC').trim().split(/\s+/);
  if (parts.length > 2 || !parts.every((part) => HAN.test(part))) return false;
  const [first, second] = parts;
  if (second === undefined) return startsWithSurname(first!);
  return isSurname(first!) ? isGiven(second) : isSurname(second) && isGiven(first!);
}

const isGiven = (part: string): boolean => [...part].length <= MAX_JAPANESE_GIVEN;

function isSurname(part: string): boolean {
  return CHINESE_SURNAMES.has(simplifiedWord(part)) || LONG_SURNAMES.has(part) || JAPANESE_SURNAMES.has(part);
}

function startsWithSurname(name: string): boolean {
  const characters = [...name];
  for (let length = 1; length < characters.length; length++) {
    const family = characters.slice(0, length).join('');
    const given = characters.length - length;
    if (given <= MAX_JAPANESE_GIVEN && JAPANESE_SURNAMES.has(family)) return true;
    if (given <= MAX_GIVEN && isSurname(family)) return true;
  }
  return false;
}
