import { copied } from '../index/number-list.ts';

/** How a word of the dictionary came to resemble a token. */
export const SAME = 0;
export const SPELLING = 1;
export const SOUND = 2;
export const CONSONANTS = 3;
export const NICKNAME = 4;
export const SHORT = 5;
/** Spelt nearly the same, and known to be two names. */
export const OTHER_NAME = 6;
/** One name in Han characters may be behind both. */
export const CHARACTERS = 7;
/** It did not: something else than a term match pairs the two. */
export const NO_MATCH = 255;

const FIRST_SIZE = 1024;

/**
 * Words of the index that resemble one token of a query, or several tokens run together, or one half of a token. Each
 * property is a column, and the columns are used again for the next plan: a query leaves nothing to collect.
 */
export class TermMatches {
  length = 0;
  words = new Uint32Array(FIRST_SIZE);
  /** Bits of the query's tokens. */
  masks = new Uint32Array(FIRST_SIZE);
  /** Of these tokens together. */
  weights = new Float64Array(FIRST_SIZE);
  similarities = new Float64Array(FIRST_SIZE);
  /** The similarity to the power of `sharpness`. */
  worths = new Float64Array(FIRST_SIZE);
  matchKinds = new Uint8Array(FIRST_SIZE);
  spellings = new Uint8Array(FIRST_SIZE);
  texts = new Uint32Array(FIRST_SIZE);
  /** 0: the whole; else this is the first (1) or second (2) half of a split token. */
  parts = new Uint8Array(FIRST_SIZE);
  /** Tells the splits of one token apart. */
  splits = new Int32Array(FIRST_SIZE);
  /** -ln of the share of strangers' words that are at least as like the tokens. */
  surprises = new Float64Array(FIRST_SIZE);

  /** Makes room for so many more after those that are there. */
  reserve(more: number): void {
    const size = this.length + more;
    if (size <= this.words.length) return;
    this.words = copied(new Uint32Array(2 * size), this.words);
    this.masks = copied(new Uint32Array(2 * size), this.masks);
    this.weights = copied(new Float64Array(2 * size), this.weights);
    this.similarities = copied(new Float64Array(2 * size), this.similarities);
    this.worths = copied(new Float64Array(2 * size), this.worths);
    this.matchKinds = copied(new Uint8Array(2 * size), this.matchKinds);
    this.spellings = copied(new Uint8Array(2 * size), this.spellings);
    this.texts = copied(new Uint32Array(2 * size), this.texts);
    this.parts = copied(new Uint8Array(2 * size), this.parts);
    this.splits = copied(new Int32Array(2 * size), this.splits);
    this.surprises = copied(new Float64Array(2 * size), this.surprises);
  }
}
