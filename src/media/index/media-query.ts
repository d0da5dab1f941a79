import type { FoundEvent } from '../../domain/adverse-media.ts';
import type { EntityType } from '../../domain/entity-type.ts';

/** What is searched for in the news. */
export interface MediaQuery {
  readonly name: string;
  readonly entityType: EntityType;
  /** Searched like the name, and a tie where an event names one beside it. */
  readonly otherNames: readonly string[];
  /** ISO: a year, month, day or date-time. It is compared where an article gives an age. */
  readonly born?: string | undefined;
  /** What a tie to the event is: ISO 3166-1 alpha-2, in lower case. */
  readonly countries: readonly string[];
  /** Names that are no writing of it, such as the employer: a tie where an event has one. */
  readonly ties?: readonly string[];
  /** Codes; all of them where it is empty. */
  readonly offences: readonly string[];
  /** `YYYY-MM-DD`, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** 0 to 100. */
  readonly minScore: number;
  /** Only events that were added or changed behind this row. */
  readonly since?: number;
}

/** What a search in the news found. */
export interface MediaFound {
  /** The most relevant first, at most `MAX_MEDIA_EVENTS`. */
  readonly events: readonly FoundEvent[];
  /** All that reach the least score. */
  readonly eventCount: number;
}
