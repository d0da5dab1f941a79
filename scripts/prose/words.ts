import { readFileSync } from 'node:fs';

interface Unwanted {
  readonly word: string;
  readonly instead: string;
}

const ROWS: readonly Unwanted[] = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row) => {
    const [word = '', instead = ''] = row.split('\t');
    return { word, instead };
  });
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${ROWS.map(({ word }) => word).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
const INSTEAD = new Map(ROWS.map(({ word, instead }) => [word.toLowerCase(), instead]));

/** Words of the text that words.tsv replaces by a usual one. */
export function unwantedWords(text: string): Unwanted[] {
  return [...text.matchAll(PATTERN)].map(([word]) => ({ word, instead: INSTEAD.get(word.toLowerCase()) ?? '' }));
}
