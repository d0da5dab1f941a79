import type { EntityType } from './entity-type.ts';
import { type EntryFacts, entryKey } from './list-entry.ts';
import type { ToldEvent } from './told-event.ts';

/** Why two tokens were paired. */
export type Evidence =
  | 'exact'
  | 'spelling'
  | 'transliteration'
  | 'phonetic'
  | 'nickname'
  | 'initial'
  | 'acronym'
  | 'alias-table'
  | 'joined'
  | 'legal-form';

/** A token of the query with the token of the entry that it fits, as each was written. */
export interface TokenPair {
  readonly query: string;
  readonly entry: string;
  readonly evidence: Evidence;
  /** 0 to 1. */
  readonly similarity: number;
  /** Share of this pair in the name's weight (rarity), 0 to 1. */
  readonly weight: number;
  /** Which rule: "Cyrillic, BGN/PCGN"; "edit distance 1"; "Bill = William". */
  readonly detail?: string;
}

/** Similarity, rarity and corroboration, apart. Scores 0 to 100 with at most two decimals. */
export interface Explanation {
  /** The entry's name that was compared, as the list writes it. */
  readonly matchedName: string;
  readonly matchedNameKind: string;
  readonly weakAlias: boolean;
  readonly pairs: readonly TokenPair[];
  readonly unmatchedQuery: readonly string[];
  readonly unmatchedEntry: readonly string[];
  /** Similarity of the names alone. */
  readonly nameScore: number;
  /** What raised or lowered the score after that, in order: `score = nameScore + Σ points`. */
  readonly adjustments: readonly { readonly reason: string; readonly points: number }[];
}

/** An entity whose score reaches the one that the query asks for. `score`: 0 to 100, at most two decimals. */
export interface Match {
  /** Primary name, in Latin letters where the entry has one. */
  readonly name: string;
  readonly score: number;
  readonly entityType: EntityType;
  /** Names of the lists, each once. */
  readonly sources: readonly string[];
  /** `YYYY-MM-DD`, where a list knows a full date. */
  readonly dateOfBirth?: string;
  readonly nationality?: string;
  readonly entries: readonly { readonly source: string; readonly id: string }[];
  readonly explanation: Explanation;
}

/** What a client sees of a match. */
export type MatchView = Pick<Match, 'name' | 'score' | 'entityType' | 'sources' | 'dateOfBirth' | 'nationality'>;

/** A match together with the facts it rests on. */
export interface EvidencedMatch extends Match {
  readonly facts: readonly EntryFacts[];
  /** Where it is an event of the news: what was told when it was found. */
  readonly event?: ToldEvent;
}

/**
 * The matches of a search on their way from a search thread to the record. What clients and alerts see of them is apart
 * from the rest, which is JSON that nobody on the way has to parse.
 */
export interface MatchList {
  /** Best first. */
  readonly matches: readonly MatchView[];
  /** Of each match the keys of its entries (`entryKey`). */
  readonly entries: readonly (readonly string[])[];
  /** The same matches whole: an array of `EvidencedMatch`, JSON. */
  readonly evidence: string;
}

/** What a search found, best first, as it goes to the record. */
export function matchList(matches: readonly EvidencedMatch[]): MatchList {
  return {
    matches: matches.map(matchView),
    entries: matches.map((match) => match.entries.map(entryKey)),
    evidence: JSON.stringify(matches),
  };
}

/** So that the evidence of an answer is parsed once, whoever asks for it. */
const WHOLE = new WeakMap<MatchList, readonly EvidencedMatch[]>();

/** The matches of a list whole. Evidence is large, so this is for those who cannot do with the rest. */
export function wholeMatches(list: MatchList): readonly EvidencedMatch[] {
  const known = WHOLE.get(list) ?? (JSON.parse(list.evidence) as EvidencedMatch[]);
  WHOLE.set(list, known);
  return known;
}

/** A match without what only the record keeps. */
export function matchView({ name, score, entityType, sources, dateOfBirth, nationality }: MatchView): MatchView {
  return {
    name,
    score,
    entityType,
    sources,
    ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
    ...(nationality === undefined ? {} : { nationality }),
  };
}

/** A match as the commands print it: without the facts it rests on. */
export function printedMatch({ facts: _, event: __, ...match }: EvidencedMatch): Match {
  return match;
}

/** Each entity once, at its best match; of equal scores the earlier one. In the order in which entities come first. */
export function bestOfEach<Given extends Match>(matches: Iterable<Given>): Given[] {
  const best = new Map<string, Given>();
  for (const match of matches) {
    const key = entryKey(match.entries[0]!);
    if (match.score > (best.get(key)?.score ?? -1)) best.set(key, match);
  }
  return [...best.values()];
}

/** The best match first. Of equal scores, which a limit made equal, the more alike one is first, then by name. */
export function bestFirst(a: Match, b: Match): number {
  return b.score - a.score || b.explanation.nameScore - a.explanation.nameScore || (a.name < b.name ? -1 : 1);
}
