import type { EntityType } from './entity-type.ts';
import type { Identifier } from './identifier.ts';
import type { EvidencedMatch, MatchList, MatchView } from './match.ts';
import type { SearchedOwnLists } from './own-list.ts';

/** What a record of a screening is made of. */
export interface NewScreening extends MatchList {
  readonly accountId: number;
  readonly keyId: string | null;
  /** Store it only where the key can still be used; see `Records.confirmsKeys`. */
  readonly confirmKey?: boolean;
  /** Who made it in the dashboard. */
  readonly userId?: number | null;
  /** The verification whose document gave the name. */
  readonly verificationId?: number | null;
  /** What the caller calls it by; see `RECORD_REFERENCE`. */
  readonly reference?: string | null | undefined;
  /** Numbers that came with the name. */
  readonly identifiers?: readonly Identifier[] | undefined;
  readonly name: string;
  readonly entityType: EntityType;
  /** As it is given back; null where none was supplied. */
  readonly dateOfBirth: string | null;
  /** 0 to 100: the score from which an entity is a match. */
  readonly minScore: number;
  /** Entities at or over minScore, also beyond the recorded 200. */
  readonly qualifying: number;
  /** Id of the snapshot that was searched. */
  readonly snapshot: string;
  /** Which own lists were searched; undefined where there were none. Not stored. */
  readonly own?: SearchedOwnLists | undefined;
  /** Version of the engine that scored. */
  readonly engine: string;
  /** Milliseconds that the search took, its wait included. */
  readonly durationMs: number;
  /** What was said of the search and of the lists then, sentences. */
  readonly notes?: readonly string[];
  /** How many of the notes, the last ones, were said of the lists, whatever was searched. 0 by default. */
  readonly aboutLists?: number;
}

/** A stored screening, with the views of its best ten matches. `createdAt`: ISO 8601 in UTC. */
export interface Screening {
  readonly id: number;
  readonly name: string;
  readonly entityType: EntityType;
  readonly dateOfBirth: string | null;
  /** 0 to 100. */
  readonly minScore: number;
  /** Recorded matches, 0 to 200. */
  readonly matchCount: number;
  /** 0 to 100; 0 without a match. */
  readonly highestScore: number;
  readonly createdAt: string;
  /** What the caller calls it by; null where none was sent. */
  readonly reference: string | null;
  readonly matches: readonly MatchView[];
}

/** The whole record with what an auditor needs. */
export interface ScreeningEvidence extends Omit<Screening, 'matches'> {
  readonly matches: readonly EvidencedMatch[];
  /** Entities at or over `minScore`, also beyond the recorded 200. */
  readonly qualifying: number;
  readonly snapshot: string;
  readonly engine: string;
  /** Numbers that came with the name. */
  readonly identifiers: readonly Identifier[];
  /** What was said of the lists then, sentences. */
  readonly notes: readonly string[];
  /** Name of the API key that made it, or the user. */
  readonly keyName: string | null;
  readonly userId: number | null;
  /** The verification whose document gave the name; null where none did. */
  readonly verificationId: number | null;
}

/** The screening of a name that a document gave. `createdAt`: ISO 8601 in UTC. */
export type ScreenedHolder = Pick<Screening, 'id' | 'matchCount' | 'createdAt'>;

/** A screening as a table shows it. */
export interface ScreeningSummary extends Omit<Screening, 'minScore' | 'matches' | 'reference'> {
  /** Whether a list that was searched was missing, old or of unknown age, so that clear is not clean. */
  readonly onOldLists: boolean;
  /** Matches of it that nobody has decided. */
  readonly open: number;
}
