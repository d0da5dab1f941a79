/** How a word of the dictionary came to resemble a token; the order of `EVIDENCE_OF_ROUTE`. */
export const SAME = 0;
export const SPELLING = 1;
export const SOUND = 2;
export const CONSONANTS = 3;
export const NICKNAME = 4;
export const SHORT = 5;
/** Spelt nearly the same, and known to be two names. */
export const OTHER_NAME = 6;
