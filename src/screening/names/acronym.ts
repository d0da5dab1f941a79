import type { NameToken, Reading, TokenRole } from './types.ts';

/** Two letters stand for too many names, and names of more words than this are shortened in other ways. */
const MIN_LETTERS = 3;
const MAX_LETTERS = 6;
const LEFT_OUT = new Set('for to in on by with from'.split(' '));

const HAVE_LETTERS: ReadonlySet<TokenRole> = new Set(['word', 'generic', 'body']);
const COMPANY = new Set('co company corporation corp'.split(' '));
export const ACRONYM_SYSTEM = 'first-letters';

/**
 * An organisation's name as its first letters: `PLA` for `People's Liberation Army`; where a word for company ends it,
 * with that word's letter and without. Articles, prepositions and legal forms have none. Empty for names that are not
 * Latin, or not of three to six words.
 */
export function acronymsOf({ system, tokens }: Reading): readonly Reading[] {
  if (system !== 'latin') return [];
  const words = tokens.filter(({ text, role }) => HAVE_LETTERS.has(role) && !LEFT_OUT.has(text));
  return COMPANY.has(words.at(-1)?.text ?? '') ? [...acronym(words), ...acronym(words.slice(0, -1))] : acronym(words);
}

function acronym(words: readonly NameToken[]): Reading[] {
  if (words.length < MIN_LETTERS || words.length > MAX_LETTERS) return [];
  const text = words.map((word) => word.text[0]).join('');
  const surface = words.map((word) => word.surface).join(' ');
  return [{ system: ACRONYM_SYSTEM, tokens: [{ text, surface, role: 'word', system: ACRONYM_SYSTEM, variants: [] }] }];
}

/** `Quistmar Shipping Lines (QSL)` without what only shortens it. */
export function withoutOwnAcronym(name: string): string {
  const [, full, short] = /^(.+?)\s*\(\s*([A-Z][A-Z0-9/&.-]{1,11})\s*\)\s*$/.exec(name) ?? [];
  return full && short && abbreviates(short, full) ? full : name;
}

/** Whether the letters begin a word of the name and then follow in their order. */
export function abbreviates(short: string, name: string): boolean {
  const [first = '', ...others] = short.toLowerCase().replace(/[^a-z0-9]/g, '');
  const letters = name.toLowerCase();
  for (let start = letters.indexOf(first); start >= 0; start = letters.indexOf(first, start + 1)) {
    if (start > 0 && /\p{L}/u.test(letters[start - 1]!)) continue;
    const end = others.reduce((at, letter) => (at < 0 ? at : letters.indexOf(letter, at + 1)), start);
    if (end >= 0) return true;
  }
  return false;
}
