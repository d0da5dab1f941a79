import { entryKindOf } from '../domain/entity-type.ts';
import { entryKey } from '../domain/list-entry.ts';
import { factsOf, type ListedOwnEntry } from '../domain/own-list.ts';
import type { Part } from '../screening/beside/part.ts';
import { PartCompiler } from '../screening/beside/part-compiler.ts';
import { FactsInMemory } from '../screening/facts.ts';
import { IndexView } from '../screening/index/view.ts';
import { analyseName } from '../screening/names/analyse.ts';
import type { AnalysedName } from '../screening/names/types.ts';
import { serveFromWorker } from '../threads/serve.ts';
import { isIncomparable, type OwnName } from './incomparable.ts';

/** What a part takes beside others: entities of those that it replaces. */
export interface Replaced {
  /** Of each entity of the part 1 where it counts no more. */
  readonly gone: SharedArrayBuffer;
  /** How many entities of the part still count. */
  readonly left: number;
}

export type Compiled = Omit<Part, 'id'>;
export type BuilderOperations = typeof operations;

/** The index in force, for how rare words are. */
let world: IndexView | undefined;
/** What is compiled now, by a number of whoever asked for it. */
const underWay = new Map<number, PartCompiler>();
/** Names that were read before their entries came, by whose they are. */
const readBefore = new Map<string, AnalysedName>();
/** So many are kept at most: about a kilobyte each. */
const MAX_READ_BEFORE = 150_000;

/** A name as it was read before, which it is once, or as it is read now. */
const analyse: typeof analyseName = (name, kind, parts) => {
  const key = `${kind} ${name}`;
  const known = parts === undefined ? readBefore.get(key) : undefined;
  if (known) readBefore.delete(key);
  return known ?? analyseName(name, kind, parts);
};

const operations = {
  /** Which of some names leave nothing to compare: nobody would ever find them. */
  incomparable: (names: readonly OwnName[]): boolean[] => names.map(isIncomparable),
  /** Reads names whose entries will be compiled here soon. */
  read: (names: readonly OwnName[]): void => {
    for (const { name, entityType } of names) {
      if (readBefore.size >= MAX_READ_BEFORE) return;
      const kind = entryKindOf(entityType);
      readBefore.set(`${kind} ${name}`, analyseName(name, kind));
    }
  },
  /** Adds entries to what is compiled under a number. */
  add: (build: number, entries: readonly ListedOwnEntry[]): void => {
    const compiler = underWay.get(build) ?? new PartCompiler(analyse);
    underWay.set(build, compiler);
    for (const entry of entries) compiler.add(factsOf(entry));
  },
  finish: (build: number): Compiled => {
    const compiler = underWay.get(build) ?? new PartCompiler();
    underWay.delete(build);
    return compiler.part((text) => world?.rarity(text));
  },
  drop: (build: number): void => {
    underWay.delete(build);
  },
  /** Marks the entities of a part that are among `keys` (`entryKey`); with `isLeft` those that are not. */
  mark: (part: Compiled, keys: readonly string[], isLeft: boolean): Replaced => {
    const view = new IndexView(part.index);
    const gone = new SharedArrayBuffer(view.entityTypes.length);
    const marks = new Uint8Array(gone).fill(isLeft ? 1 : 0);
    for (const entity of entitiesOf(view, new FactsInMemory(part.facts, view), keys)) marks[entity] = isLeft ? 0 : 1;
    return { gone, left: marks.reduce((sum, mark) => sum + 1 - mark, 0) };
  },
};

/** Places of the entities of some entries. */
function* entitiesOf(view: IndexView, facts: FactsInMemory, keys: readonly string[]): Generator<number> {
  for (const key of keys) {
    for (const entity of view.entitiesWith(key)) {
      // Another key may have the same hash.
      if (entryKey(facts.read(entity)[0]!) === key) yield entity;
    }
  }
}

serveFromWorker(Promise.resolve(operations), {
  adopt: (index) => {
    world = new IndexView(index as SharedArrayBuffer);
  },
});
