import type { Actor } from './actor.ts';
import { type EntityType, entryKindOf } from './entity-type.ts';
import type { Identifier } from './identifier.ts';
import type { EntryFacts } from './list-entry.ts';

/** Whose own lists: the id of an account, or `EVERYBODY`. */
export type ListOwner = number;

/** The operator's own lists, which all accounts see. No account has this id. */
export const EVERYBODY: ListOwner = 0;

/** What own lists begin with as sources: `own:LIST`. */
const OWN = 'own:';
/** The category of every own list. No customer can leave it out. */
export const OWN_CATEGORY = 'own' as const;

export const OWN_LIST_NAME = /^[a-z0-9-]{1,64}$/;
/** As of customers, `.` and `..` are parts of a path for clients. */
export const OWN_ENTRY_ID = /^(?!\.{1,2}$)[A-Za-z0-9._:@/-]{1,128}$/;

export const MAX_OWN_LISTS = 100;
/** Of all lists of an owner together. */
export const MAX_OWN_ENTRIES = 100_000;
export const MAX_OTHER_NAMES = 50;
export const MAX_COUNTRIES = 20;
/** Code points. */
export const MAX_TITLE = 200;
export const MAX_REASON = 1_000;
/** An entry that matches no more is kept so long, so that somebody can see why. */
export const KEPT_AFTER_END_DAYS = 30;

/** What somebody says of a list. */
export interface OwnListHead {
  readonly title: string;
  readonly description: string | null;
  /** A list that is switched off is searched by nobody. */
  readonly enabled: boolean;
}

/** Times are ISO 8601 in UTC. */
export interface OwnList extends OwnListHead {
  readonly id: number;
  readonly list: string;
  readonly entries: number;
  /** Of the owner's own lists when this one or an entry of it changed last: it rises with every change. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What somebody says of one person or organisation. */
export interface OwnEntryContent {
  readonly name: string;
  readonly entityType: EntityType;
  readonly otherNames: readonly string[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null;
  /** ISO 3166-1 codes or names, as they came. */
  readonly countries: readonly string[];
  readonly identifiers: readonly Identifier[];
  readonly reason: string | null;
  /** The last day in UTC on which it matches, `YYYY-MM-DD`; null: for ever. */
  readonly until: string | null;
}

/** The content under the list's own id for it. */
export interface NewOwnEntry {
  readonly id: string;
  readonly content: OwnEntryContent;
}

export interface OwnEntry extends OwnEntryContent {
  readonly id: string;
  /** Of the owner's own lists when this entry changed last. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An entry as searches need it. */
export interface ListedOwnEntry {
  readonly list: string;
  readonly title: string;
  readonly entry: string;
  /** An `OwnEntryContent`, JSON. */
  readonly content: string;
  readonly version: number;
  readonly createdAt: string;
}

/** Something that was done to a list. `at`: ISO 8601 in UTC. */
export interface OwnListStep {
  /** Of the audit log. */
  readonly sequence: number;
  readonly at: string;
  readonly actor: Actor;
  /** `own-list.created`, `own-list.entry-added`, … */
  readonly action: string;
  /** The entry that it was done to; null for the list, and for one that is gone. */
  readonly entry: string | null;
}

/** How far the own lists of an owner are. */
export interface OwnListsState {
  readonly owner: ListOwner;
  /** Rises with every change. */
  readonly version: number;
  /** Customers were compared with all changes up to this version. */
  readonly compared: number;
  /** ISO 8601. */
  readonly changedAt: string;
}

/** Versions of the own lists that a search looked through; 0 for none. */
export interface SearchedOwnLists {
  readonly own: number;
  readonly everybody: number;
}

export const ownSource = (list: string): string => `${OWN}${list}`;
export const isOwnSource = (source: string): boolean => source.startsWith(OWN);

/** Members in one order, so that the same content is the same text. */
export function contentText(content: OwnEntryContent): string {
  const { name, entityType, otherNames, dateOfBirth, countries, identifiers, reason, until } = content;
  const numbers = identifiers.map(({ value, type, country }) => ({ value, type, country }));
  return JSON.stringify({
    name,
    entityType,
    otherNames,
    dateOfBirth,
    countries,
    identifiers: numbers,
    reason,
    until,
  });
}

/** What an entry is to a search: an entry of a list like any other. */
export function factsOf({ list, title, entry, content, version, createdAt }: ListedOwnEntry): EntryFacts {
  const { name, entityType, otherNames, dateOfBirth, countries, identifiers, reason, until } = JSON.parse(
    content,
  ) as OwnEntryContent;
  return {
    id: entry,
    source: ownSource(list),
    sourceName: title,
    kind: entryKindOf(entityType),
    names: [
      { full: name, kind: 'primary' },
      ...otherNames.map((full): EntryFacts['names'][number] => ({ full, kind: 'alias' })),
    ],
    listedOn: createdAt.slice(0, 10),
    version,
    ...(dateOfBirth !== null && { birthDates: [{ date: dateOfBirth }] }),
    ...(countries.length > 0 && { nationalities: countries }),
    ...(identifiers.length > 0 && {
      documents: identifiers.map(({ value: number, type = 'number', country }) => ({
        type,
        number,
        ...(country !== undefined && { country }),
      })),
    }),
    ...(reason !== null && { remarks: reason }),
    ...(until !== null && { until }),
  };
}
