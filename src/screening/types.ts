import type { ListEntry } from '../watchlists/model.ts';

export type EntityType = 'Individual' | 'Organization';

export interface Query {
  /** Trimmed, 1 to 200 code points. */
  readonly name: string;
  readonly entityType: EntityType;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth?: string;
  /** 0 to 100, inclusive. */
  readonly minScore: number;
  /** At most so many matches; 200 is the most a record holds. */
  readonly limit: number;
}

/** One entry of one list, as it stood in the snapshot: what an auditor needs years later. */
export interface EntryFacts extends ListEntry {
  readonly source: string;
  /** The source's name as in `sources`, marked `(starter)` where it is a starter entry. */
  readonly sourceName: string;
}

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
}

/** A list with a vessel or an aircraft that a query for an organisation matches; neither is ever returned as a match. */
export interface CraftFound {
  readonly kind: 'vessel' | 'aircraft';
  readonly sourceName: string;
}

export interface SearchResult {
  /** Best first. */
  readonly matches: readonly EvidencedMatch[];
  /** Each kind and list once. Without them an answer with no match would look clean. */
  readonly crafts: readonly CraftFound[];
  /** How many entities reach `minScore`, also beyond `limit`. */
  readonly qualifying: number;
  /** Id of the snapshot that was searched. */
  readonly snapshot: string;
  /** Version of the engine, so that a stored score can be explained later. */
  readonly engine: string;
}

/**
 * A search result as it travels from a search thread to the record: what a client sees, and the rest as JSON, which
 * nobody on the way has to take apart.
 */
export interface SearchAnswer extends Omit<SearchResult, 'matches'> {
  /** Best first. */
  readonly matches: readonly MatchView[];
  /** The same matches whole: an array of `EvidencedMatch`, JSON. */
  readonly evidence: string;
}

/** One list inside a snapshot. */
export interface SnapshotSource {
  readonly source: string;
  readonly name: string;
  readonly category: string;
  readonly starter: boolean;
  readonly entries: number;
  readonly names: number;
  /** SHA-256 (hex) over the list's files. */
  readonly sha256: string;
  /** Date the list states, where it does. */
  readonly published?: string;
  /** ISO date-time of the download or import. */
  readonly fetched: string;
}

/** One person or organisation: one or several entries, merged. */
export interface SnapshotEntity {
  readonly entries: readonly EntryFacts[];
}
