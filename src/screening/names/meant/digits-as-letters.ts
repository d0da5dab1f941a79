import { foldLatin } from '../latin.ts';
import type { Lists } from './lost-letters.ts';

/** Letters that each digit looks like, the likeliest first. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'gb',
  '7': 't',
  '8': 'b',
  '9': 'g',
};
/** A letter and a digit say too little. */
const MIN_LENGTH = 3;
/** Ways to read one word. */
const MAX_WAYS = 32;
const DIGIT = /\d/;
const MIXED = /\p{Script=Latin}\d|\d\p{Script=Latin}/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * A name with letters for the digits that look like them, inside words that have letters as well: `0sama`, `5BERBANK`.
 * What the lists have as it is stays, and so does what no reading makes a word of the lists. Undefined where all stays.
 */
export function withDigitsAsLetters(name: string, { rarityOf }: Pick<Lists, 'rarityOf'>): string | undefined {
  if (!DIGIT.test(name) || !MIXED.test(name)) return undefined;
  const text = name.replace(WORD, (word) => {
    if (!MIXED.test(word) || word.length < MIN_LENGTH || rarityOf(foldLatin(word)) !== undefined) return word;
    const known = waysOf(word).filter((way) => rarityOf(foldLatin(way)) !== undefined);
    const [best] = known.toSorted((a, b) => rarityOf(foldLatin(a))! - rarityOf(foldLatin(b))!);
    return best ?? word;
  });
  return text === name ? undefined : text;
}

function waysOf(word: string): string[] {
  let ways = [''];
  for (const letter of word) {
    const letters = LOOKS_LIKE[letter] ?? letter;
    ways = ways.flatMap((way) => [...letters].map((one) => way + one)).slice(0, MAX_WAYS);
  }
  return ways;
}
