import { foldLatin } from './latin.ts';
import { normaliseText } from './normalise.ts';

const LATIN_RUN = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu;

/**
 * Text as tables are searched and as subjects are compared: lower case, Latin letters without their marks, one space
 * between words. Other scripts keep their marks: in Devanagari or Thai they are the vowels.
 */
export function foldText(text: string): string {
  return normaliseText(text)
    .toLowerCase()
    .replace(LATIN_RUN, (run) => foldLatin(run))
    .replace(/\s+/gu, ' ')
    .trim();
}
