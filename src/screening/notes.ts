import { say } from '../sentences.ts';
import type { CraftFound } from './types.ts';

/** Sentences for whoever reads that an organisation has no match: the vessels and aircraft that its name would match. */
export function craftNotes(crafts: readonly CraftFound[]): string[] {
  if (crafts.length === 0) return [];
  const kinds = (['vessel', 'aircraft'] as const).filter((kind) => crafts.some((craft) => craft.kind === kind));
  const sentences = kinds.map((kind) => {
    const lists = crafts.filter((craft) => craft.kind === kind).map(({ sourceName }) => sourceName);
    return say(`note.${kind}`, { lists: lists.join(', ') });
  });
  return [...sentences, say('note.crafts-left-out')];
}
