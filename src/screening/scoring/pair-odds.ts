import { Recent } from '../../recent.ts';
import type { IndexView } from '../index/view.ts';
import { spellingOdds } from '../names/spelling-odds.ts';
import { writesSound } from '../names/systems.ts';
import { type AlignedPair, lowestBit } from './judge.ts';
import type { PlannedToken } from './plan.ts';

/** Words that one token remembers. */
const MAX_REMEMBERED = 2000;

/**
 * Log-odds that the two words of a pair are spellings of one name, by their letters: the best of all their spellings.
 * Infinite where two of these are the same. Words that are written together on one side are not judged.
 */
export function pairOdds(
  { query, entry }: AlignedPair,
  tokens: readonly PlannedToken[],
  view: IndexView,
  start: number,
): number {
  if ((query & (query - 1)) !== 0 || (entry & (entry - 1)) !== 0) return Number.POSITIVE_INFINITY;
  const { token, memory } = tokens[lowestBit(query)]!;
  const word = view.slots[start + lowestBit(entry)]!;
  memory.odds ??= new Recent(MAX_REMEMBERED);
  const known = memory.odds.known(word);
  if (known !== undefined) return known;
  let best = Number.NEGATIVE_INFINITY;
  for (let place = view.wordTextStarts[word]!; place < view.wordTextStarts[word + 1]!; place++) {
    best = Math.max(best, oddsOf(token, view.text(view.wordTexts[place]!)));
  }
  return memory.odds.keep(word, best);
}

function oddsOf({ text, variants }: PlannedToken['token'], other: string): number {
  if (text === other) return Number.POSITIVE_INFINITY;
  let best = spellingOdds(text, other);
  for (const { text: spelling, system } of variants) {
    if (spelling === other) return Number.POSITIVE_INFINITY;
    if (writesSound(system)) best = Math.max(best, spellingOdds(spelling, other));
  }
  return best;
}
