import type { SubjectFacts } from '../../domain/customer.ts';

import type { MatchList } from '../../domain/match.ts';
import type { MatchOrigin } from '../../domain/monitoring.ts';
import { OWN_CATEGORY, ownSource } from '../../domain/own-list.ts';
import { alertText, searchText } from '../search-text.ts';

/** What was found for a subject. */
export interface Findings {
  /** Of every match, best first. */
  readonly scores: readonly number[];
  /** Of every match the name of the entity. */
  readonly names: readonly string[];
  /** Of every match the keys of its entries. */
  readonly entries: readonly (readonly string[])[];
  /** Every match with its facts, JSON; parsed only where it is needed. */
  readonly evidence: string;
  /** Of every match what is new about its entity, sentences. */
  readonly news?: readonly (readonly string[])[];
}

/** Matches that were found for a subject. */
export interface Sighting extends Findings {
  readonly accountId: number;
  /** Key of the name, type and day of birth (`alerts/subject-key.ts`). */
  readonly subject: string;
  /** Null: screened without a customer. */
  readonly customerId: number | null;
  /** The record that found them; null where no record was made. */
  readonly screeningId: number | null;
  readonly at: string;
  /** The run of monitoring that found them. */
  readonly origin?: MatchOrigin;
}

/** Ids of the alerts that changed. */
export interface AlertsChanged {
  readonly opened: readonly number[];
  /** Dismissed or delisted before. */
  readonly reopened: readonly number[];
  readonly delisted: readonly number[];
}

export function findingsOf({ matches, entries, evidence }: MatchList): Findings {
  return { scores: matches.map(({ score }) => score), names: matches.map(({ name }) => name), entries, evidence };
}

/** Ids of the lists of some entries, each once, a blank between. Of an own list also `own`, which is their category. */
export function sourcesOf(entries: readonly string[]): string {
  return [...new Set(entries.flatMap(listsOf))].join(' ');
}

function listsOf(key: string): string[] {
  const [first = '', second = ''] = key.split(':');
  return first === OWN_CATEGORY ? [OWN_CATEGORY, ownSource(second)] : [first];
}

/**
 * What one match of a sighting says of its alert. `who`: the customer; null without one. `found`: see `alertText`; of a
 * customer without the second line.
 */
export function seenOf(sighting: Sighting, place: number, who: SubjectFacts | null) {
  const { customerId, subject, scores, names } = sighting;
  const entries = sighting.entries[place]!;
  // Who a customer is stands in its own row, and may have changed since.
  const named = customerId === null ? searchText(subject.slice(0, subject.indexOf('\n'))) : '';
  return {
    score: scores[place]!,
    entries: JSON.stringify(entries),
    sources: sourcesOf(entries),
    customerId,
    seenAs: who && JSON.stringify(who),
    found: alertText(entries, names[place]!, named),
  };
}
