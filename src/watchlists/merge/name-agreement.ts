import type { ListName } from '../../domain/list-entry.ts';

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ё: 'е',
};
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const MIN_MISSPELT_LENGTH = 4;

/**
 * The words of a name in lower case without marks, sorted and each once: `al-Ḥusayn, José` → `al`, `husayn`, `jose`.
 */
export function foldedWords(name: string): string[] {
  return [...new Set(wordsInOrder(name))].sort();
}

/** The same words as they stand, also those that stand there twice. */
export function wordsInOrder(name: string): readonly string[] {
  const lower = name.toLowerCase().replace(/['’ʼ`ʻʿʾ]/g, '');
  // Nearly all names are plain Latin ones, which need no knowledge of Unicode.
  const words = /^[\x20-\x7e]*$/.test(lower) ? lower.match(/[a-z0-9]+/g) : unmarked(lower).match(/[\p{L}\p{N}]+/gu);
  return words ?? [];
}

function unmarked(lower: string): string {
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter]!);
}

/** Names that may prove an identity: no weak aliases, nicknames or acronyms. */
export function isStrong({ kind, weak }: ListName): boolean {
  return !weak && kind !== 'nickname' && kind !== 'acronym';
}

/** Whether two names, as folded words, are the same but for small misspellings and words that only one of them has. */
export function namesAgree(a: readonly string[], b: readonly string[]): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  const alike = fewer.filter((word) => more.some((other) => wordsAgree(word, other))).length;
  return alike >= Math.min(2, fewer.length, more.length) && alike > 0 && alike * 3 >= fewer.length * 2;
}

/** Equal, or from four letters on one inserted, left out, changed or swapped letter apart. */
export function wordsAgree(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < MIN_MISSPELT_LENGTH || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
