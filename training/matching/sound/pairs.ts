import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldLatin } from '../../../src/screening/names/latin.ts';
import { signsOf } from '../../../src/screening/names/sound/signs.ts';
import type { SoundScript } from '../../../src/screening/names/types.ts';

/** A name token in Latin letters and in another script, and how often it was seen. */
export interface Pair {
  readonly latin: string;
  readonly signs: string;
  /** What it counts for in training. */
  readonly weight: number;
  /** Whether it is hardly ever a pair of two names. */
  readonly isSure: boolean;
}

/** The files of name tokens by the script that they teach. */
export const CORPORA: Readonly<Partial<Record<SoundScript, string>>> = {
  arabic: 'arabic',
  cyrillic: 'russian',
  han: 'chinese',
  hangul: 'korean',
  hebrew: 'hebrew',
  kana: 'katakana',
};

const MAX_LATIN = 20;
const MAX_SIGNS = 24;
/** A tenth of the pairs seen once are no transliterations of each other (README of the corpus). */
const SURE_COUNT = 2;

/** The rows of a file of name tokens: in Latin letters, in the other script, and how often that was seen. */
export function readTokens(folder: string, file: string): [latin: string, other: string, count: string][] {
  const text = gunzipSync(readFileSync(join(folder, `${file}.tsv.gz`))).toString('utf8');
  return text.split('\n').flatMap((line) => {
    const [latin, other, count = ''] = line.split('\t');
    return latin && other ? [[latin, other, count]] : [];
  });
}

/** Those seen often are right more often, and stand for no more names: a pair counts 1 + ln(times seen). */
export function readPairs(folder: string, script: SoundScript): Pair[] {
  return readTokens(folder, CORPORA[script]!).flatMap(([latin, other, count]) => {
    return pairOf(latin, other, script, 1 + Math.log(Number(count)), Number(count) >= SURE_COUNT);
  });
}

/** One pair that can be learned from, or none: letters alone, and neither side far longer than a name token. */
export function pairOf(written: string, other: string, script: SoundScript, weight: number, isSure: boolean): Pair[] {
  const [latin, signs] = [foldLatin(written), signsOf(other, script)];
  if (!/^[a-z]+$/.test(latin) || signs.length === 0) return [];
  if (latin.length > MAX_LATIN || signs.length > MAX_SIGNS) return [];
  return [{ latin, signs, weight, isSure }];
}
