import type { EntryFacts } from '../../../domain/list-entry.ts';
import { datesAreNear, datesContradict } from '../birth-dates.ts';
import { documentKey } from '../document-keys.ts';
import { referenceKey } from '../links.ts';

/** Lists of one authority: OFAC's two, and the two that the United Kingdom kept. */
const AUTHORITIES: Readonly<Record<string, string>> = {
  'us-ofac-consolidated': 'us-ofac-sdn',
  'uk-ofsi': 'uk-sanctions',
};

/** The id of the authority's first list: two entries with the same answer are of one authority. */
export const authorityOf = (source: string): string => AUTHORITIES[source] ?? source;

/**
 * Whether anything says that two entries are not one. That is another kind, birth date, date of death or gender. It is
 * also another number of the same kind of document, or another entry of the same third list. What one of them does not
 * say contradicts nothing.
 */
export function contradict(a: EntryFacts, b: EntryFacts): boolean {
  return birthsContradict(a.birthDates, b.birthDates) || contradictBesideBirth(a, b);
}

/** Whether birth dates are two, and not one that was written wrong. */
export const birthsContradict = (a: EntryFacts['birthDates'], b: EntryFacts['birthDates']): boolean =>
  datesContradict(a, b) && !datesAreNear(a, b);

/** The same without birth dates. */
export function contradictBesideBirth(a: EntryFacts, b: EntryFacts): boolean {
  return (
    a.kind !== b.kind ||
    (a.deathDate !== undefined && b.deathDate !== undefined && !sameStart(a.deathDate, b.deathDate)) ||
    (initial(a.gender) !== initial(b.gender) && Boolean(a.gender && b.gender)) ||
    differ(documentsOf(a), documentsOf(b)) ||
    differ(referencesOf(a, b), referencesOf(b, a))
  );
}

const sameStart = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
const initial = (gender: string | undefined): string | undefined => gender?.slice(0, 1).toLowerCase();

/** Whether some kind has values on both sides, and none that both have. */
function differ(a: ReadonlyMap<string, Set<string>>, b: ReadonlyMap<string, Set<string>>): boolean {
  return [...a].some(([kind, values]) => b.has(kind) && values.isDisjointFrom(b.get(kind)!));
}

/** Numbers by what they count in. People have several passports, so that another one says nothing. */
function documentsOf({ documents = [] }: EntryFacts): Map<string, Set<string>> {
  const numbers = new Map<string, Set<string>>();
  for (const document of documents) {
    const key = documentKey(document);
    if (key && key.kind !== 'passport') put(numbers, `${key.kind} ${document.country ?? ''}`, key.number);
  }
  return numbers;
}

/** Ids of an entry on each list. Two entries of one list have different ones there, though both may be one person. */
function referencesOf({ source, id, references = [] }: EntryFacts, other: EntryFacts): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  if (source !== other.source) put(named, source, referenceKey(source, id));
  for (const { to, id: own } of references) put(named, to, referenceKey(to, own));
  return named;
}

function put(to: Map<string, Set<string>>, key: string, value: string): void {
  const known = to.get(key);
  if (known) known.add(value);
  else to.set(key, new Set([value]));
}
