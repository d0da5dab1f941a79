/**
 * Kills the service while it imports customers, screens batches and compares customers with changed lists:
 * `npm run test:monitoring -- --cycles 200 --seed 1`. Checks at the end that every row is one record and one unit, and
 * that every customer has the alerts that a search gives. Ends with 1 and a sentence at the first failure.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { Random } from '../../specimens/random.ts';
import { DATABASE_FILE } from '../../src/open-records.ts';
import { type Client, connected } from '../rig/client.ts';
import { ServiceProcess } from '../rig/service-process.ts';
import { type UnEntry, unList } from '../support/un-list.ts';
import { checkAlerts, checkUnits } from './database.ts';
import { ENDINGS, end, inWords, type Tally } from './kills.ts';

/** So many customers bear a name that some edition lists. */
const LISTED = 250;
/** Entries that every edition has, so that one more or less is no shrunken list. */
const STANDING = 40;
/** An entry stays for so many editions. */
const STAY = 3;
const BATCH_ROWS = 200;
const MAX_LIFE_MS = 3_000;
const MAX_WAIT_MS = 300_000;
const QUOTA = '2147483647';
const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '50' },
    customers: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const cycles = Number(values.cycles);
const customers = Math.max(LISTED, Number(values.customers));
const listedEvery = Math.floor(customers / LISTED);
const random = new Random(values.seed);
const directory = await mkdtemp(join(tmpdir(), 'touchstone-monitoring-'));
const dataDir = join(directory, 'data');
const service = new ServiceProcess(dataDir, { settings: { TOUCHSTONE_STARTER_LIST: 'off' } });
const began = Date.now();
const references = Array.from({ length: customers }, (_, place) => `c-${place}`);
/** Batches that were accepted, with the rows of each. */
const accepted = new Map<string, number>();
const killed: Tally = new Map();
const tally = { imports: 0, broken: 0 };
let edition = 0;

try {
  const key = await setUp();
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await live(key);
    if (cycle % 50 === 0) console.log(report(cycle));
  }
  await lastCheck(key);
  console.log(`${report(cycles)}\nEvery row is one record and one unit, and customers have the alerts of a search.`);
} catch (error) {
  console.error(`Seed ${values.seed}: ${error instanceof Error ? error.stack : error}`);
  process.exitCode = 1;
} finally {
  await service.kill();
  await rm(directory, { recursive: true, force: true });
}

async function setUp(): Promise<string> {
  const { id } = await service.command<{ id: number }>('accounts', 'create', '--name', 'Rig', '--quota', QUOTA);
  const { key } = await service.command<{ key: string }>('keys', 'create', '--account', String(id), '--name', 'Rig');
  await importEdition();
  const client = await connected(service);
  const rows = references.map((reference, place) => `${reference},${nameOf(place)},Individual\n`);
  const body = `reference,name,entityType\n${rows.join('')}`;
  const headers = { 'content-type': 'text/csv' };
  const made = await client.call('POST', '/api/Customers/import', { key, headers, body });
  assert.equal(made.status, 202, made.text);
  accepted.set(made.body.id, customers);
  await client.close();
  await service.kill();
  return key;
}

function nameOf(place: number): string {
  const turn = place / listedEvery;
  if (!Number.isInteger(turn)) return invented(`customer ${place}`);
  return turn < STANDING ? standing(turn).name : ofEdition(turn - STANDING + 1).name;
}

function standing(index: number): UnEntry {
  return { reference: `QDi.${1000 + index}`, name: invented(`standing ${index}`) };
}

function ofEdition(number: number): UnEntry {
  return { reference: `QDi.${5000 + number}`, name: invented(`edition ${number}`) };
}

/** Two words that are like no others: how rare words are shifts scores a little with each edition. */
function invented(seed: string): string {
  const letters = new Random(seed);
  const word = () =>
    Array.from({ length: 4 }, () => letters.pick([...'bcdfgjklmnprstvz']) + letters.pick([...'aeiou']));
  return [word(), word()].map((syllables) => syllables.join('')).join(' ');
}

/** The next edition of the list: one entry more, and one less. */
async function importEdition(kill?: AbortSignal): Promise<void> {
  edition += 1;
  const recent = Array.from({ length: STAY }, (_, back) => edition - back)
    .filter((number) => number > 0)
    .map(ofEdition);
  const entries = [...Array.from({ length: STANDING }, (_, index) => standing(index)), ...recent];
  const published = new Date(began - 1440 * MINUTE_MS + edition * MINUTE_MS).toISOString();
  const file = await unList(entries, published);
  const done = await service.commandUntil(kill, 'lists', 'import', 'un-sc', file, '--force');
  tally[done ? 'imports' : 'broken'] += 1;
}

/** One life of the service, at times with a batch, and with an edition that takes effect or is cut off. */
async function live(key: string): Promise<void> {
  const client = await connected(service);
  let over = false;
  const batch = async () => {
    const label = random.code('XXXXXXXX');
    const items = Array.from({ length: BATCH_ROWS }, (_, row) => ({
      name: invented(`${label} ${row}`),
      entityType: 'Individual',
    }));
    try {
      const reply = await client.call('POST', '/api/Screening/batch', { key, body: { items } });
      if (reply.status === 202) accepted.set(reply.body.id, BATCH_ROWS);
      else assert.equal(reply.status, 409, reply.text);
    } catch (error) {
      if (!over) throw error;
    }
  };
  const kill = random.chance(0.2) ? AbortSignal.timeout(random.whole(100, 1_500)) : undefined;
  const errands = [
    ...(random.chance(0.3) ? [batch()] : []),
    ...(random.chance(0.6) ? [importEdition(kill)] : []),
    sleep(random.between(0, MAX_LIFE_MS)).then(() => {
      over = true;
      return end(service, random.pick(ENDINGS), killed);
    }),
  ];
  await Promise.all(errands);
  await client.close();
}

/** Left alone, the service ends what was begun. */
async function lastCheck(key: string): Promise<void> {
  await importEdition();
  const client = await connected(service);
  await settled(client, key);
  await importEdition();
  await settled(client, key);
  checkStored();
  for (const [id, rows] of accepted) await checkBatch(client, key, id, rows);
  for (let place = 0; place < customers; place += listedEvery) await checkCustomer(client, key, place);
  await client.close();
  assert.equal(await service.stop(), 0, 'asked to stop, the service failed');
}

async function settled(client: Client, key: string): Promise<void> {
  const late = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const { upToDate } = await service.command<{ upToDate: boolean }>('monitor', 'status');
    const batches = await client.call('GET', '/api/Screening/batch?limit=200', { key });
    const open = batches.body.items.filter(({ status }: { status: string }) => status !== 'done');
    if (upToDate && open.length === 0) return;
    assert.ok(performance.now() < late, `not done: ${JSON.stringify(open[0] ?? 'the comparison')}`);
    await sleep(200);
  }
}

/** What the database says, read by the rig itself. */
function checkStored(): void {
  const db = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  try {
    checkUnits(db);
    checkAlerts(db);
    const runs = db
      .prepare(
        `SELECT from_snapshot AS "from", to_snapshot AS "to", ended_at AS ended,
           (SELECT sum(customers) FROM monitoring_counts WHERE run = monitoring_runs.id) AS customers,
           (SELECT sum(compared) FROM monitoring_counts WHERE run = monitoring_runs.id) AS compared
         FROM monitoring_runs ORDER BY id`,
      )
      .all() as { from: string | null; to: string; ended: string | null; customers: number; compared: number }[];
    for (const [place, run] of runs.entries()) {
      assert.ok(run.ended, `run ${place + 1} never ended`);
      if (place > 0) assert.equal(run.from, runs[place - 1]!.to, `run ${place + 1} left a snapshot out`);
    }
    const last = runs.at(-1)!;
    assert.deepEqual([last.customers, last.compared], [customers, customers], 'the last run compared others');
    for (const run of runs) assert.ok(run.compared <= customers, 'a run compared a customer twice');
  } finally {
    db.close();
  }
}

/** Each row of an accepted batch is exactly one record. */
async function checkBatch(client: Client, key: string, id: string, rows: number): Promise<void> {
  const headers = { accept: 'application/x-ndjson' };
  const { text } = await client.call('GET', `/api/Screening/batch/${id}/results`, { key, headers });
  const results = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { row: number; screeningId: number | null });
  const ids = new Set(results.map(({ screeningId }) => screeningId));
  assert.deepEqual([results.length, ids.size, ids.has(null)], [rows, rows, false], `batch ${id} has other results`);
}

/** A customer's open alerts are the matches that a search finds now. */
async function checkCustomer(client: Client, key: string, place: number): Promise<void> {
  const name = nameOf(place);
  const body = { name, entityType: 'Individual' };
  const found = await client.call('POST', '/api/Screening/screen', { key, body });
  const alerts = await client.call('GET', `/api/Alerts?state=open&customer=${references[place]}`, { key });
  const [wanted, open] = [
    found.body.data.matches.map((match: { name: string }) => match.name).sort(),
    alerts.body.items.map(({ entity }: { entity: { name: string } }) => entity.name).sort(),
  ];
  assert.deepEqual(open, wanted, `${references[place]} (${name}) has other alerts than a search gives`);
}

function report(cycle: number): string {
  const { imports, broken } = tally;
  const rows = [...accepted.values()].reduce((sum, count) => sum + count, 0);
  return [
    `${cycle} lives. Killed: ${inWords(killed)}.`,
    `${accepted.size} batches of ${rows} rows were accepted; ${imports} editions came into force, ${broken} were cut off.`,
  ].join('\n');
}
