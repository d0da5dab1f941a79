import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SnapshotEntity } from '../../src/domain/snapshot.ts';
import { Engine } from '../../src/screening/engine.ts';
import { buildSnapshot, snapshotFiles } from '../../src/screening/index/build.ts';
import { readIndexFile } from '../../src/screening/index/format.ts';
import type { Query } from '../../src/screening/query.ts';
import { allEntities } from '../quality/index.ts';
import { retrievalSets, sharedSetsAtHand } from '../quality/sets.ts';
import { measureBulk } from './bulk.ts';
import { grown } from './grow.ts';

const QUERIES_A_SET = 200;
const ROUNDS = 3;
const WARM_UP = 300;
const SCALES = [10_000, 100_000, 1_000_000];

/** Queries made to cost as much as they can. */
const HOSTILE: Readonly<Record<string, string>> = {
  'one letter 200 times': 'a'.repeat(200),
  '100 single letters': 'a '.repeat(100).trim(),
  '60 short words': Array.from({ length: 60 }, (_, index) => `ab${String.fromCharCode(97 + (index % 26))}`).join(' '),
  'the commonest names': 'mohammed ali ahmed hassan '.repeat(8).trim(),
  'the commonest company words': 'company limited bank group international trading '.repeat(4).trim(),
  'one long word': 'abdulrahmanmohammedali'.repeat(9),
};

if (!sharedSetsAtHand()) {
  process.stdout.write('The shared benchmark is not at hand (TOUCHSTONE_BENCH_DATA): nothing was measured.\n');
  process.exit(0);
}
const directory = mkdtempSync(join(tmpdir(), 'touchstone-speed-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const queries = mixedQueries();
const entities = await allEntities();
if (process.argv.includes('scale')) {
  for (const size of SCALES) await measure([...grown(entities, size)], `size${size}`);
} else {
  const engine = await measure(entities, 'all');
  for (const [kind, name] of Object.entries(HOSTILE)) {
    const query: Query = { name: name.slice(0, 200), entityType: 'Individual', minScore: 70, limit: 50 };
    const [person, company] = [timed(engine, query), timed(engine, { ...query, entityType: 'Organization' })];
    print(`hostile, ${kind}: ${Math.max(person, company).toFixed(1)} ms`);
  }
  engine.close();
  await measureBulk(directory, 'all', queries, print);
}

async function measure(entities: readonly SnapshotEntity[], id: string): Promise<Engine> {
  const names = entities.reduce((sum, { entries }) => sum + entries.reduce((n, entry) => n + entry.names.length, 0), 0);
  print(`${entities.length} entities, ${names} names`);
  let start = performance.now();
  await buildSnapshot({ id, createdAt: new Date(0).toISOString(), sources: [], entities }, directory);
  const files = snapshotFiles(directory, id);
  const [index, facts] = [statSync(files.index).size, statSync(files.facts).size];
  print(`compiled in ${seconds(start)} s, peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
  print(`index ${mebibytes(index)} MiB, ${Math.round(index / names)} bytes a name; facts ${mebibytes(facts)} MiB`);
  start = performance.now();
  const engine = Engine.open(await readIndexFile(files.index), files.facts);
  print(`loaded in ${seconds(start)} s`);
  for (const query of queries.slice(0, WARM_UP)) engine.search(query);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) for (const query of queries) times.push(timed(engine, query));
  const total = times.reduce((sum, time) => sum + time, 0);
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(2);
  print(
    `${times.length} queries on one thread: p50 ${quantile(0.5)} ms, p90 ${quantile(0.9)}, p99 ${quantile(0.99)}, most ${quantile(1)}; ${Math.round((1000 * times.length) / total)} a second`,
  );
  return engine;
}

function timed(engine: Engine, query: Query): number {
  const began = performance.now();
  engine.search(query);
  return performance.now() - began;
}

/** As many queries from each set of the quality benchmark, in an order that mixes them. */
function mixedQueries(): Query[] {
  const sets = retrievalSets([]).map(({ queries }) => queries.slice(0, QUERIES_A_SET));
  const mixed: Query[] = [];
  for (let place = 0; place < QUERIES_A_SET; place++) {
    for (const set of sets) {
      const labelled = set[place];
      if (labelled) mixed.push({ name: labelled.name, entityType: labelled.entityType, minScore: 70, limit: 50 });
    }
  }
  return mixed;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(2);
}

function mebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
