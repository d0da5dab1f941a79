import type { Actor } from './actor.ts';
import { MEDIA_CATEGORY } from './adverse-media.ts';
import type { EntityType } from './entity-type.ts';
import type { Identifier } from './identifier.ts';
import { LIST_CATEGORIES, type ListCategory } from './list-entry.ts';

/** `open`: an alert waits for a person. `confirmed`: one was confirmed, whatever the others are. */
export const CUSTOMER_STATES = ['clear', 'open', 'confirmed'] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

/** What customers may be watched for: all lists by default, and the news where it is asked for. */
export const CUSTOMER_CATEGORIES = [...LIST_CATEGORIES, MEDIA_CATEGORY] as const;
export type CustomerCategory = (typeof CUSTOMER_CATEGORIES)[number];

/** Whether lists of a category count for a customer. */
const isListCategory = (category: CustomerCategory): category is ListCategory => category !== MEDIA_CATEGORY;

/** Names besides the first. */
export const MAX_OTHER_NAMES = 10;

/** What an account says of a customer. */
export interface CustomerContent {
  readonly name: string;
  readonly entityType: EntityType;
  /** As it is given back: an ISO 8601 date-time; null where none was supplied. */
  readonly dateOfBirth: string | null;
  /** Screened like the name; at most ten. */
  readonly otherNames: readonly string[];
  /** Compared with those of the lists; none where it is absent. */
  readonly identifiers?: readonly Identifier[] | undefined;
  /** Lists of other categories are left out. Sorted. */
  readonly categories: readonly CustomerCategory[];
  /** 0 to 100: the score from which an entity is a match. */
  readonly minScore: number;
  /** Compared whenever the lists change. */
  readonly monitored: boolean;
}

/**
 * What an account may call a customer that is new. Clients take `.` and `..` for parts of a path, and would ask for
 * something else.
 */
export const NEW_CUSTOMER_REFERENCE = /^(?!\.{1,2}$)[A-Za-z0-9._:@-]{1,128}$/;

/** A customer of an account. Times are ISO 8601 in UTC. */
export interface Customer extends CustomerContent {
  readonly id: number;
  readonly accountId: number;
  /** The account's own name for it, unique there. */
  readonly reference: string;
  readonly state: CustomerState;
  /** The newest record of a screening; null where that was deleted. */
  readonly screeningId: number | null;
  /** Rises with every change of the content. */
  readonly revision: number;
  readonly createdAt: string;
  /** Of its content or its state. */
  readonly updatedAt: string;
}

/** How many customers there are, and how many of them are monitored. */
export interface WatchedCounts {
  readonly customers: number;
  readonly monitored: number;
}

/** What monitoring needs of a customer. */
export type MonitoredCustomer = Pick<
  Customer,
  'id' | 'accountId' | 'name' | 'entityType' | 'dateOfBirth' | 'otherNames' | 'identifiers' | 'categories' | 'minScore'
>;

/** A change of a customer, or its deletion, that takes effect once another person accepts it. `at`: ISO 8601 in UTC. */
export interface CustomerProposal {
  /** Another one after every proposal. */
  readonly id: number;
  readonly reference: string;
  /** The customer's name now. */
  readonly name: string;
  readonly at: string;
  /** `user:<id>` or `key:<id>`. */
  readonly by: Actor;
  /** What the customer is to be; null where it is to be deleted. */
  readonly content: CustomerContent | null;
  /** A deletion that takes the screening records along. */
  readonly records: boolean;
}

/** What somebody wrote down about a customer. `at`: ISO 8601 in UTC. */
export interface CustomerNote {
  readonly id: number;
  readonly at: string;
  /** `user:<id>`. */
  readonly by: Actor;
  readonly text: string;
}

/** Characters of a note. */
export const MAX_NOTE = 4_000;

/** So many of a customer are kept. */
export const MAX_NOTES = 500;

/** Who was screened, as far as a decision rests on it. */
export type SubjectFacts = Pick<CustomerContent, (typeof SCREENED)[number]>;

/** Whether a change of the content asks for another screening, which is a record and costs a unit. */
export function needsScreening(before: CustomerContent | undefined, now: CustomerContent): boolean {
  return !before || SCREENED.some((member) => differs(before[member], now[member]));
}

/** Whether settings let matches through that were left out before, which are then looked for without a record. */
export function widens(before: CustomerContent, now: CustomerContent): boolean {
  const lists = now.categories.filter(isListCategory);
  const more = lists.some((category) => !before.categories.includes(category));
  return more || now.minScore < before.minScore || (now.monitored && !before.monitored);
}

/** Which members of the content change, in a fixed order. */
export function changedMembers(before: CustomerContent, now: CustomerContent): (keyof CustomerContent)[] {
  return [...SCREENED, ...SETTINGS].filter((member) => differs(before[member], now[member]));
}

const SCREENED = ['name', 'entityType', 'dateOfBirth', 'otherNames', 'identifiers'] as const;
const SETTINGS = ['categories', 'minScore', 'monitored'] as const;

/** What is absent is a list of none. */
function differs(before: unknown = [], now: unknown = []): boolean {
  return JSON.stringify(before) !== JSON.stringify(now);
}
