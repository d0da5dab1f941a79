import type { Reading } from './types.ts';

/** A shorter word is rather a word that the lists lack. */
const MIN_LENGTH = 8;
const MIN_PIECE = 3;
const MAX_PIECES = 4;

interface Cut {
  /** Sum of the rarities of the pieces: the likeliest words have the least. */
  readonly rarity: number;
  readonly ends: readonly number[];
}

/**
 * A query of one Latin word that no list has, cut where the words of the lists end: NICOLASMADURO is Nicolas Maduro.
 * Undefined where it is no such word. `rarityOf`: 0 to 1, undefined for a text that no list has.
 */
export function cutRunTogether(
  readings: readonly Reading[],
  rarityOf: (text: string) => number | undefined,
): string | undefined {
  const [token, ...more] = readings[0]?.tokens ?? [];
  if (!token || more.length > 0 || token.system !== undefined || token.text.length < MIN_LENGTH) return undefined;
  const { text, surface } = token;
  if (rarityOf(text) !== undefined) return undefined;
  const best = likeliestCut(text, rarityOf);
  if (!best) return undefined;
  const written = surface.length === text.length ? surface : text;
  return best.ends.map((end, place) => written.slice(best.ends[place - 1] ?? 0, end)).join(' ');
}

/** The likeliest words that make up the whole text, as a model of single words has it. */
function likeliestCut(text: string, rarityOf: (text: string) => number | undefined): Cut | undefined {
  const cuts: (Cut | undefined)[] = [{ rarity: 0, ends: [] }];
  for (let end = MIN_PIECE; end <= text.length; end++) {
    for (let start = 0; start <= end - MIN_PIECE; start++) {
      const before = cuts[start];
      if (!before || before.ends.length === MAX_PIECES) continue;
      const own = rarityOf(text.slice(start, end));
      if (own === undefined) continue;
      const rarity = before.rarity + own;
      if (rarity < (cuts[end]?.rarity ?? Number.POSITIVE_INFINITY)) cuts[end] = { rarity, ends: [...before.ends, end] };
    }
  }
  return cuts[text.length];
}
