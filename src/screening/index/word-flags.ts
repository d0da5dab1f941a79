import type { IndexView } from './view.ts';

/** A mark is `word << MARK_BITS` and one of these. The first four are facts of the index. */
export const FLAG_BITS = 3;
export const [POSTINGS_AT, POSTINGS, FACTS, CHARACTERS, STAMP, HEAD, FOUND, FOUND_AT] = [0, 1, 2, 3, 4, 5, 6, 7];

const ROLE_PLACE = 8;
const SYLLABIC_PLACE = 15;
const LEGAL_PLACE = 16;
const COUNTRY_PLACE = 24;
const BYTE = 0xff;
const ROLE_BITS = 0x7f;

/**
 * What a search asks of each word and notes of it, side by side: one access to memory brings all of it. Each thread has
 * its own.
 */
export function wordFlags(view: IndexView): Uint32Array {
  const { postingStarts, wordCharacters, wordCountry, wordLegal, wordRole, wordSyllabic, wordWeight } = view;
  const marks = new Uint32Array(wordRole.length << FLAG_BITS);
  for (let word = 0; word < wordRole.length; word++) {
    const at = word << FLAG_BITS;
    marks[at + POSTINGS_AT] = postingStarts[word]!;
    marks[at + POSTINGS] = postingStarts[word + 1]! - postingStarts[word]!;
    marks[at + FACTS] =
      wordWeight[word]! |
      (wordRole[word]! << ROLE_PLACE) |
      (wordSyllabic[word]! << SYLLABIC_PLACE) |
      (wordLegal[word]! << LEGAL_PLACE) |
      (wordCountry[word]! << COUNTRY_PLACE);
    marks[at + CHARACTERS] = wordCharacters[word]!;
  }
  return marks;
}

/** In steps. */
export const weightIn = (facts: number): number => facts & BYTE;
export const roleIn = (facts: number): number => (facts >> ROLE_PLACE) & ROLE_BITS;
export const isSyllabicIn = (facts: number): boolean => ((facts >> SYLLABIC_PLACE) & 1) === 1;
export const legalIn = (facts: number): number => (facts >> LEGAL_PLACE) & BYTE;
export const countryIn = (facts: number): number => facts >>> COUNTRY_PLACE;
