import type { Actor } from '../domain/actor.ts';
import type { Customer, CustomerContent, CustomerProposal, MonitoredCustomer } from '../domain/customer.ts';
import type { NewScreening } from '../domain/screening.ts';
import type { CustomersQuery } from './queries.ts';

/** Customers of accounts. Of another account none is found. */
export interface CustomerRecords {
  /** Undefined where the account has none of this reference. */
  get(accountId: number, reference: string): Promise<Customer | undefined>;
  /** One page in the order of the query, at most `query.limit`. */
  page(accountId: number, query: CustomersQuery): Promise<Customer[]>;
  /**
   * The customer, the record of the screening with its quota unit, and the alerts in one transaction. `stale`: the
   * customer is not what the change rests on. `exhausted`: no unit is left. Nothing is stored or spent with either.
   * `proposed`: the account asks for four eyes, and a second person has to agree (`alerts/customer-guard.ts`). The
   * proposal takes the place of an earlier one, and every change that is stored ends it.
   */
  put(customer: CustomerToPut): Promise<PutResult>;
  /**
   * With its alerts and their comments. With `records` its screenings go too, which are otherwise kept. False where
   * there is none. Audited. `proposed` as above; the operator needs nobody.
   */
  delete(accountId: number, reference: string, options: Deletion): Promise<DeleteResult>;
  /** What waits for a second person, the oldest first, at most `limit`; of one customer where a reference is given. */
  proposals(accountId: number, limit: number, reference?: string): Promise<CustomerProposal[]>;
  /** Ends a proposal as refused. False where it no longer waits. Audited. */
  refuse(accountId: number, proposal: number, actor: Actor): Promise<boolean>;
  /** Of all accounts, those that are monitored and whose id is above `after`, by id, at most `limit`. */
  pageForMonitoring(after: number, limit: number): Promise<MonitoredCustomer[]>;
}

/** How a customer is deleted. */
export interface Deletion {
  /** Also the screening records. */
  readonly records: boolean;
  readonly actor: Actor;
  /** The proposal that the actor accepts with it. */
  readonly agreed?: number;
  /** Deletes the customer only where this is still its revision. */
  readonly revision?: number;
}

/** A customer on its way into the database. */
export interface CustomerToPut {
  readonly accountId: number;
  readonly reference: string;
  readonly content: CustomerContent;
  /** Of the customer that the change rests on; null where there was none. */
  readonly revision: number | null;
  /** What was found for the content. Undefined where nothing had to be searched. */
  readonly found?: NewScreening;
  /** Whether `found` becomes a record, which costs a unit. */
  readonly makesRecord: boolean;
  readonly by: Actor;
  /** The proposal that `by` accepts with it. */
  readonly agreed?: number;
}

/** A proposal: a second person has to agree. `undecidable`: who accepts is none. `gone`: it no longer waits. */
export type DeleteResult = boolean | CustomerProposal | 'undecidable' | 'gone';

/** `remaining`: units left in the period; undefined where none was spent. `undecidable` and `gone`: as above. */
export type PutResult =
  | { readonly kind: 'stored'; readonly customer: Customer; readonly remaining: number | undefined }
  | { readonly kind: 'proposed'; readonly proposal: CustomerProposal }
  | { readonly kind: 'exhausted' | 'stale' | 'undecidable' | 'gone' };
