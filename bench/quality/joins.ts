// Who is one person on several lists: what is joined of what is proven, and how many matches a well-known person is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EntryFacts, entryKey } from '../../src/domain/list-entry.ts';
import { authorityOf } from '../../src/watchlists/merge/evidence/contradictions.ts';
import { JOIN_KINDS } from '../../src/watchlists/merge/evidence/telling-words.ts';
import { mergeEntries } from '../../src/watchlists/merge/merge-entries.ts';
import { benchData } from '../shared-lists.ts';
import { entriesToJoin, Proven, SOURCE_ORDER, withoutProof } from './proven.ts';

/** By key of an entry, the entity that it is in. */
type Entities = ReadonlyMap<string, object>;

/** Prints what is joined with everything known, and with references and documents hidden. */
export async function measureJoins(shown: number): Promise<void> {
  const all = await entriesToJoin();
  // OFSI's list ended in January 2026. Beside Britain's other list each of its entries is a rival.
  const one = all.filter(({ source }) => source !== 'uk-ofsi');
  for (const [told, entries, given] of [
    ['everything known', all, all],
    ['everything known, without the list of OFSI', one, one],
    ['references and documents hidden', one, one.map(withoutProof)],
  ] as const) {
    const proven = new Proven(entries);
    const start = performance.now();
    const { entities, joins } = mergeEntries(given, SOURCE_ORDER);
    const seconds = (performance.now() - start) / 1000;
    const of = new Map(entities.flatMap((entity) => entity.entries.map((entry) => [entryKey(entry), entity])));
    print(`\njoins, ${told}: ${JSON.stringify(joins)}, ${entities.length} entities, ${seconds.toFixed(1)} s`);
    printProven(entries, proven, of, shown);
    printAsTyped(of, twice(entries, proven), shown);
  }
}

function printProven(entries: readonly EntryFacts[], proven: Proven, of: Entities, shown: number): void {
  const isJoined = (a: number, b: number) => of.get(entryKey(entries[a]!)) === of.get(entryKey(entries[b]!));
  const same = [...proven.samePairs()];
  const missed = same.filter(([a, b]) => !isJoined(a, b));
  const share = (of: readonly unknown[], all: readonly unknown[]) => (1 - of.length / all.length).toFixed(4);
  const shares = JOIN_KINDS.map((kind) => {
    const isOfKind = ([a]: readonly [number, number]) => entries[a]!.kind === kind;
    return `of kind ${kind} ${share(missed.filter(isOfKind), same.filter(isOfKind))}`;
  });
  print(`proven one: ${same.length} pairs, joined ${share(missed, same)}; ${shares.join(', ')}`);
  const wrong: [number, number][] = [];
  const members = Map.groupBy(entries.keys(), (place) => of.get(entryKey(entries[place]!))!);
  for (const places of members.values()) {
    for (const [at, a] of places.entries()) {
      for (const b of places.slice(at + 1)) if (proven.isSame(a, b) === false) wrong.push([a, b]);
    }
  }
  const different = proven.differentPairs();
  print(`proven two: ${different} pairs, joined ${wrong.length}`);
  for (const [word, pairs] of [
    ['apart', missed],
    ['joined', wrong],
  ] as const) {
    const step = Math.max(1, Math.floor(pairs.length / Math.max(1, shown)));
    for (const [a, b] of pairs.filter((_, place) => place % step === 0).slice(0, shown))
      print(`    ${word}  ${inWords(entries[a]!)}  ·  ${inWords(entries[b]!)}`);
  }
}

/** Whether an authority has two of the entries that nothing proves to be one: evidence never joins those. */
function twice(entries: readonly EntryFacts[], proven: Proven): (keys: readonly string[]) => boolean {
  const places = new Map(entries.map((entry, place) => [entryKey(entry), place]));
  return (keys) => {
    const own = keys.flatMap((key) => places.get(key) ?? []);
    const groups = Map.groupBy(own, (place) => authorityOf(entries[place]!.source)).values();
    return [...groups].some((of) => new Set(of.map((place) => proven.groupOf(place))).size > 1);
  };
}

/** How many matches each of the well-known people and organisations is who stand on several lists. */
function printAsTyped(of: Entities, isTwice: (keys: readonly string[]) => boolean, shown: number): void {
  const path = join(benchData(), 'bench/as-typed/as-typed.truth.tsv');
  const rows = readFileSync(path, 'utf8').trim().split('\n');
  for (const kind of ['ind-', 'org-']) {
    const known = new Set(rows.filter((row) => row.startsWith(kind)).map((row) => row.split('\t')[1]!));
    const listed = [...known].map((keys) => keys.split('|').filter((key) => of.has(key)));
    const several = listed.filter((keys) => new Set(keys.map((key) => key.split(':')[0])).size > 1);
    const counts = several.map((keys) => new Set(keys.map((key) => of.get(key))).size);
    const share = (most: number) => (counts.filter((count) => count <= most).length / counts.length).toFixed(3);
    print(`as typed, ${kind}, on several lists: ${counts.length}, one match ${share(1)}, two at most ${share(2)}`);
    const once = counts.filter((_, place) => !isTwice(several[place]!));
    const one = once.filter((count) => count === 1).length;
    print(`    of them on no authority's lists twice: ${once.length}, one match ${(one / once.length).toFixed(3)}`);
    for (const [place, count] of counts.entries()) {
      if (count > 1 && shown > 20) print(`    ${count} matches: ${several[place]!.join(' | ')}`);
    }
  }
}

const inWords = ({ source, id, names, birthDates = [], programmes = [] }: EntryFacts): string =>
  `${source}:${id} ${names[0]!.full} ${birthDates.map(({ date }) => date)} ${programmes.join().slice(0, 40)}`;

const print = (line: string) => process.stdout.write(`${line}\n`);
