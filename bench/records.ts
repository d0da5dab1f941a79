/**
 * How fast records are stored and listed, on the disk of the temporary directory:
 * `npm run bench:records`. Prints a table; figures are kept in docs/benchmarks.md.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { DATABASE_FILE, openRecords } from '../src/open-records.ts';
import type { Records } from '../src/records/port.ts';
import { say } from '../src/sentences.ts';
import { SOURCES } from '../src/watchlists/registry.ts';
import { accountWithKey, screening } from '../test/records/samples.ts';

const LISTED_RECORDS = 100_000;
const MATCHES = 3;
const CLEAR_RECORDS = 50_000;
const RUNS: readonly { clients: number; records: number }[] = [
  { clients: 1, records: 500 },
  { clients: 8, records: 4_000 },
  { clients: 64, records: 16_000 },
];

const directory = await mkdtemp(join(tmpdir(), 'touchstone-bench-records-'));
try {
  const started = performance.now();
  const records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }));
  console.log(`open, empty: ${(performance.now() - started).toFixed(0)} ms\n`);
  const account = await accountWithKey(records, 2_147_483_647);
  console.log(`A screening with ${MATCHES} matches, from create() to the promise that says it is on disk:\n`);
  console.log('| clients | records/s | p50 ms | p99 ms |\n|---:|---:|---:|---:|');
  for (const run of RUNS) console.log(await inserts(records, account, run.clients, run.records));
  await fill(records, account);
  console.log(`\nWith ${LISTED_RECORDS} records in the account:\n`);
  console.log('| read | p50 ms | p99 ms |\n|---|---:|---:|');
  console.log(await reads('list, 1000 records', 20, () => records.screenings.list(account.accountId, 1000)));
  const page = { offset: 0, limit: 200, descending: true };
  for (const sort of ['createdAt', 'highestScore', 'name'] as const) {
    const filtered = (offset: number) => records.screenings.filtered(account.accountId, { ...page, sort, offset });
    console.log(await reads(`page of 200 with its total, by ${sort}`, 20, () => filtered(0)));
    console.log(await reads(`the last such page, by ${sort}`, 20, () => filtered(LISTED_RECORDS - 200)));
  }
  console.log(await reads('get', 500, (turn) => records.screenings.get(account.accountId, 1 + turn * 97)));
  console.log(await reads('access of a key', 500, () => records.accounts.access(account.keyId, '2026-11')));
  await records.close();
  const { size } = await stat(join(directory, DATABASE_FILE));
  console.log(`\n${(size / LISTED_RECORDS / 1024).toFixed(1)} KiB a record`);
  console.log('\nBytes of a clear screening while every sanctions list is old:\n');
  for (const aboutLists of [0, 1]) {
    const bytes = await bytesOfClear(join(directory, `clear-${aboutLists}`), aboutLists);
    console.log(`- what is said of the lists ${aboutLists === 0 ? 'in each record' : 'kept once a day'}: ${bytes}`);
  }
} finally {
  await rm(directory, { recursive: true });
}

type Owner = { accountId: number; keyId: string };

async function inserts(records: Records, owner: Owner, clients: number, count: number): Promise<string> {
  const times: number[] = [];
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      await records.screenings.create(screening(owner.accountId, owner.keyId, `Person ${left}`, MATCHES));
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const rate = (count / (performance.now() - start)) * 1000;
  return `| ${clients} | ${rate.toFixed(0)} | ${quantile(times, 0.5)} | ${quantile(times, 0.99)} |`;
}

async function fill(records: Records, owner: Owner): Promise<void> {
  const there = RUNS.reduce((sum, run) => sum + run.records, 0);
  await inserts(records, owner, 512, LISTED_RECORDS - there);
}

/** The database, for each of many clear screenings. `aboutLists`: how many notes are kept apart from the record. */
async function bytesOfClear(dataDir: string, aboutLists: number): Promise<string> {
  const records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: dataDir }));
  const { accountId, keyId } = await accountWithKey(records, 2_147_483_647);
  const sanctions = SOURCES.filter(({ category, optIn }) => category === 'sanctions' && !optIn);
  const ages = sanctions.map(({ name }) => say('list.age', { list: name, published: '2026-11-14' }));
  const said = { notes: [say('list.old', { days: 7, ages: ages.join(', ') })], aboutLists };
  const store = (count: number) =>
    records.screenings.create({ ...screening(accountId, keyId, `Person Number ${count}`, 0), ...said });
  for (let count = 0; count < CLEAR_RECORDS; count += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, place) => store(count + place)));
  }
  await records.close();
  const { size } = await stat(join(dataDir, DATABASE_FILE));
  return (size / CLEAR_RECORDS).toFixed(0);
}

async function reads(what: string, count: number, read: (turn: number) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const start = performance.now();
    await read(turn);
    times.push(performance.now() - start);
  }
  return `| ${what} | ${quantile(times, 0.5)} | ${quantile(times, 0.99)} |`;
}

function quantile(times: readonly number[], q: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!.toFixed(2);
}
