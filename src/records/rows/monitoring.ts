import type { RunCounts } from '../../domain/monitoring.ts';
import type { FoundMatches } from './customers.ts';
import type { AlertsChanged } from './sightings.ts';

/** What was found for a page of customers, on its way into the database. */
export interface PageRow {
  readonly from: number;
  readonly to: number;
  readonly compared: readonly (readonly [accountId: number, count: number])[];
  readonly found: readonly FoundRow[];
  readonly gone: readonly string[];
}

/** What was found for customers whose screenings were late. */
export interface LateRow extends Pick<PageRow, 'found' | 'gone'> {
  readonly customers: readonly number[];
  readonly screening: number;
}

export interface FoundRow extends FoundMatches {
  readonly customerId: number;
}

export const NOTHING: FoundMatches = { scores: [], names: [], entries: [], evidence: '[]' };

export type Added = Omit<RunCounts, 'customers'>;

export const NONE: Added = { compared: 0, opened: 0, reopened: 0, delisted: 0 };

export function countsOf({ opened, reopened, delisted }: AlertsChanged): Added {
  return { compared: 0, opened: opened.length, reopened: reopened.length, delisted: delisted.length };
}
