import { readTable } from '../../../tables.ts';

/** What a word beside a number says that the number is. */
export type NumberKind = 'birth' | 'age' | 'year' | 'number' | 'amount' | 'reference' | 'street';

interface Phrase {
  readonly kind: NumberKind;
  readonly words: readonly string[];
}

const [BEFORE, BEHIND] = [new Map<string, Phrase[]>(), new Map<string, Phrase[]>()];
/** In the names of those who have one a numeral counts: Pope John II. */
export const RANKS = new Set<string>();
const MONTHS = new Map<string, number>();
for (const [month, word] of readTable('documents/months.tsv', ['month', 'word'])) {
  MONTHS.set(word.toLowerCase(), Number(month));
}
for (const [kind, stands, phrase] of readTable('names/number-words.tsv', ['kind', 'stands', 'phrase'])) {
  if (kind === 'month') MONTHS.set(phrase, Number(stands));
  else if (kind === 'rank') RANKS.add(phrase);
  else addPhrase({ kind: kind as NumberKind, words: phrase.split(' ') }, stands === 'before');
}

/** Phrases stand under the word that is next to the number, the longest first. */
function addPhrase(phrase: Phrase, isBefore: boolean): void {
  const { words } = phrase;
  const phrases = isBefore ? BEFORE : BEHIND;
  const key = isBefore ? words.at(-1)! : words[0]!;
  phrases.set(
    key,
    [...(phrases.get(key) ?? []), phrase].sort((a, b) => b.words.length - a.words.length),
  );
}

/** The phrase that ends at a place, so that what follows is its number. */
export function phraseBefore(words: readonly string[], end: number): Phrase | undefined {
  return BEFORE.get(words[end] ?? '')?.find(
    (phrase) => phrase.words.length <= end + 1 && isThere(phrase, words, end + 1 - phrase.words.length),
  );
}

/** The phrase that begins at a place, so that what stands before it is its number. */
export function phraseBehind(words: readonly string[], start: number): Phrase | undefined {
  return BEHIND.get(words[start] ?? '')?.find((phrase) => isThere(phrase, words, start));
}

const isThere = (phrase: Phrase, words: readonly string[], start: number): boolean =>
  phrase.words.every((word, at) => words[start + at] === word);

/** 1 to 12, undefined where a folded word is no month. */
export const monthOf = (word: string): number | undefined => MONTHS.get(word);
