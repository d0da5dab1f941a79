import { hash } from 'node:crypto';
import { describeChanges } from '../alerts/entry-changes.ts';
import { fingerprint } from '../alerts/entry-facts.ts';
import { type EntryFacts, entryKey } from '../domain/list-entry.ts';
import { say } from '../sentences.ts';

/** The entities of a snapshot. Each is the JSON of its entries, an array of `EntryFacts`. */
export interface WrittenEntities {
  readonly count: number;
  /** Of the entity at a place, from 0. */
  bytes(place: number): Uint8Array;
}

/**
 * Places of the entities in the later snapshot that are new, or of which lists say something else. Ascending. Compares
 * by content: an entity is unchanged where the lists say the same of the same entries, in whatever order. Entities
 * whose JSON is the same byte for byte are not parsed.
 */
export function changedEntities(before: WrittenEntities, now: WrittenEntities): number[] {
  const [written, rewritten] = [digests(before), digests(now)];
  const earlier = parsed(before, rewritten.known, written.all).map(({ entries }) => entries);
  const said = new Set(earlier.map(fingerprint));
  return parsed(now, written.known, rewritten.all)
    .filter(({ entries }) => !said.has(fingerprint(entries)))
    .map(({ place }) => place);
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
