import { givenNameClasses } from '../tables/given-names.ts';
import type { NamePlace } from './characters.ts';
import { ROMANISATIONS } from './spellings.ts';
import { syllablesOf } from './syllables-by-characters.ts';

/** A name in Latin letters, read as family name and given name of one syllable a character. */
export interface RomanisedName {
  /** The family name first. */
  readonly syllables: readonly string[];
  /** Of each syllable the place of the word that it stands in. */
  readonly words: readonly number[];
  /** Systems by which every syllable may be written. */
  readonly systems: readonly number[];
}

/** Two names that may be one in Han characters. */
export interface SharedCharacters {
  /** How much likelier one name in characters is behind both than two, as natural logarithm. */
  readonly logOdds: number;
  readonly systems: readonly [asked: number, listed: number];
}

/** A name has no more words, a Western first name among them. */
export const MAX_WORDS = 4;
/** A family name and a given name of two. With fewer syllables, thousands agree. */
export const SYLLABLES = 3;
const LONGEST_GIVEN = 12;

/** Systems by which a given name is also written as one word, a bit each. */
const JOINED = ROMANISATIONS.reduce((mask, { isJoined }, system) => (isJoined ? mask | (1 << system) : mask), 0);

/** Whether a word is a syllable of one of the systems, as its tables and rules write it. */
const isRomanisedSyllable = (word: string): boolean => syllablesOf('given').systemsOf(word) !== 0;

/** Whether a word is a family name of one syllable by one of the systems. */
const isRomanisedFamilyName = (word: string): boolean => syllablesOf('family').systemsOf(word) !== 0;

/** Every word that `isRomanisedFamilyName` is true of. */
export const romanisedFamilyNames = (): Iterable<string> => syllablesOf('family').spellings();

/**
 * Every way to read the words of a name as a family name and a given name of two syllables. The family name stands
 * first or last, the syllables joined or apart. A Western first name may stand before it, or behind. Words are in lower
 * case without marks. Empty for any other name.
 */
export function readRomanised(words: readonly string[]): RomanisedName[] {
  if (words.length < 2 || words.length > MAX_WORDS || !words.some(isRomanisedFamilyName)) return [];
  const places = [...words.keys()];
  const withoutFirst = mayStandBeside(words, 0) ? placesRead(words, places.slice(1)) : [];
  const withoutLast = mayStandBeside(words, words.length - 1) ? placesRead(words, places.slice(0, -1)) : [];
  return [...placesRead(words, places), ...withoutFirst, ...withoutLast];
}

/** Whether a word may be a Western first name beside the others: three are left, or it is no syllable. */
function mayStandBeside(words: readonly string[], place: number): boolean {
  return words.length === SYLLABLES + 1 || (words.length === SYLLABLES && isForeign(words[place]!));
}

/** The words at these places, read with the family name first and with it last. */
function placesRead(words: readonly string[], places: readonly number[]): RomanisedName[] {
  const read = (family: number, given: readonly number[]) =>
    isRomanisedFamilyName(words[family]!)
      ? cutGiven(words, given).flatMap((cut) => inSystems(words[family]!, family, cut))
      : [];
  return [...read(places[0]!, places.slice(1)), ...read(places.at(-1)!, places.slice(0, -1))];
}

/** A word beside the name is no syllable, and no two of them. */
function isForeign(word: string): boolean {
  return !isRomanisedSyllable(word) && cutInTwo(word).length === 0;
}

type Cut = readonly (readonly [syllable: string, word: number])[];

function cutGiven(words: readonly string[], given: readonly number[]): Cut[] {
  if (given.length === SYLLABLES - 1) {
    return [given.map((place) => [words[place]!, place] as const)];
  }
  if (given.length !== 1) return [];
  const place = given[0]!;
  // Beside another word that is no syllable, a given name of other languages is that: Jon Karin Næss.
  if (words.length > SYLLABLES - 1 && givenNameClasses(words[place]!).length > 0) return [];
  return cutInTwo(words[place]!).map(([first, second]) => [
    [first, place],
    [second, place],
  ]);
}

function cutInTwo(word: string): (readonly [string, string])[] {
  if (word.length > LONGEST_GIVEN || isRomanisedSyllable(word)) return [];
  const cuts: (readonly [string, string])[] = [];
  for (let at = 1; at < word.length; at++) {
    const first = word.slice(0, at);
    if (!isWrittenSyllable(first)) continue;
    const second = word.slice(at);
    if (isWrittenSyllable(second)) cuts.push([first, second]);
  }
  return cuts;
}

const isWrittenSyllable = (part: string): boolean => isRomanisedSyllable(part) && /[aeiouy]/.test(part);

function inSystems(family: string, place: number, cut: Cut): RomanisedName[] {
  const isCut = cut[0]![1] === cut[1]![1];
  const ofFamily = syllablesOf('family').systemsOf(family) & (isCut ? JOINED : -1);
  const given = cut.map(([syllable]) => syllable);
  let mask = given.reduce((all, one) => all & syllablesOf('given').systemsOf(one), ofFamily);
  // What no system writes may be written phonetically.
  if (mask === 0 && !isCut) mask = given.reduce((all, one) => all & syllablesOf('given').systemsNear(one), ofFamily);
  if (mask === 0) return [];
  const systems = [...ROMANISATIONS.keys()].filter((system) => mask & (1 << system));
  const words = [place, ...cut.map(([, word]) => word)];
  return [{ syllables: [family, ...given], words, systems }];
}

/** Two names written in one part of the world are compared by their letters, others by their characters. */
export function areComparable(first: number, second: number): boolean {
  return ROMANISATIONS[first]!.code !== ROMANISATIONS[second]!.code;
}

/**
 * Of each system of a name how likely it is that this one wrote it: shares that add up to 1. Before the name is seen,
 * each system is as likely. A name that is usual in one system is seldom that of a rare reading in another.
 */
export function systemShares({ syllables, systems }: RomanisedName): number[] {
  const shares = systems.map((system) => {
    return syllables.reduce((share, syllable, place) => share * syllablesOf(placeOf(place)).share(system, syllable), 1);
  });
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / all);
}

/** Where the syllable of this place stands in a name. */
export function placeOf(syllable: number): NamePlace {
  return syllable === 0 ? 'family' : 'given';
}
