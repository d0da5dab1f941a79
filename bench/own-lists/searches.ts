import { factsOf } from '../../src/domain/own-list.ts';
import type { Part } from '../../src/screening/beside/part.ts';
import { PartCompiler } from '../../src/screening/beside/part-compiler.ts';
import { PartsBeside } from '../../src/screening/beside/search-beside.ts';
import { openSnapshot } from '../../src/screening/engine.ts';
import { mixedQueries } from '../api/queries.ts';
import { ownNames } from '../api/service.ts';
import { contentOf } from './fill.ts';
import type { SnapshotAt } from './in-force.ts';

/** Searches that are not counted: the code is still being compiled. */
const WARM_UP = 2_000;
const SEARCHES = 8_000;
/** Queries that one way takes before the other has its turn. Each query is asked one way, so that no memory helps. */
const TURN = 25;

/** Processor time of a search without and with own entries, in turns on one thread. */
export async function searches({ directory, id }: SnapshotAt, entries: number): Promise<void> {
  const engine = await openSnapshot(directory, id);
  const compiler = new PartCompiler();
  const about = { list: 'bench', title: 'Bench', version: 1, createdAt: '2026-01-01T00:00:00.000Z' };
  for (const [at, name] of ownNames(entries).entries()) {
    compiler.add(factsOf({ ...about, entry: `E${at}`, content: JSON.stringify(contentOf(name)) }));
  }
  const part: Part = { ...compiler.part((text) => engine.rarity(text)), id: 1 };
  const beside = new PartsBeside(engine);
  const ways = [
    (query: (typeof queries)[number]) => engine.search(query),
    (query: (typeof queries)[number]) => beside.search(query, [part]),
  ] as const;
  const queries = mixedQueries()
    .slice(0, SEARCHES)
    .map(({ name, entityType, dateOfBirth }) => ({
      name,
      entityType: entityType as 'Individual',
      ...(dateOfBirth && { dateOfBirth }),
      minScore: 70,
      limit: 200,
      today: '2026-11-28',
    }));
  const spent = [0, 0];
  for (let from = 0; from < queries.length; from += TURN) {
    const way = (from / TURN) % 2;
    const before = process.threadCpuUsage();
    for (const query of queries.slice(from, from + TURN)) answered(() => ways[way]!(query));
    const { user, system } = process.threadCpuUsage(before);
    if (from >= WARM_UP) spent[way]! += user + system;
  }
  const each = spent.map((micros) => micros / 1_000 / ((queries.length - WARM_UP) / 2));
  console.log(
    `a search: ${each[0]!.toFixed(2)} ms without, ${each[1]!.toFixed(2)} ms with ${entries} own entries (${(each[1]! / each[0]!).toFixed(2)} times)`,
  );
}

/** A query that leaves nothing to compare is refused either way. */
function answered(search: () => unknown): void {
  try {
    search();
  } catch {
    // Refused.
  }
}
