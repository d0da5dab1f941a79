import { mayBeEastAsian } from '../names/characters.ts';
import { isKoreanSurname } from '../names/scripts/hangul.ts';

/** The usual Korean family names of one syllable (the 40 commonest of the census of 2015 bear nine people in ten). */
const FAMILY = '김이박최정강조윤장임한오서신권황안송류유홍전고문손양배백허남심노하곽성차주우구민진';
const HAN_NAME = /^\p{Script=Han}{1,2}(?: \p{Script=Han}{1,2}){1,2}$/u;
const KOREAN_NAME = new RegExp(`^(?:[${FAMILY}] ?\\p{Script=Hangul}{2}|\\p{Script=Hangul}{2} [${FAMILY}])$`, 'u');

/**
 * Whether a name is written in parts as only East Asian names are, so that it is no foreign one. In Han characters each
 * part has one or two, and one part has a single one. In Hangul a family name stands beside a given name of two
 * syllables, with a space or without.
 */
export function isNativeName(name: string): boolean {
  if (!mayBeEastAsian(name)) return false;
  const written = name.normalize('NFC').trim();
  return (HAN_NAME.test(written) && /(?:^| )\p{Script=Han}(?: |$)/u.test(written)) || KOREAN_NAME.test(written);
}

/**
 * Whether a name in Hangul is a foreign one. It has two words or more. It has no Korean family name, or a word of three
 * syllables or more.
 */
export function isForeignHangulName(name: string): boolean {
  const words = name.normalize('NFC').trim().split(/\s+/);
  if (words.length < 2 || !words.every((word) => /^\p{Script=Hangul}+$/u.test(word))) return false;
  return !words.some(isKoreanSurname) || words.some((word) => word.length > 2);
}

/** Whether a name in Hangul may be a Korean family name and a given name of one or two syllables. */
export function isHangulName(name: string): boolean {
  if (!mayBeEastAsian(name)) return false;
  const written = name.normalize('NFC').replaceAll(' ', '');
  return (
    /^\p{Script=Hangul}{2,3}$/u.test(written) && (isKoreanSurname(written[0]!) || isKoreanSurname(written.at(-1)!))
  );
}
