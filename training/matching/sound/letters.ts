import {
  ALPHABET,
  type LetterModel,
  letterCodes,
  letterPlace,
} from '../../../src/screening/names/sound/sound-model.ts';
import type { Pair } from './pairs.ts';

const LETTERS = ALPHABET.length;
/** Weight of the shorter context (Jelinek and Mercer 1980, interpolated as MacKay and Peto 1995 do). */
const PRIOR = 20;

/** log2 P(letter | the two before it), estimated from the distinct Latin spellings of all scripts. */
export function learnLetters(pairs: readonly Pair[]): LetterModel {
  const weights = new Map<string, number>();
  for (const pair of pairs) weights.set(pair.latin, Math.max(weights.get(pair.latin) ?? 0, pair.weight));
  const [one, two, three] = [1, 2, 3].map((power) => new Float64Array(LETTERS ** power)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (const [latin, weight] of weights) {
    let [second, first] = [0, 0];
    for (const letter of [...letterCodes(latin), 0]) {
      three[letterPlace(second, first, letter)]! += weight;
      two[first * LETTERS + letter]! += weight;
      one[letter]! += weight;
      [second, first] = [first, letter];
    }
  }
  const sum = (counts: Float64Array, from: number) => {
    return counts.subarray(from, from + LETTERS).reduce((total, count) => total + count, 0);
  };
  const total = sum(one, 0);
  const model = new Float32Array(LETTERS ** 3);
  for (let context = 0; context < LETTERS ** 2; context++) {
    const first = (context % LETTERS) * LETTERS;
    const [totalTwo, totalThree] = [sum(two, first), sum(three, context * LETTERS)];
    for (let letter = 0; letter < LETTERS; letter++) {
      const alone = (one[letter]! + 1) / (total + LETTERS);
      const afterOne = (two[first + letter]! + PRIOR * alone) / (totalTwo + PRIOR);
      const place = context * LETTERS + letter;
      model[place] = Math.log2((three[place]! + PRIOR * afterOne) / (totalThree + PRIOR));
    }
  }
  return model;
}

/** As the table holds it: tenths of a bit, without sign. */
export function letterRows(model: LetterModel): string[][] {
  return Array.from({ length: LETTERS ** 2 }, (_, context) => {
    const before = ALPHABET[Math.floor(context / LETTERS)]! + ALPHABET[context % LETTERS]!;
    const bits = model.subarray(context * LETTERS, (context + 1) * LETTERS);
    return [before, ...Array.from(bits, (one) => String(Math.round(-10 * one)))];
  });
}
