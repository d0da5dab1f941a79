/**
 * Adverse media at a year: `npm run bench:media -- --days 365 --events 8000`. Prints the size of the index and the
 * time of a day. Then the time and memory of searches, and for how many customers the news finds somebody. `--keep DIR`
 * holds the index, so that another run adds the days that it lacks.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { EntityType } from '../../src/domain/entity-type.ts';
import { MediaIndex } from '../../src/media/index/media-index.ts';
import { MediaSearch } from '../../src/media/index/media-search.ts';
import { benchCustomers } from '../monitoring/customers.ts';
import { allEntities, mergedEngine } from '../quality/index.ts';
import { SHARED_LISTS, sharedListPaths } from '../shared-lists.ts';
import { GeneratedNews } from './generated-news.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    events: { type: 'string', default: '8000' },
    keep: { type: 'string' },
  },
});
const [days, events] = [Number(values.days), Number(values.events)];
const WARM_UP = 200;
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2025-01-01');

if (SHARED_LISTS.every((source) => sharedListPaths(source) === undefined)) {
  process.stdout.write('The shared benchmark is not at hand (TOUCHSTONE_BENCH_DATA): nothing was measured.\n');
  process.exit(0);
}
const directory = values.keep ?? mkdtempSync(join(tmpdir(), 'touchstone-media-'));
if (values.keep === undefined) process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const file = join(directory, 'index.db');
const engine = await mergedEngine(SHARED_LISTS);
await fill();
const memory = process.memoryUsage.rss();
const index = MediaIndex.reading(file)!;
const { events: stored, persons, organizations } = index.totals();
print(
  `${stored} events, ${persons} names of persons, ${organizations} of organisations, ${mebibytes(statSync(file).size)} MiB`,
);
const search = new MediaSearch(engine, index);
const customers = benchCustomers();
const times: number[] = [];
const processor: number[] = [];
// The first searches compile the program, which a service does once.
for (const { name, entityType } of customers.slice(-WARM_UP)) seek(name, entityType);
const found = new Map<string, number>();
for (const [type, asked] of Map.groupBy(customers, ({ entityType }) => entityType)) {
  for (const { name, entityType } of asked) {
    const [begun, before] = [performance.now(), process.threadCpuUsage()];
    const eventCount = seek(name, entityType);
    const { user, system } = process.threadCpuUsage(before);
    times.push(performance.now() - begun);
    processor.push((user + system) / 1000);
    if (eventCount > 0) found.set(type, (found.get(type) ?? 0) + 1);
  }
}
print(`search: ${percentiles(times)}`);
print(`processor time of a search: ${percentiles(processor)}`);
print(`memory: ${mebibytes(process.memoryUsage.rss() - memory)} MiB more`);
const all = [...found.values()].reduce((sum, count) => sum + count, 0);
print(
  `customers with a finding: ${all} of ${customers.length} (${((all / customers.length) * 100).toFixed(2)} %), ${JSON.stringify([...found])}`,
);

/** How many events name whom a customer is called, at the default score. */
function seek(name: string, entityType: EntityType): number {
  return search.search({ name, entityType, otherNames: [], countries: [], offences: [], minScore: 70 }).eventCount;
}

function percentiles(unsorted: readonly number[]): string {
  const sorted = unsorted.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${sorted.at(-1)!.toFixed(1)} ms`;
}

/** A day after the other, as syncs do. */
async function fill(): Promise<void> {
  const writer = MediaIndex.open(file);
  const had = new Set(writer.days().map(({ day }) => day));
  if (had.size >= days) return writer.close();
  const news = new GeneratedNews(await allEntities());
  const spent: number[] = [];
  for (let number = 0; number < days; number += 1) {
    const day = new Date(FIRST + number * DAY_MS).toISOString().slice(0, 10);
    const told = news.day(day, events);
    if (had.has(day)) continue;
    const begun = performance.now();
    writer.putDay({ day, state: '1', files: 96, articles: events * 2, bytes: 0 }, told);
    spent.push((performance.now() - begun) / 1000);
    if (number % 20 === 19) print(`${number + 1} days, the last in ${spent.at(-1)!.toFixed(1)} s`);
  }
  writer.close();
  const last = spent.slice(-10);
  print(`a day of ${events} events takes ${(last.reduce((sum, one) => sum + one, 0) / last.length).toFixed(1)} s`);
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
