import type { EntityType } from '../domain/entity-type.ts';
import type { EntryFacts, EntryKind, ListName } from '../domain/list-entry.ts';

/**
 * Bits of the entity types under which an entity is searched. A vessel or aircraft has none: it is never a match, but a
 * search for an organisation notes it.
 */
const INDIVIDUAL = 1;
const ORGANIZATION = 2;

const SEARCHED_AS: Readonly<Record<EntryKind, number>> = {
  person: INDIVIDUAL,
  organization: ORGANIZATION,
  unknown: INDIVIDUAL | ORGANIZATION,
  vessel: 0,
  aircraft: 0,
};
const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;
const LETTER_NOT_LATIN = /[^\p{Script=Latin}\P{L}]/u;
const LATIN_LETTER = /\p{Script=Latin}/u;

/** True for a vessel or aircraft by the bits that `searchedAs` gave it. */
export const isCraft = (types: number): boolean => types === 0;

export function typeBit(type: EntityType): number {
  return type === 'Individual' ? INDIVIDUAL : ORGANIZATION;
}

/** The types that its entries have together; what only says "unknown" is searched under both. */
export function searchedAs(entries: readonly EntryFacts[]): number {
  const known = entries.filter(({ kind }) => kind !== 'unknown');
  let bits = 0;
  for (const { kind } of known.length > 0 ? known : entries) bits |= SEARCHED_AS[kind];
  return bits;
}

/** The primary name, in Latin letters where the entity has one; else a Latin alias, a strong one before a weak one. */
export function displayName(entries: readonly EntryFacts[]): string {
  for (const { names } of entries) if (isLatin(names[0]!)) return names[0]!.full;
  const aliases = entries.flatMap(({ names }) => names.filter(isLatin));
  const chosen = aliases.find(({ weak }) => !weak) ?? aliases[0] ?? entries[0]!.names[0]!;
  return chosen.full;
}

function isLatin({ full }: ListName): boolean {
  return LATIN_LETTER.test(full) && !LETTER_NOT_LATIN.test(full);
}

/** The first full date of birth, undefined where no list knows one. */
export function fullBirthDate(entries: readonly EntryFacts[]): string | undefined {
  const dates = entries.flatMap(({ birthDates }) => birthDates ?? []);
  return dates.find(({ date, to, circa }) => FULL_DATE.test(date) && !to && !circa)?.date;
}

export function firstNationality(entries: readonly EntryFacts[]): string | undefined {
  return entries.find(({ nationalities }) => nationalities?.length)?.nationalities?.[0];
}
