import anyAscii from 'any-ascii';
import { readTable } from '../../tables.ts';

/**
 * Letters that decomposition alone does not fold, or that have a second spelling of their own when marks are not at
 * hand.
 */
const LETTERS = readTable('names/latin-letters.tsv', ['letter', 'main', 'other']);
const MAIN = new Map(LETTERS.map(([letter, main]) => [letter, main]));
const OTHER = new Map(LETTERS.map(([letter, , other]) => [letter, other === '-' ? '' : other]));
const ASCII_WORD = /^[a-z0-9]*$/;

/** A Latin word folded to `a`-`z` and `0`-`9`: lower case, marks removed, `ß` as `ss`, Turkish dotless `ı` as `i`. */
export function foldLatin(word: string): string {
  const lower = lowerCase(word);
  return ASCII_WORD.test(lower) ? lower : fold(lower, MAIN);
}

/** The spelling used where marks are not at hand (`Müller` → `mueller`), when it differs from {@link foldLatin}. */
export function foldLatinExpanded(word: string): string | undefined {
  const lower = lowerCase(word);
  if (ASCII_WORD.test(lower)) return undefined;
  const expanded = fold(lower, OTHER);
  return expanded === '' || expanded === fold(lower, MAIN) ? undefined : expanded;
}

/** U+0130 lower-cases to an i with a combining dot, which must not stay apart from a plain i. */
function lowerCase(word: string): string {
  return word.toLowerCase().replaceAll('i\u0307', 'i');
}

function fold(lower: string, table: ReadonlyMap<string, string>): string {
  let folded = '';
  for (const letter of lower.normalize('NFC')) {
    const known = table.get(letter);
    if (known !== undefined) folded += known;
    else if (letter < '\x80') folded += letter;
    else {
      const base = letter.normalize('NFD').replace(/\p{M}/gu, '');
      folded += base < '\x80' ? base : (table.get(base) ?? anyAscii(base));
    }
  }
  return folded.toLowerCase().replace(/[^a-z0-9]/g, '');
}
