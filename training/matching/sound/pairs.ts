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
  readonly count: number;
}

/** The files of name tokens by the script that they teach. */
export const CORPORA: Readonly<Record<SoundScript, string>> = {
  arabic: 'arabic',
  cyrillic: 'russian',
  han: 'chinese',
  hangul: 'korean',
  hebrew: 'hebrew',
  kana: 'katakana',
};

const MAX_LATIN = 20;
const MAX_SIGNS = 24;

/** The rows of a file of name tokens: in Latin letters, in the other script, and how often that was seen. */
export function readTokens(folder: string, file: string): [latin: string, other: string, count: string][] {
  const text = gunzipSync(readFileSync(join(folder, `${file}.tsv.gz`))).toString('utf8');
  return text.split('\n').flatMap((line) => {
    const [latin, other, count = ''] = line.split('\t');
    return latin && other ? [[latin, other, count]] : [];
  });
}

/** The pairs of a script that can be learned from: letters alone, and neither side far longer than a name token. */
export function readPairs(folder: string, script: SoundScript): Pair[] {
  return readTokens(folder, CORPORA[script]).flatMap(([written, other, count]) => {
    const [latin, signs] = [foldLatin(written), signsOf(other, script)];
    if (!/^[a-z]+$/.test(latin) || signs.length === 0) return [];
    if (latin.length > MAX_LATIN || signs.length > MAX_SIGNS) return [];
    return [{ latin, signs, count: Number(count) }];
  });
}

/** What a pair counts for: those seen often are right more often, and stand for no more names. */
export function weightOf({ count }: Pair): number {
  return 1 + Math.log(count);
}
