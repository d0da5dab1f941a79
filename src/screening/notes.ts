import { say } from '../sentences.ts';
import type { CraftFound, SearchResult } from './search-result.ts';

/** Sentences that keep what was found from being taken for more, or for less, than it is. */
export function notesOf({ birthDoubt, crafts }: Pick<SearchResult, 'birthDoubt' | 'crafts'>): string[] {
  return [...(birthDoubt ? [say(`note.born-${birthDoubt}`)] : []), ...craftNotes(crafts)];
}

/**
 * Sentences for the reader of an organisation without a match. They name the vessels and aircraft that match its name.
 */
function craftNotes(crafts: readonly CraftFound[]): string[] {
  if (crafts.length === 0) return [];
  const kinds = (['vessel', 'aircraft'] as const).filter((kind) => crafts.some((craft) => craft.kind === kind));
  const sentences = kinds.map((kind) => {
    const lists = crafts.filter((craft) => craft.kind === kind).map(({ sourceName }) => sourceName);
    return say(`note.${kind}`, { lists: lists.join(', ') });
  });
  return [...sentences, say('note.crafts-left-out')];
}
