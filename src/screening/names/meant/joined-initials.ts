import { normaliseText } from '../normalise.ts';
import { isSyllabic } from '../systems.ts';
import type { NameToken, Reading } from '../types.ts';
import type { Lists } from './lost-letters.ts';

/** How the names of a query are read. */
export interface Reader extends Lists {
  readonly isPerson: boolean;
  /** The readings of a whole name. */
  readonly readingsOf: (name: string) => readonly Reading[];
}

/** Letters of initials that are written together. */
const JOINED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]{2,3}$/u;
/** A family name is no shorter. */
const MIN_FAMILY = 3;
/** Family names beside initials, such as the two of a Spanish name. Who is given with more needs no initials. */
const MAX_FAMILY = 2;
/**
 * How rare a word of two or three letters has to be on the lists that it is no name there, 0 to 1. About one entry in
 * 130 has a word of .45, and one in 3,000 one of .75. Three letters in capitals beside small ones, or without a vowel,
 * are initials rather than a name.
 */
const [RARE, RARE_OF_THREE] = [0.45, 0.75];
const VOWEL = /[aeiouy]/;
/** A word of two or three letters that is first, last or before a comma, all in capitals or all in small letters. */
const MAY_HAVE_INITIALS =
  /(?:^|[\s,])(?:\p{Lu}{2,3}|\p{Ll}{2,3})(?:$|,)|^(?:\p{Lu}{2,3}|\p{Ll}{2,3})(?=[\s,])|,\s*(?:\p{Lu}{2,3}|\p{Ll}{2,3})(?=\s)/u;
const ANY_SMALL = /\p{Ll}/u;

/**
 * A person's name of which the first or last word is initials without dots (`RA Quistorp`, `Quistorp RA`), with these
 * letters apart. Undefined where no word is. Initials are no name: the lists hardly have the word. Nor are they a
 * syllable of a name that is all syllables.
 */
export function withInitialsApart(name: string, { readingsOf, rarityOf }: Reader): string | undefined {
  if (!MAY_HAVE_INITIALS.test(name)) return undefined;
  const readings = readingsOf(name);
  const isOfSyllables = readings.some(({ system, tokens }) => isSyllabic(system) || tokens.some(hasLanguage));
  if (readings.length === 0 || isOfSyllables) return undefined;
  const named = readings[0]!.tokens.filter(({ role }) => role === 'word' || role === 'particle');
  const family = named.filter(({ role, surface }) => role === 'word' && surface.length >= MIN_FAMILY);
  const initials = [named[0], named.at(-1)].find((token) => {
    const others = family.filter((one) => one !== token).length;
    return others >= 1 && others <= MAX_FAMILY && token && areInitials(token, name, rarityOf);
  });
  return initials && apart(name, initials.surface);
}

const hasLanguage = ({ languages }: NameToken): boolean => languages !== undefined;

function areInitials({ text, surface }: NameToken, name: string, rarityOf: Reader['rarityOf']): boolean {
  if (!JOINED.test(surface)) return false;
  const isInCapitals = !ANY_SMALL.test(surface) && ANY_SMALL.test(name);
  // Ra beside Quistorp is written as a name.
  if (ANY_SMALL.test(surface) && surface !== surface.toLowerCase()) return false;
  const isLikeAName = surface.length > 2 && !isInCapitals && VOWEL.test(text);
  return (rarityOf(text) ?? 1) >= (isLikeAName ? RARE_OF_THREE : RARE);
}

/** The name with dots behind the letters of one of its words. */
function apart(name: string, surface: string): string {
  const word = new RegExp(`(?<![\\p{L}\\p{M}])${surface}(?![\\p{L}\\p{M}])`, 'u');
  return normaliseText(name).replace(word, [...surface].map((letter) => `${letter}.`).join(' '));
}
