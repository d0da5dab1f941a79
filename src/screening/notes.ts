import { say } from '../sentences.ts';
import type { CraftFound } from './search-result.ts';

/**
 * Sentences for the reader of an organisation without a match. They name the vessels and aircraft that match its name.
 */
export function craftNotes(crafts: readonly CraftFound[]): string[] {
  if (crafts.length === 0) return [];
  const kinds = (['vessel', 'aircraft'] as const).filter((kind) => crafts.some((craft) => craft.kind === kind));
  const sentences = kinds.map((kind) => {
    const lists = crafts.filter((craft) => craft.kind === kind).map(({ sourceName }) => sourceName);
    return say(`note.${kind}`, { lists: lists.join(', ') });
  });
  return [...sentences, say('note.crafts-left-out')];
}
