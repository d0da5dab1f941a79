import type { EntityType } from '../../src/domain/entity-type.ts';
import { factsOf } from '../../src/domain/own-list.ts';
import type { Part } from '../../src/screening/beside/part.ts';
import { PartCompiler } from '../../src/screening/beside/part-compiler.ts';
import { PartsBeside } from '../../src/screening/beside/search-beside.ts';
import { type Engine, openSnapshot } from '../../src/screening/engine.ts';
import type { Query } from '../../src/screening/query.ts';
import { mixedQueries } from '../api/queries.ts';
import { type OwnNames, ownLists } from '../api/service.ts';
import { contentOf } from './fill.ts';
import type { SnapshotAt } from './in-force.ts';

/** Searches that are not counted: the code is still being compiled. */
const WARM_UP = 2_000;
const SEARCHES = 12_000;
/** Queries that one way takes before the other has its turn. Each query is asked one way, so that no memory helps. */
const TURN = 25;

/** Processor time of a search without and with own entries, in turns on one thread. */
export async function searches({ directory, id }: SnapshotAt, entries: number): Promise<void> {
  const engine = await openSnapshot(directory, id);
  const beside = new PartsBeside(engine);
  const lists = ownLists(entries);
  const ways = [
    (query: Query) => engine.search(query),
    ...lists.map(([, names], at) => {
      const part = { ...partOf(names, engine), id: at + 1 };
      return (query: Query) => beside.search(query, [part]);
    }),
  ];
  const queries = mixedQueries()
    .slice(0, SEARCHES)
    .map(({ name, entityType, dateOfBirth }) => ({
      name,
      entityType: entityType as EntityType,
      ...(dateOfBirth && { dateOfBirth }),
      minScore: 70,
      limit: 200,
      today: '2026-11-28',
    }));
  const spent = ways.map(() => ({ micros: 0, searches: 0 }));
  for (let from = 0; from < queries.length; from += TURN) {
    const way = (from / TURN) % ways.length;
    const some = queries.slice(from, from + TURN);
    const before = process.threadCpuUsage();
    for (const query of some) answered(() => ways[way]!(query));
    const { user, system } = process.threadCpuUsage(before);
    if (from < WARM_UP) continue;
    spent[way]!.micros += user + system;
    spent[way]!.searches += some.length;
  }
  const [without, ...each] = spent.map(({ micros, searches }) => micros / 1_000 / searches);
  console.log(`a search without own entries: ${without!.toFixed(2)} ms`);
  for (const [at, [of]] of lists.entries()) {
    const times = (each[at]! / without!).toFixed(3);
    console.log(`with ${entries} own entries, ${of}: ${each[at]!.toFixed(2)} ms (${times} times)`);
  }
}

function partOf(names: OwnNames, engine: Engine): Omit<Part, 'id'> {
  const compiler = new PartCompiler();
  const about = { list: 'bench', title: 'Bench', version: 1, createdAt: '2026-01-01T00:00:00.000Z' };
  for (const [at, { name, entityType }] of names.entries()) {
    const content = JSON.stringify({ ...contentOf(name), entityType });
    compiler.add(factsOf({ ...about, entry: `E${at}`, content }));
  }
  return compiler.part((text) => engine.rarity(text));
}

/** A query that leaves nothing to compare is refused either way. */
function answered(search: () => unknown): void {
  try {
    search();
  } catch {
    // Refused.
  }
}
