import type { EntryFacts, JoinEvidence, JoinReason } from '../../domain/list-entry.ts';
import { unReference } from '../entries/values.ts';
import { fullDates, isPlaceholder } from './birth-dates.ts';
import { type DocumentClass, documentKey } from './document-keys.ts';
import { isStrong, wordsInOrder } from './name-agreement.ts';

/** Two entries, by their places in the sorted list, that are one unless something speaks against it. */
export interface Link {
  readonly a: number;
  readonly b: number;
  readonly reason: JoinReason;
  /** True where names have to agree too, because the number is not of the same class on both sides. */
  readonly needsNames?: true;
  /** Of evidence: what agrees. */
  readonly why?: JoinEvidence;
}

/** Two words that are equal may be chance where the date is a placeholder; three are not. */
const MIN_WORDS = 2;
const MIN_WORDS_PLACEHOLDER = 3;
const MIN_WORDS_CONTAINED = 3;
/** What more entries than this hold is no one's own: a placeholder, or a mistake. */
const MAX_HOLDERS = 32;
/** SDN and non-SDN lists number their parties in one series. */
const OFAC_LISTS = ['us-ofac-sdn', 'us-ofac-consolidated'] as const;

/** Entries that name each other, or the same third list's entry, or the same Wikidata item. */
export function referenceLinks(entries: readonly EntryFacts[]): Link[] {
  const holders = new Map<string, Set<number>>();
  const named = new Set<string>();
  entries.forEach(({ source, id, references }, place) => {
    for (const reference of references ?? []) {
      named.add(spaceOf(reference.to));
      hold(holders, referenceKey(reference.to, reference.id), place);
    }
    if (source === OFAC_LISTS[1]) hold(holders, `us-ofac:${id}`, place);
  });
  // Most entries are named by no other, so that only those that are get a place of their own.
  entries.forEach(({ source, id }, place) => {
    if (named.has(spaceOf(source))) holders.get(referenceKey(source, id))?.add(place);
    if (source === OFAC_LISTS[0]) holders.get(`us-ofac:${id}`)?.add(place);
  });
  const links: Link[] = [];
  for (const [key, places] of holders) {
    if (places.size === 1 || places.size > MAX_HOLDERS) continue;
    for (const [a, b] of pairsOf([...places])) {
      const link: Link = { a, b, reason: 'reference' };
      links.push(key.startsWith('us-ofac:') ? { ...link, needsNames: true } : link);
    }
  }
  return links;
}

export function referenceKey(to: string, id: string): string {
  const space = spaceOf(to);
  const plain = space === 'un-sc' ? (unReference(id) ?? id) : id;
  return `${space}:${plain.trim().toUpperCase()}`;
}

/** Whose ids a reference counts in. */
const spaceOf = (to: string): string => (to === 'wikidata-pep' ? 'wikidata' : to);

/** Entries with the same document number, which no other entry of their lists has. */
export function documentLinks(entries: readonly EntryFacts[]): Link[] {
  const holders = new Map<string, Map<number, Set<DocumentClass>>>();
  entries.forEach((entry, place) => {
    for (const document of entry.documents ?? []) {
      const key = documentKey(document);
      if (!key) continue;
      const places = holders.get(key.number) ?? new Map<number, Set<DocumentClass>>();
      holders.set(key.number, places);
      places.set(place, (places.get(place) ?? new Set()).add(key.kind));
    }
  });
  const links: Link[] = [];
  for (const places of holders.values()) {
    if (places.size === 1 || places.size > MAX_HOLDERS) continue;
    for (const [a, b] of pairsOf(uniqueInSource([...places.keys()], entries))) {
      const link: Link = { a, b, reason: 'document' };
      const sameClass = [...places.get(a)!].some((kind) => places.get(b)!.has(kind));
      links.push(sameClass ? link : { ...link, needsNames: true });
    }
  }
  return links;
}

/** Persons with the same full birth date, and the same words in a strong name or all words of one name in the other. */
export function nameAndDateLinks(entries: readonly EntryFacts[]): Link[] {
  const byDate = new Map<string, Set<number>>();
  entries.forEach((entry, place) => {
    if (entry.kind !== 'person' && entry.kind !== 'unknown') return;
    for (const date of fullDates(entry.birthDates)) hold(byDate, date, place);
  });
  const links: Link[] = [];
  for (const [date, places] of byDate) {
    if (severalSources(places, entries)) links.push(...linksOfDay(date, [...places], entries));
  }
  return links;
}

interface Spelling {
  readonly place: number;
  readonly words: readonly string[];
}

function linksOfDay(date: string, places: readonly number[], entries: readonly EntryFacts[]): Link[] {
  const fewest = isPlaceholder(date) ? MIN_WORDS_PLACEHOLDER : MIN_WORDS;
  const spellings = places.flatMap((place) => strongSpellings(place, entries[place]!, fewest));
  const byWord = new Map<string, Spelling[]>();
  for (const spelling of spellings) {
    for (const word of spelling.words) {
      const known = byWord.get(word);
      if (known) known.push(spelling);
      else byWord.set(word, [spelling]);
    }
  }
  const links = new Map<string, Link>();
  for (const { place, words } of spellings) {
    const rarest = words.map((word) => byWord.get(word)!).reduce((a, b) => (b.length < a.length ? b : a));
    const fits = rarest.filter((other) => other.place !== place && contains(other.words, words));
    if (fits.length === 0) continue;
    const alike = [...new Set([place, ...fits.map((other) => other.place)])];
    // Where two entries of one list fit, the name and the date do not tell which of them is meant.
    if (uniqueInSource(alike, entries).length !== alike.length) continue;
    for (const { place: other } of fits) {
      const [a, b] = [Math.min(place, other), Math.max(place, other)];
      links.set(`${a} ${b}`, { a, b, reason: 'name-and-birth-date' });
    }
  }
  return [...links.values()];
}

function severalSources(places: ReadonlySet<number>, entries: readonly EntryFacts[]): boolean {
  let first: string | undefined;
  for (const place of places) {
    first ??= entries[place]!.source;
    if (entries[place]!.source !== first) return true;
  }
  return false;
}

function strongSpellings(place: number, entry: EntryFacts, fewest: number): Spelling[] {
  const spellings: Spelling[] = [];
  for (const name of entry.names) {
    if (!isStrong(name)) continue;
    const words = [...new Set(wordsInOrder(name.full))];
    if (words.length >= fewest) spellings.push({ place, words });
  }
  return spellings;
}

/** Whether `words` are all in `other`: the same set, or from three words on a part of it. */
function contains(other: readonly string[], words: readonly string[]): boolean {
  if (other.length < words.length) return false;
  if (other.length > words.length && words.length < MIN_WORDS_CONTAINED) return false;
  return words.every((word) => other.includes(word));
}

function hold(holders: Map<string, Set<number>>, key: string, place: number): void {
  const places = holders.get(key);
  if (places) places.add(place);
  else holders.set(key, new Set([place]));
}

/** The places whose source stands there once. */
function uniqueInSource(places: readonly number[], entries: readonly EntryFacts[]): number[] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(entries[place]!.source, (counts.get(entries[place]!.source) ?? 0) + 1);
  return places.filter((place) => counts.get(entries[place]!.source) === 1);
}

function pairsOf(places: readonly number[]): [number, number][] {
  const sorted = [...places].sort((a, b) => a - b);
  return sorted.flatMap((a, index) => sorted.slice(index + 1).map((b): [number, number] => [a, b]));
}
