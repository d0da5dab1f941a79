import { readFileSync } from 'node:fs';

/** `npm run train:letters` estimates them on drawn documents. */
const LEARNED = JSON.parse(readFileSync(new URL('learned-chances.json', import.meta.url), 'utf8')) as {
  /** A constant, and a weight for each sign of a space. */
  readonly space: readonly number[];
  /** A constant, and the weight of how far a letter hangs under the line. */
  readonly hanging: readonly number[];
  /** A constant, and a weight for each sign of a misread letter. */
  readonly misread: readonly number[];
  readonly rareTail: number;
  readonly strangeTail: number;
};
/** A reading that is wrong once in so many times is doubtful: a wrong value does the harm of four that are left out. */
export const DOUBT = 1 / 4;

/** The reader of lines gives these chances of a Q, or larger ones, to one O in 200 and to one in 2,000. */
export const { rareTail: RARE_TAIL, strangeTail: STRANGE_TAIL } = LEARNED;

/** The chance that a space stands before a character, 0 to 1, by logistic regression on what tells it. */
export function chanceOfSpace(signs: readonly number[]): number {
  return chanceBy(LEARNED.space, signs);
}

/** The chance that an O or Q that hangs so far under the line is a Q, 0 to 1, where both are as frequent. */
export function chanceOfTail(depth: number): number {
  return chanceBy(LEARNED.hanging, [depth]);
}

/** The chance that a letter is another than the reader of lines says, 0 to 1, by logistic regression too. */
export function chanceOfMisreading(signs: readonly number[]): number {
  return chanceBy(LEARNED.misread, signs);
}

/** The chance that a constant and a weight for each sign give, 0 to 1. */
function chanceBy([constant, ...weights]: readonly number[], signs: readonly number[]): number {
  const odds = weights.reduce((sum, weight, at) => sum + weight * signs[at]!, constant!);
  return 1 / (1 + Math.exp(-odds));
}

/** Whether neither yes nor no is sure enough to be given. */
export function isDoubtful(chance: number): boolean {
  return chance > DOUBT && chance < 1 - DOUBT;
}

/** A chance as a sign. The logarithm of a tiny one says nothing more. */
export function logChance(chance: number): number {
  return Math.log(chance + 1e-5);
}
