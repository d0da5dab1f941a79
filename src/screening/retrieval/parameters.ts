/*
 * The figures by which words of the index resemble a token. Where no other source is named, they were found on kinds of
 * names with `npm run bench:quality`; the bounds of the work with `npm run bench:speed`.
 */

export const MIN_SHORT_SIMILARITY = 0.74;
export const MIN_SHORTEST_SIMILARITY = 0.79;
export const SHORT_TEXT = 4;
export const MIN_TEXT_LENGTH = 3;
/** What remains of a distance where the sounds are the same, and where they are nearly. */
const SAME_SOUND = 0.8;
const NEAR_SOUND = 0.95;
export const SAME_SOUND_ROMANISED = 0.6;
const NEAR_SOUND_ROMANISED = 0.85;
/** Spellings of fewer letters are not taken for the same because they sound alike. */
const MIN_SOUND_LENGTH = 5;
const MIN_SOUND_ROMANISED_LENGTH = 4;
/** Romanised syllables come with every spelling that is usual: what resembles none of them is another syllable. */
export const MIN_SYLLABIC = 0.905;
export const NICKNAME_SIMILARITY = 0.84;
export const NICKNAME_SIMILARITY_ROMANISED = 0.86;
/** Forms of one name that sound the same are spellings of it (Alexander and Aleksandr, Petr and Pjotr). */
export const KNOWN_SPELLING_SIMILARITY = 0.95;
/** Names of which one side hears another consonant have to agree better than others. */
export const MIN_NEAR_SOUND = 0.7;
/** Those with another consonant hardly ever sound alike under this (`npm run train:heard`). */
export const MIN_NEAR_HEARD = 0.6;
/** How like a compound with Abd al- the name without it is. */
export const SERVANT_SIMILARITY = 0.84;
export const MIN_SERVANT = 0.9;
export const MIN_DIVINE_LENGTH = 4;
export const VARIANT_SIMILARITY = 0.99;
export const HALF_SAME = 0.8;
/** A Latin spelling may stand for several syllables, so that another spelling of one of them is not surely meant. */
export const SAME_SYLLABLE_SIMILARITY = 0.95;
/** In steps. */
export const RARE = 200;
/** Later spellings of a token differ from these two in ways that sound the same. */
export const SPELLINGS_WITH_EDITS = 2;
/** … but for so short ones, whose consonants are too few to tell. */
export const SHORT_SPELLING = 5;
/** Of the later ones the rough sound is the same, or far from what was meant. */
export const SPELLINGS_HEARD = 4;
/** Bounds of the work for one token. */
export const MAX_UNDER_A_KEY = 600;
export const MAX_COMPARED = 4000;
export const MAX_JOINED_SYLLABLES = 64;
export const MIN_CUT_LENGTH = 6;
export const MIN_PART_LENGTH = 2;
export const CACHED_CUTS = 32_768;
/** 18 bytes each: what a thread remembers stays under some 40 MiB. */
export const CACHED_WORDS = 2_000_000;
/** What remembers a token takes as much memory as so many words. */
export const WORDS_OF_A_TOKEN = 30;
export const CACHED_CLASSES = 20_000;
/** Texts with their classes. */
export const CACHED_EQUIVALENTS = 20_000;
/** Forms of one name in Belarusian, Ukrainian and Russian. */
export const SAME_SLAVIC = 0.97;
/** Mario and Maria, Luis and Luisa: spelt nearly the same, and known to be two names. */
export const OTHER_NAME_SIMILARITY = 0.72;
/** By the number of consonants of a skeleton: the more agree, the less the missing vowels matter. */
const SKELETON_SIMILARITIES = [0, 0, 0.7, 0.84, 0.9, 0.93];

/** What remains of a distance between texts with the same phonetic key. */
export function soundScale(key: string, text: string, romanised: boolean): number {
  if (text.length < (romanised ? MIN_SOUND_ROMANISED_LENGTH : MIN_SOUND_LENGTH)) return 1;
  const near = key.startsWith('~');
  if (romanised) return near ? NEAR_SOUND_ROMANISED : SAME_SOUND_ROMANISED;
  return near ? NEAR_SOUND : SAME_SOUND;
}

/** The more consonants agree, the less the missing vowels matter. */
export function skeletonSimilarity(key: string): number {
  return SKELETON_SIMILARITIES[Math.min(key.length, SKELETON_SIMILARITIES.length - 1)]!;
}
