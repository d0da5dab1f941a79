/** How a word of the dictionary came to resemble a token. */
export const SAME = 0;
export const SPELLING = 1;
export const SOUND = 2;
export const CONSONANTS = 3;
export const NICKNAME = 4;
export const SHORT = 5;
/** Spelt nearly the same, and known to be two names. */
export const OTHER_NAME = 6;
/** It did not: something else than a term match pairs the two. */
export const NO_ROUTE = 255;
