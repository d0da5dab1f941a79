import { RAREST } from '../index/weigh.ts';
import type { Alignment } from './judge.ts';

/** About so many people have Chinese, Korean or Vietnamese names, and about such a share of listed people has. */
const PEOPLE = 1e9;
const LISTED_SHARE = 0.05;
/** A name of so many bearers is common altogether, and of so many is not. */
const MANY_BEARERS = 10_000;
const FEW_BEARERS = 10;

/** How common a syllabic name is, 0 to 1: that follows from how many people bear it. */
export function commonness({ weight, words }: Alignment): number {
  const share = Math.log(bearers(weight, words) / FEW_BEARERS) / Math.log(MANY_BEARERS / FEW_BEARERS);
  return Math.min(1, Math.max(0, share));
}

/**
 * So many people bear a name of these words, if each is given independently. The lists tell how often: a word's weight
 * is the logarithm of its frequency, and a share of the lists are such names.
 */
function bearers(weight: number, words: number): number {
  return (PEOPLE * RAREST ** weight) / LISTED_SHARE ** words;
}
