import type { EntityType } from './entity-type.ts';
import type { Explanation } from './match.ts';
import type { ToldEvent } from './told-event.ts';

/** The category of alerts about the news. No customer has it unless it is asked for. */
export const MEDIA_CATEGORY = 'adverse-media' as const;
/** What alerts about the news name as their list. */
export const MEDIA_SOURCE = 'adverse-media';

/** At most so many events are in an answer. */
export const MAX_MEDIA_EVENTS = 100;

/** An event of the news that names who is searched for. `score`: 0 to 100, `explanation.nameScore` and its points. */
export interface FoundEvent extends ToldEvent {
  readonly id: string;
  readonly score: number;
  readonly explanation: Explanation;
}

/** What was looked through. */
export interface MediaCoverage {
  /** ISO date-times; null before the first sync. */
  readonly from: string | null;
  readonly to: string | null;
  readonly articles: number;
  readonly sources: readonly string[];
}

/** Files of the Global Knowledge Graph in a day, one every 15 minutes. With more missing an answer says so. */
export const FILES_A_DAY = 96;

/** What can be searched now, as `touchstone media status` says it. */
export interface NewsState {
  readonly source: 'gdelt' | 'feeds' | 'both';
  /** ISO date-times; null before the first sync. */
  readonly from: string | null;
  readonly newest: string | null;
  readonly checkedAt: string | null;
  readonly days: number;
  readonly files: number;
  readonly articles: number;
  readonly events: number;
  readonly bytes: number;
  /** Stamps, and how many files are missing between them. */
  readonly gaps: readonly { readonly from: string; readonly to: string; readonly files: number }[];
  /** Sentences about what is missing. */
  readonly warnings: readonly string[];
}

/** What an account asked of the news. */
export interface MediaQuestion {
  readonly name: string;
  readonly entityType: EntityType;
  /** As it is given back: an ISO 8601 date-time; null where none was supplied. */
  readonly dateOfBirth: string | null;
  readonly otherNames: readonly string[];
  /** ISO 3166-1 alpha-2, in lower case. */
  readonly countries: readonly string[];
  readonly offences: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly from: string | null;
  readonly to: string | null;
  readonly minScore: number;
}

/** A search in the news on its way to the records. */
export interface NewMediaSearch extends MediaQuestion {
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
  readonly events: readonly FoundEvent[];
  /** All that reach the least score, also beyond those that are kept. */
  readonly eventCount: number;
  readonly coverage: MediaCoverage;
  /** What to know of the answer, sentences. */
  readonly notes: readonly string[];
}

/** A record of a search in the news without its events. */
export interface ListedMediaSearch {
  readonly id: number;
  readonly name: string;
  readonly entityType: EntityType;
  readonly dateOfBirth: string | null;
  /** Of the best event; 0 where there is none. */
  readonly score: number;
  readonly eventCount: number;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
}

/** The whole record. */
export interface MediaSearchRecord extends ListedMediaSearch, Pick<NewMediaSearch, 'events' | 'coverage' | 'notes'> {
  readonly asked: MediaQuestion;
}
