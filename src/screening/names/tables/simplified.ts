import { readTable } from '../../../tables.ts';

const SIMPLIFIED = new Map<string, string>();
for (const [simple, forms] of readTable('names/simplified-characters.tsv', ['simplified', 'forms'])) {
  for (const form of forms) SIMPLIFIED.set(form, simple);
}

/** A character in its simplified form; itself where it has none of its own. */
export function simplified(character: string): string {
  return SIMPLIFIED.get(character) ?? character;
}

/** A word character by character in simplified forms. */
export function simplifiedWord(word: string): string {
  let out = '';
  for (const character of word) out += simplified(character);
  return out;
}
