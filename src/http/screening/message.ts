import { MAX_MATCHES } from '../../screening/query.ts';
import { say } from '../../sentences.ts';

/** What a screening's `message` says: the outcome first, then whatever keeps an all-clear from being taken as clean. */
export function screeningMessage(outcome: {
  readonly name: string;
  readonly matchCount: number;
  readonly qualifying: number;
  readonly aboutLists: readonly string[];
}): string {
  return [found(outcome.matchCount), ...screeningNotes(outcome), ...outcome.aboutLists].join(' ');
}

/** What a reader has to know of the outcome besides what was said of the lists. */
export function screeningNotes(outcome: {
  readonly name: string;
  readonly matchCount: number;
  readonly qualifying: number;
}): string[] {
  const { matchCount, qualifying } = outcome;
  const sentences: string[] = [];
  if (!/[\p{L}\p{N}]/u.test(outcome.name)) {
    sentences.push(say('note.nothing-to-compare'));
  }
  if (qualifying > matchCount) {
    sentences.push(say('note.only-best', { count: qualifying, most: MAX_MATCHES }));
  }
  return sentences;
}

function found(matches: number): string {
  if (matches === 0) return 'Screening completed: no match found.';
  return `Screening completed: ${matches} ${matches === 1 ? 'match' : 'matches'} found.`;
}
