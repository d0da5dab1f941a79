import type { Actor } from './actor.ts';

/** What a list says of one person, organisation, vessel or aircraft, whatever the list's format. */

/** `unknown`: the list gives no type; such an entry is searched as a person and as an organisation. */
export type EntryKind = 'person' | 'organization' | 'vessel' | 'aircraft' | 'unknown';

/**
 * - primary: the name the list files the entry under
 * - alias: a.k.a.
 * - former: f.k.a.
 * - maiden: name at birth
 * - original: the same name in its original script
 * - spelling: a variant spelling
 * - nickname: also noms de guerre
 * - acronym
 */
export type NameKind = 'primary' | 'alias' | 'former' | 'maiden' | 'original' | 'spelling' | 'nickname' | 'acronym';

/** Name parts where the list gives them apart; each as written there. */
export interface NameParts {
  readonly given?: string;
  readonly middle?: string;
  readonly family?: string;
  readonly patronymic?: string;
  readonly title?: string;
}

/** One name of an entry. */
export interface ListName {
  /**
   * The whole name as one string. Where the list gives parts, in natural order (given before family), else as written.
   */
  readonly full: string;
  readonly kind: NameKind;
  /** True for what the list itself calls a weak or low-quality alias (OFAC "weak", UN "Low", UK "low quality"). */
  readonly weak?: true;
  readonly parts?: NameParts;
  /** ISO 639 code, where the list names the language. */
  readonly language?: string;
}

/**
 * A date at the precision the list gives: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; with `to` (same forms) a range, both
 * ends included. `circa` where the list says "approximately".
 */
export interface ListDate {
  readonly date: string;
  readonly to?: string;
  readonly circa?: true;
}

/** A document or a number by which an authority knows the entry. */
export interface IdentityDocument {
  /** In the list's words: passport, national identification number, tax id, registration number, IMO number… */
  readonly type: string;
  readonly number: string;
  /** Issuing country as the list writes it. */
  readonly country?: string;
}

/** Another list's identifier for the same entry, as this list states it. */
export interface Reference {
  /**
   * The namespace: a source id (`un-sc`, `uk-sanctions`, `uk-ofsi`, `eu-fsf`, `us-ofac-sdn`, `us-congress`, …),
   * or `wikidata`.
   */
  readonly to: string;
  readonly id: string;
}

/** One person, organisation, vessel or aircraft of one list. */
export interface ListEntry {
  /** The list's own identifier, the same in each of its publications; `docs/lists/` says which one that is. */
  readonly id: string;
  readonly kind: EntryKind;
  /** At least one; the first is the primary name. */
  readonly names: readonly ListName[];
  readonly birthDates?: readonly ListDate[];
  readonly birthPlaces?: readonly string[];
  readonly deathDate?: string;
  /** As the list writes it. */
  readonly gender?: string;
  /** Country codes or names as the list writes them. */
  readonly nationalities?: readonly string[];
  /** One line each. */
  readonly addresses?: readonly string[];
  readonly documents?: readonly IdentityDocument[];
  readonly positions?: readonly string[];
  readonly programmes?: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly listedOn?: string;
  readonly remarks?: string;
  readonly references?: readonly Reference[];
  /** A page about the entry at the authority. */
  readonly url?: string;
  /** The last day on which it counts, `YYYY-MM-DD`. Only of own lists, as is `version`. */
  readonly until?: string;
  /** The version of the account's own lists that brought the entry as it is. */
  readonly version?: number;
}

/** Why two entries are taken for one; the first reason is the strongest. */
export const JOIN_REASONS = ['reference', 'document', 'name-and-birth-date', 'evidence'] as const;
export type JoinReason = (typeof JOIN_REASONS)[number];
/** How many times each reason joined two groups of entries. */
export type JoinCounts = Readonly<Record<JoinReason, number>>;

/** Kinds of evidence for two entries' being one, beside their names. */
export const JOIN_AGREEMENTS = [
  'other-names',
  'birth-day',
  'birth-year',
  'regime',
  'country',
  'words-beside',
  'listing-date',
] as const;
export type JoinAgreement = (typeof JOIN_AGREEMENTS)[number];

/** What agreed where all the evidence together joined two entries. */
export interface JoinEvidence {
  /** The names that agree best: of the entry of the lower place first. */
  readonly names: readonly [string, string];
  readonly agreements: readonly JoinAgreement[];
  /** Natural logarithm of the odds that both are one. */
  readonly logOdds: number;
}

/** How an entry came to another one of its entity. */
export interface JoinedBy {
  readonly reason: JoinReason;
  /** Key of the other entry (`entryKey`). */
  readonly to: string;
  /** Only where the reason is `evidence`. */
  readonly why?: JoinEvidence;
}

/** One entry of one list, as it stood in the snapshot: what an auditor needs years later. */
export interface EntryFacts extends ListEntry {
  /** Of an entity of several entries each but the first has it; records of before 2.18 have none. */
  readonly joined?: JoinedBy;
  readonly source: string;
  /** The source's name as in `sources`, marked `(starter)` where it is a starter entry. */
  readonly sourceName: string;
}

/** An entry by its list and the list's own id: `source:id`. */
export function entryKey({ source, id }: { readonly source: string; readonly id: string }): string {
  return `${source}:${id}`;
}

/** Two entries (`entryKey`, the smaller first) that the operator keeps apart, since when and why. */
export interface SeparatedEntries {
  readonly first: string;
  readonly second: string;
  readonly at: string;
  readonly actor: Actor;
  readonly reason: string;
}

/** What a list is of: sanctions, politically exposed persons, or persons whom the police want. */
export const LIST_CATEGORIES = ['sanctions', 'pep', 'wanted'] as const;
export type ListCategory = (typeof LIST_CATEGORIES)[number];
