import type { EntryFacts } from '../../src/domain/list-entry.ts';
import { factsOf } from '../../src/domain/own-list.ts';
import type { Part } from '../../src/screening/beside/part.ts';
import { PartCompiler } from '../../src/screening/beside/part-compiler.ts';
import { PartsBeside } from '../../src/screening/beside/search-beside.ts';
import { openSnapshot } from '../../src/screening/engine.ts';
import type { Query } from '../../src/screening/query.ts';
import { BANK_WRITINGS } from '../quality/bank-writings.ts';
import { readEntities } from '../quality/index.ts';
import { THRESHOLD } from '../quality/measure.ts';
import { asTyped } from '../quality/sets.ts';
import { SHARED_LISTS, sharedListPaths } from '../shared-lists.ts';
import { contentOf } from './fill.ts';
import type { SnapshotAt } from './in-force.ts';

const SOURCE = 'us-ofac-sdn';
const ENTRIES = 500;
/** Ways of writing that each entry is asked in. They take turns, so that every way is asked about as often. */
const WAYS = 4;
const MAX_OTHER_NAMES = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** In Latin letters, two words or more, and no number of their own. */
const PLAIN = /^(?=.*\p{L}\s+\p{L})[\p{Script=Latin}\p{M}\s'’.,-]+$/u;

/** A query, and which entries it means, as `source:id`. */
interface Asked {
  readonly query: Query;
  readonly meant: ReadonlySet<string>;
}

/**
 * Whether entries are found on an own list as often as on an official one. It asks for 500 of them as people and banks
 * write them, and for well-known names as people type them. Each is searched on both.
 */
export async function asListed({ directory, id }: SnapshotAt): Promise<void> {
  const engine = await openSnapshot(directory, id);
  const beside = new PartsBeside(engine);
  const print = (set: string, asked: readonly Asked[], entries: readonly EntryFacts[]) => {
    const compiler = new PartCompiler();
    for (const entry of entries) compiler.add(owned(entry));
    const part: Part = { ...compiler.part((text) => engine.rarity(text)), id: entries.length };
    const keyOf = (source: string, entry: string) => `${source}:${entry}`;
    const onLists = asked.filter(({ query, meant }) =>
      engine.search(query).matches.some((match) => match.entries.some((one) => meant.has(keyOf(one.source, one.id)))),
    ).length;
    const onOwn = asked.filter(({ query, meant }) =>
      beside.searchParts(query, [part]).some((match) => match.entries.some((one) => meant.has(one.id))),
    ).length;
    const share = (found: number) => (found / asked.length).toFixed(3);
    console.log(
      `${set}, ${asked.length} queries for ${entries.length} entries: found on the lists ${share(onLists)}, on an own list ${share(onOwn)}`,
    );
  };
  const listed = await entriesOf(SOURCE);
  const chosen = drawn([...listed.values()]);
  print('as people and banks write', written(chosen), chosen);
  const typed = asTyped([]).map(({ name, entityType, dateOfBirth, truth }): Asked => {
    return { query: queryOf(name, entityType, dateOfBirth), meant: truth };
  });
  const meant = new Set(typed.flatMap((one) => [...one.meant]));
  const all: EntryFacts[] = [];
  for (const source of SHARED_LISTS) {
    for (const [key, entry] of await entriesOf(source)) if (meant.has(key)) all.push(entry);
  }
  const known = new Set(all.map(({ source, id: entry }) => `${source}:${entry}`));
  print(
    'as typed',
    typed.filter((one) => [...one.meant].some((key) => known.has(key))),
    all,
  );
}

/** Entries of a list by `source:id`. */
async function entriesOf(source: string): Promise<Map<string, EntryFacts>> {
  const entities = await readEntities(source, sharedListPaths(source) ?? []);
  return new Map(entities.map(({ entries: [entry] }) => [`${source}:${entry!.id}`, entry!]));
}

function drawn(entries: readonly EntryFacts[]): EntryFacts[] {
  const plain = entries.filter(
    ({ kind, names }) => (kind === 'person' || kind === 'organization') && PLAIN.test(names[0]!.full),
  );
  const step = plain.length / ENTRIES;
  return Array.from({ length: Math.min(ENTRIES, plain.length) }, (_, at) => plain[Math.floor(at * step)]!);
}

/** What an own list can hold of an entry. The id says which entry it was. */
function owned({ source, id, kind, names, birthDates }: EntryFacts): EntryFacts {
  const [first, ...others] = names.map(({ full }) => full);
  const content = contentOf(first!);
  const dateOfBirth = birthDates?.find(({ date, to }) => DAY.test(date) && !to)?.date ?? null;
  return factsOf({
    list: 'bench',
    title: 'Bench',
    entry: `${source}:${id}`,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    content: JSON.stringify({
      ...content,
      entityType: kind === 'person' ? 'Individual' : 'Organization',
      otherNames: others.slice(0, MAX_OTHER_NAMES),
      dateOfBirth,
    }),
  });
}

function written(entries: readonly EntryFacts[]): Asked[] {
  return entries.flatMap(({ source, id, kind, names, birthDates }, at) => {
    const ways = BANK_WRITINGS.filter((one) => one.of === kind);
    const { full, parts } = names[0]!;
    const born = birthDates?.find(({ date, to, circa }) => DAY.test(date) && !to && !circa)?.date;
    const listed = { id, name: full, family: parts?.family, given: parts?.given, born };
    return Array.from({ length: WAYS }, (_, way) => ways[(at * WAYS + way) % ways.length]!).flatMap((way): Asked[] => {
      const name = way.write(listed, at);
      if (!name) return [];
      const entityType = kind === 'person' ? 'Individual' : 'Organization';
      return [{ query: queryOf(name.name, entityType, name.dateOfBirth), meant: new Set([`${source}:${id}`]) }];
    });
  });
}

function queryOf(name: string, entityType: Query['entityType'], dateOfBirth: string | undefined): Query {
  const born = dateOfBirth !== undefined && { dateOfBirth };
  return { name, entityType, ...born, minScore: THRESHOLD, limit: 200, today: '2026-11-28' };
}
