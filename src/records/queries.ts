import type { Actor } from '../domain/actor.ts';
import type { ReasonCode } from '../domain/alert.ts';
import type { AlertStateName } from '../domain/alert-state.ts';
import type { CustomerCategory, CustomerState } from '../domain/customer.ts';
import type { EntityType } from '../domain/entity-type.ts';
import type { EscalationTarget } from '../domain/escalation.ts';
import type { VerificationStatus } from '../domain/verification.ts';

/** Which entries of the audit log, newest first. Times are ISO 8601 in UTC. */
export interface AuditQuery {
  /** At most so many. */
  readonly limit: number;
  /** Entries before this sequence. */
  readonly before?: number;
  /** At or after this instant. */
  readonly from?: string;
  /** Before this instant. */
  readonly to?: string;
  readonly action?: string;
  /** Any of these. */
  readonly subjects?: readonly string[];
  readonly actor?: Actor;
}

/** One page: rows behind `after`, which is the sort value and the id of the last row seen. */
export interface PageQuery {
  /** At most so many rows. */
  readonly limit: number;
  readonly after?: { readonly value: number; readonly id: number };
  /** Created at or after this instant, ISO 8601. */
  readonly from?: string;
  /** Created before this instant. */
  readonly to?: string;
  /** Words of the name in any order and any script, as they were typed. Each may be a part of a word. */
  readonly text?: string;
}

/** A page of rows with falling ids: at most `limit`, of those below `before`. */
export interface BackwardPage {
  readonly limit: number;
  readonly before?: number | undefined;
}

/** `score`: the highest first. */
export interface ScreeningsQuery extends PageQuery {
  readonly result?: 'clear' | 'matched';
  /** Of the rows of this file. */
  readonly batch?: string;
  /** Of the customer with this reference. */
  readonly customer?: string;
  readonly sort: 'newest' | 'oldest' | 'score';
}

/** `confidence`: the highest first. */
export interface VerificationsQuery extends PageQuery {
  readonly result?: VerificationStatus;
  readonly sort: 'newest' | 'oldest' | 'confidence';
}

/**
 * Which alerts. `from` and `to` are about when they were opened. `text` also finds the listed entity, its entries and
 * the customer's reference.
 */
export interface AlertsFilter extends Omit<PageQuery, 'limit' | 'after'> {
  readonly state?: AlertStateName;
  readonly kind?: 'match' | 'review';
  /** Of the customer with this reference. */
  readonly customer?: string;
  /** Of an entity on one of these lists (source ids). */
  readonly sources?: readonly string[];
  /** 0 to 100. */
  readonly minScore?: number;
  readonly maxScore?: number;
  readonly entityType?: EntityType;
  /** Somebody gave this reason in its history. */
  readonly reason?: ReasonCode;
  /** Whether a decision waits for a second person. */
  readonly proposed?: boolean;
  /** A decision waits that this user (id) may accept. */
  readonly acceptableBy?: number;
  /** No decision waits that this user (id) proposed, nor a key that they made. */
  readonly notProposedBy?: number;
  /** It waits longer than the account's decisions may take. */
  readonly overdue?: boolean;
  /** Escalated to one of these, and not decided. */
  readonly escalatedTo?: readonly EscalationTarget[];
  /** Id of the user who works on it; null: nobody does. */
  readonly assignee?: number | null;
  /** Of this case: alerts of one customer, or of one name, type and birth date. */
  readonly caseId?: number;
  /** Of the entity that has the entry of this key (`entryKey`). */
  readonly entry?: string;
  /** Opened, opened again or closed by this run of monitoring. */
  readonly run?: number;
}

/**
 * `score`: the highest first, reviews of verifications last. `case`: the newest case first, its alerts together; the
 * value of a place is `alertRank`, or the id of the case.
 */
export interface AlertsQuery extends AlertsFilter, Pick<PageQuery, 'limit' | 'after'> {
  readonly sort: 'newest' | 'oldest' | 'score' | 'case';
}

/** A page of one of the contract's lists by its number, in an order that ids make complete. */
interface FilteredQuery {
  /** Records before the page. */
  readonly offset: number;
  /** Records of the page. */
  readonly limit: number;
  readonly descending: boolean;
  /** What the caller called the records by. */
  readonly reference?: string;
  /** Created at or after this instant, ISO 8601 in UTC with milliseconds. */
  readonly from?: string;
  /** Created before this instant. */
  readonly to?: string;
}

/** `name`: by case-folded code points. */
export interface FilteredScreenings extends FilteredQuery {
  readonly sort: 'createdAt' | 'highestScore' | 'name';
  readonly hasMatch?: boolean;
  readonly entityType?: EntityType;
}

/** `name`: the full name of the document, by case-folded code points; unread ones come first. */
export interface FilteredVerifications extends FilteredQuery {
  readonly sort: 'createdAt' | 'matchConfidence' | 'name';
  readonly status?: VerificationStatus;
  readonly documentType?: string;
}

/** A page as a JSON array in bytes, as the list without filters, and how many records there are on all pages. */
export interface FilteredPage {
  readonly total: number;
  readonly page: Uint8Array;
}

/** In the order of their creation; with `updatedSince` in the order of their last change. */
export interface CustomersQuery {
  /** At most so many. */
  readonly limit: number;
  readonly state?: CustomerState;
  /** Words of names and the reference in any order and any script. */
  readonly text?: string;
  /** Words of names alone. */
  readonly name?: string;
  readonly monitored?: boolean;
  readonly type?: EntityType;
  /** Whose lists of this category count. */
  readonly category?: CustomerCategory;
  /** Changed at or after this instant, ISO 8601; then in the order of the changes, whatever `sort` says. */
  readonly updatedSince?: string;
  /** `changed`: the newest change first. `name`: from A to Z. Default: the oldest customer first. */
  readonly sort?: CustomerSort;
  /** Behind the customer with this id. `value`: its `updatedAt` or its `sortName`, where the order goes by it. */
  readonly after?: { readonly id: number; readonly value: string };
}

export const CUSTOMER_SORTS = ['oldest', 'newest', 'changed', 'name'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
