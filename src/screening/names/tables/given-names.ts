import { readTable } from '../../../tables.ts';
import { distanceFor, foldedDistance, lettersOf } from '../distance.ts';
import { phoneticKeys } from '../phonetic.ts';
import type { NameToken, TokenVariant } from '../types.ts';

const NONE: readonly number[] = [];

/** Numbers of the classes of each name. */
const MEMBERSHIP = new Map<string, readonly number[]>();
/** Names of each class, by its number. */
const MEMBERS: (readonly string[])[] = [];
/** Names that are told from others, by their phonetic key. */
const BY_SOUND = new Map<string, readonly string[]>();
/** Fewer consonants say too little. */
const MIN_SOUNDS = 4;
const MIN_ALIKE = 0.9;

const NUMBERS = new Map<string, number>();
/** Names that are told from those of other classes; the others are family names as well. */
const TELLING = new Set<string>();

for (const [of, name, use] of readTable('names/given-names.tsv', ['class', 'name', 'use'])) {
  const index = NUMBERS.get(of) ?? NUMBERS.size;
  NUMBERS.set(of, index);
  MEMBERS[index] = [...(MEMBERS[index] ?? []), name];
  MEMBERSHIP.set(name, [...(MEMBERSHIP.get(name) ?? NONE), index]);
  if (use === 'name') TELLING.add(name);
}
for (const name of TELLING) {
  const sound = phoneticKeys(name)[0] ?? '';
  if (sound.length >= MIN_SOUNDS) BY_SOUND.set(sound, [...(BY_SOUND.get(sound) ?? []), name]);
}

/** A class that every name may belong to. */
const ANY = -1;
/** Of each name its classes, and any for one that is not told from others. */
const COMPARED = new Map(
  [...MEMBERSHIP].map(([name, classes]) => [name, TELLING.has(name) ? classes : [...classes, ANY]]),
);

/**
 * The classes of equivalent given names that a folded token belongs to; empty for a name that has none. Two tokens
 * that share a class may be one person's name. Numbers are stable within one version of the program only. They are to
 * be compared by `areOtherNames` alone.
 */
export function givenNameClasses(text: string): readonly number[] {
  return COMPARED.get(text) ?? NONE;
}

/** The same of a token in several spellings: where one of them is told from other names, the token is. */
export function classesOfSpellings(texts: readonly string[]): readonly number[] {
  const classes = texts.flatMap(givenNameClasses);
  return texts.some((text) => TELLING.has(text)) ? classes.filter((one) => one !== ANY) : classes;
}

/** Names that are one with a folded token: pet forms, spellings, other languages. */
export function namesOfClasses(text: string): readonly string[] {
  return (MEMBERSHIP.get(text) ?? NONE).flatMap((number) => MEMBERS[number]!);
}

/** Whether two names that are told from others are one in a class: Frank and Francis, but not Bradford and Bradley. */
export function areOneName(a: string, b: string): boolean {
  return TELLING.has(a) && TELLING.has(b) && namesOfClasses(a).includes(b);
}

/** Whether the classes of two names tell that they are no spellings of one. */
export function areOtherNames(classes: readonly number[], others: readonly number[]): boolean {
  if (classes.length === 0 || others.length === 0 || classes.includes(ANY) || others.includes(ANY)) return false;
  return !others.some((one) => classes.includes(one));
}

/**
 * The token of a query with that of some spellings first that is a known given name, unless its own first one is. What
 * else a name is called is looked up by its first spelling: Джим is James by `jim`, and not by `dzhim`.
 */
export function givenNameFirst(token: NameToken, spellings: readonly TokenVariant[]): NameToken {
  const { text, system, variants } = token;
  if (token.role !== 'word' || system === undefined || TELLING.has(text)) return token;
  const known = spellings.find((one) => TELLING.has(one.text));
  if (known === undefined) return token;
  const others = variants.filter((one) => one.text !== known.text);
  return { ...token, text: known.text, system: known.system, variants: [{ text, system }, ...others] };
}

/**
 * The same for a token that may be a misspelt given name (`Winnifred`): classes of the name that it resembles. `sounds`
 * are its phonetic keys.
 */
export function likelyNameClasses(text: string, sounds: readonly string[]): readonly number[] {
  const known = MEMBERSHIP.get(text);
  if (known) return known;
  const isWomans = text.endsWith('a');
  // Valentina is no misspelt Valentine.
  const alike = BY_SOUND.get(sounds[0] ?? '')?.find((name) => name.endsWith('a') === isWomans && areAlike(name, text));
  return alike === undefined ? NONE : MEMBERSHIP.get(alike)!;
}

/** Whether two folded spellings of given names are so alike that they may be one. */
export function areAlike(a: string, b: string): boolean {
  const limit = distanceFor(MIN_ALIKE, a.length, b.length);
  return foldedDistance(lettersOf(a), lettersOf(b), 0) <= limit;
}
