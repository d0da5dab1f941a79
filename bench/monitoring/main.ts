/**
 * Monitoring by difference: `npm run bench:monitoring -- --customers 1000000 --changed 1000`. Prints how long a run
 * takes, how much memory it adds, and how much slower a search gets meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { readConfig } from '../../src/config.ts';
import type { SnapshotEntity, SnapshotSource } from '../../src/domain/snapshot.ts';
import { Monitor } from '../../src/monitoring/monitor.ts';
import { DATABASE_FILE, openRecords } from '../../src/open-records.ts';
import type { Records } from '../../src/records/port.ts';
import { buildSnapshot } from '../../src/screening/index/build.ts';
import { ScreeningPool } from '../../src/screening/pool.ts';
import { ENGINE_VERSION } from '../../src/screening/version.ts';
import { sourceById } from '../../src/watchlists/registry.ts';
import { mergedEntities } from '../quality/index.ts';
import { SHARED_LISTS, sharedListPaths } from '../shared-lists.ts';
import { grownCustomers } from './customers.ts';

const { values } = parseArgs({
  options: { customers: { type: 'string', default: '1000000' }, changed: { type: 'string', default: '1000' } },
});
const [customers, changed] = [Number(values.customers), Number(values.changed)];
/** Searches for the latency: one after another, with a pause as long as a client takes to read. */
const [SEARCHES, PAUSE_MS] = [400, 10];
const SAMPLE_MS = 100;

if (SHARED_LISTS.every((source) => sharedListPaths(source) === undefined)) {
  process.stdout.write('The shared benchmark is not at hand (TOUCHSTONE_BENCH_DATA): nothing was measured.\n');
  process.exit(0);
}
const directory = mkdtempSync(join(tmpdir(), 'touchstone-monitoring-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }));
const sources = SHARED_LISTS.map(snapshotSource);
const entities = await mergedEntities(SHARED_LISTS);
await publish('before', before(entities));
await publish('after', after(entities));
await fill(records);
print(`${customers} customers, ${entities.length} entities of which ${changed} are new, changed or gone`);

const pool = ScreeningPool.create();
await pool.load(directory, 'after');
const names = [...grownCustomers(SEARCHES)].map(({ name }) => name);
await latencies(names.length);
const idle = await latencies(names.length);
const memory = process.memoryUsage.rss();
let most = memory;
const sampling = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, SAMPLE_MS);

const monitor = new Monitor({ records, directory, now: () => new Date(), log: { info: () => {}, error: print } });
const last = (await records.monitoring.begin({ reason: 'lists', from: null, to: 'before' }))!;
await records.monitoring.end(last.id);
const begun = performance.now();
const processor = process.cpuUsage();
let seconds: number | undefined;
let worked = 0;
const run = monitor.look().then(() => {
  seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(processor);
  worked = (user + system) / 1e6;
});
const meanwhile: number[] = [];
while (seconds === undefined) meanwhile.push(...(await latencies(20, () => seconds !== undefined)));
await run;
clearInterval(sampling);
const { compared, opened, delisted } = (await records.monitoring.latest())!;
print(`compared ${compared} in ${seconds.toFixed(1)} s (${worked.toFixed(1)} s of processor time)`);
print(`${opened} alerts opened, ${delisted} delisted`);
print(`memory: ${mebibytes(memory)} MiB before, at most ${mebibytes(most - memory)} MiB more`);
const [quiet, busy] = [median(idle), median(meanwhile)];
print(`a search: median ${quiet.toFixed(2)} ms, meanwhile ${busy.toFixed(2)} ms (${(busy / quiet).toFixed(1)} ×)`);
await pool.close();
await records.close();

/** Half of the entities are new later, and others are not there any more. */
function before(all: readonly SnapshotEntity[]): SnapshotEntity[] {
  return all.filter((_, place) => roleOf(place, all.length) !== 'new');
}

function after(all: readonly SnapshotEntity[]): SnapshotEntity[] {
  return all.flatMap((entity, place) => {
    const role = roleOf(place, all.length);
    if (role === 'gone') return [];
    if (role !== 'changed') return [entity];
    const [first, ...rest] = entity.entries as [SnapshotEntity['entries'][number]];
    return [{ entries: [{ ...first, remarks: `${first.remarks ?? ''} Amended.` }, ...rest] }];
  });
}

/** Spread over all lists: half of what changed is new, most of the rest is amended, and a tenth is gone. */
function roleOf(place: number, all: number): 'same' | 'new' | 'changed' | 'gone' {
  const step = Math.floor(all / changed);
  if (place % step !== 0 || place / step >= changed) return 'same';
  const turn = (place / step) % 10;
  return turn < 5 ? 'new' : turn < 9 ? 'changed' : 'gone';
}

async function publish(id: string, entities: readonly SnapshotEntity[]): Promise<void> {
  const createdAt = new Date().toISOString();
  await buildSnapshot({ id, createdAt, sources, entities }, directory);
  await records.snapshots.publish({ id, createdAt, engine: ENGINE_VERSION, sources }, 'operator');
}

function snapshotSource(source: string): SnapshotSource {
  const { name, category } = sourceById(source);
  const counts = { entries: 0, names: 0, sha256: '', fetched: new Date().toISOString() };
  return { source, name, category, starter: false, ...counts };
}

/** Straight into the table, since each would be screened otherwise. */
async function fill({ accounts }: Records): Promise<void> {
  const { id } = await accounts.create({ name: 'Bench', quota: 1, plan: 'bench' }, 'operator');
  const db = new Database(join(directory, DATABASE_FILE));
  const insert = db.prepare(
    `INSERT INTO customers (account_id, reference, name, folded, entity_type, date_of_birth, other_names, categories,
       min_score, monitored, created_at, updated_at)
     VALUES (?, ?, ?, '', ?, ?, '[]', '["pep","sanctions","wanted"]', 70, 1, ?, ?)`,
  );
  const at = new Date().toISOString();
  db.transaction(() => {
    let count = 0;
    for (const { name, entityType, born } of grownCustomers(customers)) {
      insert.run(id, `c${count++}`, name, entityType, born && `${born}T00:00:00Z`, at, at);
    }
  })();
  db.close();
}

/** Milliseconds of so many searches. */
async function latencies(count: number, isOver = () => false): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < count && !isOver(); turn++) {
    const start = performance.now();
    await pool.search({ name: names[turn % names.length]!, entityType: 'Individual', minScore: 70, limit: 200 });
    found.push(performance.now() - start);
    await sleep(PAUSE_MS);
  }
  return found;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}

function print(line: unknown): void {
  process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
}
