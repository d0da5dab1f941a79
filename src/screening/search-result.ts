import type { EvidencedMatch, MatchList } from '../domain/match.ts';
import type { SearchedOwnLists } from '../domain/own-list.ts';
import { say } from '../sentences.ts';
import type { BirthDoubt } from './asked-birth.ts';

/** A list with a vessel or aircraft that an organisation's query matches. Neither is ever returned as a match. */
export interface CraftFound {
  readonly kind: 'vessel' | 'aircraft';
  readonly sourceName: string;
}

/** What a search found. */
export interface SearchResult {
  /** Best first. */
  readonly matches: readonly EvidencedMatch[];
  /** Each kind and list once. Without them an answer with no match would look clean. */
  readonly crafts: readonly CraftFound[];
  /** Lists with a number of the query, under an entity of another type than is searched. */
  readonly otherTypes?: readonly string[] | undefined;
  /** Why the date of birth that was sent was not compared; undefined where it was, or none was sent. */
  readonly birthDoubt?: BirthDoubt | undefined;
  /** How many entities reach `minScore`, also beyond `limit`. */
  readonly qualifying: number;
  /** Id of the snapshot that was searched. */
  readonly snapshot: string;
  /** Version of the engine, so that a stored score can be explained later. */
  readonly engine: string;
}

/** A search result as it travels from a search thread to the record. */
export interface SearchAnswer extends Omit<SearchResult, 'matches'>, MatchList {
  /** Which own lists were searched; undefined where there were none. */
  readonly own?: SearchedOwnLists | undefined;
}

/** Sentences that keep what was found from being taken for more, or for less, than it is. */
export function notesOf({
  birthDoubt,
  crafts,
  otherTypes = [],
}: Pick<SearchResult, 'birthDoubt' | 'crafts' | 'otherTypes'>): string[] {
  return [
    ...(birthDoubt ? [say(`note.born-${birthDoubt}`)] : []),
    ...(otherTypes.length > 0 ? [say('note.number-of-other-type', { lists: otherTypes.join(', ') })] : []),
    ...craftNotes(crafts),
  ];
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
