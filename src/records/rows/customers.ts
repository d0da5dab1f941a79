import type { Customer, CustomerContent, MonitoredCustomer } from '../../domain/customer.ts';
import type { Flag } from './flag.ts';
import type { ScreeningRow } from './screenings.ts';
import type { Sighting } from './sightings.ts';

/** A customer on its way into the database. */
export interface CustomerRow {
  readonly accountId: number;
  readonly reference: string;
  readonly content: CustomerContent;
  readonly folded: string;
  readonly revision: number | null;
  /** Becomes a record; undefined where none is made. */
  readonly record: ScreeningRow | undefined;
  /** Found without a record. */
  readonly compared: FoundMatches | undefined;
  readonly at: string;
}

export type FoundMatches = Pick<Sighting, 'scores' | 'names' | 'entries' | 'evidence'>;

export type StoredCustomer = Omit<Customer, 'otherNames' | 'categories' | 'monitored'> & {
  readonly otherNames: string;
  readonly categories: string;
  readonly monitored: Flag;
};

export type StoredMonitored = Omit<MonitoredCustomer, 'otherNames' | 'categories'> & {
  readonly otherNames: string;
  readonly categories: string;
};

export function monitoredOf(row: StoredMonitored): MonitoredCustomer {
  return {
    ...row,
    otherNames: JSON.parse(row.otherNames) as string[],
    categories: JSON.parse(row.categories) as MonitoredCustomer['categories'],
  };
}

export function customerOf(row: StoredCustomer): Customer {
  return {
    ...row,
    otherNames: JSON.parse(row.otherNames) as string[],
    categories: JSON.parse(row.categories) as Customer['categories'],
    monitored: Boolean(row.monitored),
  };
}
