import type { SpellingSystem } from '../systems.ts';
import type { TokenVariant } from '../types.ts';

export type Spelling = readonly [text: string, system: SpellingSystem];

/** One written word in Latin letters. */
export interface Romanisation {
  /** Folded to `a`-`z`, `0`-`9`. */
  readonly text: string;
  readonly system: SpellingSystem;
  readonly variants: readonly TokenVariant[];
}

/** The most variants one token keeps: names go into an index of hundreds of thousands. */
export const MAX_VARIANTS = 6;
/** Han characters have more usual spellings than words of other scripts: no two regions spell one alike. */
export const MAX_VARIANTS_OF_ANY = 12;

/**
 * Main spelling and variants, each spelling once and none empty, at most `most` variants. Undefined where the word has
 * no letter.
 */
export function romanised(spellings: readonly Spelling[], most = MAX_VARIANTS): Romanisation | undefined {
  const main = spellings.find(([text]) => text !== '');
  if (main === undefined) return undefined;
  const limit = Math.min(most, MAX_VARIANTS_OF_ANY);
  const variants: TokenVariant[] = [];
  for (const [text, system] of spellings) {
    if (variants.length >= limit) break;
    if (text === '' || text === main[0] || variants.some((known) => known.text === text)) continue;
    variants.push({ text, system });
  }
  return { text: main[0], system: main[1], variants };
}

/** `а=a б=b ъ=` as a map; an empty right side drops the letter. */
export function letterTable(rows: string): Map<string, string> {
  const table = new Map<string, string>();
  for (const row of rows.trim().split(/\s+/)) {
    const at = row.indexOf('=');
    table.set(row.slice(0, at), row.slice(at + 1));
  }
  return table;
}

/**
 * Replaces letters and groups of letters, at each place the longest that the rows have. Others stay. `rows` are those
 * of a `letterTable`.
 */
export function respeller(rows: string): (word: string) => string {
  const table = letterTable(rows);
  const groups = new RegExp([...table.keys()].sort((a, b) => b.length - a.length).join('|'), 'g');
  return (word) => word.replace(groups, (found) => table.get(found)!);
}

/** Each letter through the tables, the first that knows it; unknown letters are dropped. */
export function transliterate(word: string, ...tables: readonly ReadonlyMap<string, string>[]): string {
  let out = '';
  for (const letter of word) {
    for (const table of tables) {
      const known = table.get(letter);
      if (known !== undefined) {
        out += known;
        break;
      }
    }
  }
  return out;
}
