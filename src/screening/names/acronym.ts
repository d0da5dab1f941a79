import type { NameToken, Reading } from './types.ts';

/** Two letters stand for too many names, and names of more words than this are shortened in other ways. */
const FEWEST_LETTERS = 3;
const MOST_LETTERS = 6;
const LEFT_OUT = new Set('for to in on by with from'.split(' '));

const COMPANY = new Set('co company corporation corp'.split(' '));
const SYSTEM = 'first letters';

/**
 * An organisation's name as its first letters: `PLA` for `People's Liberation Army`; where a word for company ends it,
 * with that word's letter and without. Articles, prepositions and legal forms have none. Empty for names that are not
 * Latin, or not of three to six words.
 */
export function acronymsOf({ system, tokens }: Reading): readonly Reading[] {
  if (system !== 'Latin') return [];
  const words = tokens.filter(({ text, role }) => (role === 'word' || role === 'generic') && !LEFT_OUT.has(text));
  return COMPANY.has(words.at(-1)?.text ?? '') ? [...acronym(words), ...acronym(words.slice(0, -1))] : acronym(words);
}

function acronym(words: readonly NameToken[]): Reading[] {
  if (words.length < FEWEST_LETTERS || words.length > MOST_LETTERS) return [];
  const text = words.map((word) => word.text[0]).join('');
  const surface = words.map((word) => word.surface).join(' ');
  return [{ system: SYSTEM, tokens: [{ text, surface, role: 'word', system: SYSTEM, variants: [] }] }];
}
