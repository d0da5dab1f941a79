import { hash } from 'node:crypto';
import { describeChanges } from '../alerts/entry-changes.ts';
import { fingerprint } from '../alerts/entry-facts.ts';
import { type EntryFacts, entryKey } from '../domain/list-entry.ts';
import type { ListChange } from '../domain/monitoring.ts';
import { say } from '../sentences.ts';

/** The entities of a snapshot. Each is the JSON of its entries, an array of `EntryFacts`. */
export interface WrittenEntities {
  readonly count: number;
  /** Of the entity at a place, from 0. */
  bytes(place: number): Uint8Array;
}

interface SnapshotDifference {
  /** Places of the entities in the later snapshot that are new, or of which lists say something else. Ascending. */
  readonly places: readonly number[];
  /** Of each list that changed how many entries did; the list with the most first. */
  readonly lists: readonly ListChange[];
}

/**
 * What is different between two snapshots. Compares by content: an entity is unchanged where the lists say the same of
 * the same entries, in whatever order. Entities whose JSON is the same byte for byte are not parsed.
 */
export function snapshotDifference(before: WrittenEntities, now: WrittenEntities): SnapshotDifference {
  const [written, rewritten] = [digests(before), digests(now)];
  const earlier = parsed(before, rewritten.known, written.all);
  const said = new Set(earlier.map(({ entries }) => fingerprint(entries)));
  const later = parsed(now, written.known, rewritten.all);
  const places = later.filter(({ entries }) => !said.has(fingerprint(entries))).map(({ place }) => place);
  return { places, lists: listChanges(entriesIn(earlier), entriesIn(later)) };
}

/** An entry of an entity that is not parsed is in both snapshots and says the same. */
function listChanges(before: readonly EntryFacts[], now: readonly EntryFacts[]): ListChange[] {
  const lists = new Map<string, { -readonly [Member in keyof ListChange]: ListChange[Member] }>();
  const counted = (entry: EntryFacts, as: 'added' | 'removed' | 'changed') => {
    const { source, sourceName: name } = entry;
    const list = lists.get(source) ?? { source, name, added: 0, removed: 0, changed: 0 };
    list[as] += 1;
    lists.set(source, list);
  };
  const earlier = new Map(before.map((entry) => [entryKey(entry), entry]));
  for (const entry of now) {
    const key = entryKey(entry);
    const old = earlier.get(key);
    earlier.delete(key);
    if (!old) counted(entry, 'added');
    else if (fingerprint([old]) !== fingerprint([entry])) counted(entry, 'changed');
  }
  for (const entry of earlier.values()) counted(entry, 'removed');
  const total = ({ added, removed, changed }: ListChange) => added + removed + changed;
  return [...lists.values()].sort((one, other) => total(other) - total(one) || one.source.localeCompare(other.source));
}

function entriesIn(entities: readonly { readonly entries: readonly EntryFacts[] }[]): EntryFacts[] {
  return entities.flatMap(({ entries }) => entries);
}

/**
 * What is new about an entity, sentences: the lists that it is new on, else what they say otherwise. `before` gives the
 * entity that an entry was part of then; undefined where there was none.
 */
export function entryNews(
  facts: readonly EntryFacts[],
  before: (key: string) => readonly EntryFacts[] | undefined,
): string[] {
  const known = facts.flatMap((entry) => before(entryKey(entry)) ?? []);
  const fresh = facts.filter((entry) => !known.some((one) => entryKey(one) === entryKey(entry)));
  if (fresh.length === 0) {
    const own = known.filter((one, place) => known.findIndex((other) => entryKey(other) === entryKey(one)) === place);
    return describeChanges(own, facts);
  }
  return fresh.map(({ sourceName: list, listedOn: since }) =>
    since ? say('change.new-on-since', { list, since }) : say('change.new-on', { list }),
  );
}

function digests(entities: WrittenEntities): { readonly all: readonly string[]; readonly known: ReadonlySet<string> } {
  const all = Array.from({ length: entities.count }, (_, place) => hash('sha256', entities.bytes(place), 'base64'));
  return { all, known: new Set(all) };
}

/** The entities whose JSON the other snapshot has not got. */
function parsed(
  entities: WrittenEntities,
  elsewhere: ReadonlySet<string>,
  digestOf: readonly string[],
): { readonly place: number; readonly entries: readonly EntryFacts[] }[] {
  const found: { place: number; entries: readonly EntryFacts[] }[] = [];
  for (const [place, digest] of digestOf.entries()) {
    if (!elsewhere.has(digest)) found.push({ place, entries: entriesOf(entities.bytes(place)) });
  }
  return found;
}

function entriesOf(bytes: Uint8Array): EntryFacts[] {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as EntryFacts[];
}
