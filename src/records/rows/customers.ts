import type { Actor } from '../../domain/actor.ts';
import type { Customer, CustomerContent, CustomerProposal, MonitoredCustomer } from '../../domain/customer.ts';
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
  readonly by: Actor;
  /** The proposal that `by` accepts with it. */
  readonly agreed?: number;
  readonly at: string;
}

/** Whether a change may be made. `given`: it may, by whoever accepts `accepted` where one waited. */
export type Consent =
  | { readonly kind: 'given'; readonly accepted: CustomerProposal | undefined }
  | { readonly kind: 'proposed'; readonly proposal: CustomerProposal }
  | { readonly kind: 'gone' | 'undecidable' };

/** A change of a customer, or its deletion, that somebody wants. `before`: undefined where there is none yet. */
export interface WantedChange extends Omit<ProposalRow, 'accountId' | 'customerId'> {
  readonly before: Customer | undefined;
  /** The proposal that `by` accepts with it. */
  readonly agreed: number | undefined;
}

/** A proposal on its way into the database; `content` is null for a deletion. */
export interface ProposalRow {
  readonly accountId: number;
  readonly customerId: number;
  readonly at: string;
  readonly by: Actor;
  readonly content: CustomerContent | null;
  readonly records: boolean;
}

export type StoredCustomerProposal = Omit<CustomerProposal, 'by' | 'content' | 'records'> & {
  readonly userId: number | null;
  readonly keyId: string | null;
  readonly content: string | null;
  readonly records: Flag;
};

export function customerProposalOf({ userId, keyId, content, ...row }: StoredCustomerProposal): CustomerProposal {
  return {
    ...row,
    by: userId === null ? `key:${keyId}` : `user:${userId}`,
    content: content === null ? null : (JSON.parse(content) as CustomerContent),
    records: Boolean(row.records),
  };
}

/** Whether the same is proposed again. */
export function isSameProposal(
  known: Pick<CustomerProposal, 'content' | 'records'>,
  { content, records }: Pick<ProposalRow, 'content' | 'records'>,
): boolean {
  return JSON.stringify(known.content) === JSON.stringify(content) && known.records === records;
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
