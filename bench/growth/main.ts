/**
 * How fast records on PostgreSQL are stored, found and listed as they grow, over 24 months and five accounts:
 * `npm run bench:growth [-- --sizes 10000,100000,1000000 --turns 100]`. docs/scaling.md keeps the figures.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config.ts';
import { MAX_QUOTA } from '../../src/domain/quota.ts';
import { withRecords } from '../../src/open-records.ts';
import type { Records } from '../../src/records/port.ts';
import { screening } from '../../test/records/samples.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../test/support/postgres.ts';
import { ACCOUNTS, fillMonth, settle } from './fill.ts';

const MONTHS = 24;
const DAY_MS = 86_400_000;
/** Large and small accounts find their records alike. */
const [LARGEST, SMALLEST] = [1, ACCOUNTS];

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000,10000000' },
    turns: { type: 'string', default: '200' },
  },
});
const turns = Number(values.turns);

interface Table {
  /** What was done, with its milliseconds at each size. */
  readonly rows: Map<string, string[]>;
  readonly heads: string[];
}

if (!POSTGRES) throw new Error(NO_POSTGRES);
const parent = await mkdtemp(join(tmpdir(), 'touchstone-growth-'));
const server = await PostgresServer.start(['max_connections=50', 'shared_buffers=1GB', 'max_wal_size=8GB']);
const table: Table = { rows: new Map(), heads: [] };
try {
  for (const size of values.sizes.split(',').map(Number)) await bench(size);
  print(table);
} finally {
  server.remove();
  await rm(parent, { recursive: true, force: true });
}

async function bench(size: number): Promise<void> {
  const url = await server.database();
  const config = readConfig({ TOUCHSTONE_DATA_DIR: join(parent, String(size)), TOUCHSTONE_DATABASE_URL: url });
  await withRecords(config, async (records) => {
    for (let account = 0; account < ACCOUNTS; account += 1) {
      await records.accounts.create({ name: 'Bench', quota: MAX_QUOTA, plan: 'bench' }, 'operator');
    }
  });
  const began = performance.now();
  await fill(size, url, () => withRecords(config, async () => {}));
  await settle(url);
  const [sized] = (await server.query('SELECT pg_database_size(current_database()) AS bytes', url)) as {
    bytes: string;
  }[];
  console.error(
    `${size} screenings over ${MONTHS} months in ${seconds(began)} s, ${(Number(sized!.bytes) / 2 ** 30).toFixed(2)} GiB`,
  );
  table.heads.push(String(size));
  await withRecords(config, (records) => measureAll(records, url));
  await server.drop(url);
}

/** As they came: what was stored lies in the past, and a new month begins when the records are opened again. */
async function fill(size: number, url: string, open: () => Promise<void>): Promise<void> {
  const now = new Date();
  for (let number = 0; number < MONTHS; number += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + number, 1));
    const [first, next] = [number, number + 1].map((part) => Math.round((size * part) / MONTHS)) as [number, number];
    await fillMonth(url, { month, first, count: next - first });
    if (number === MONTHS - 1) return;
    await server.query("UPDATE record_months SET month = month - interval '1 month'", url);
    await open();
  }
}

async function measureAll(records: Records, url: string): Promise<void> {
  const ids = async (kind: string, account: number) => {
    // From all months alike, in an order that has nothing to do with them.
    const drawn = `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS all
      FROM ${kind} WHERE account_id = ${account}) AS owned WHERE place % greatest("all" / ${turns}, 1) = 0 ORDER BY md5(id::text)`;
    return ((await server.query(drawn, url)) as { id: string }[]).map(({ id }) => Number(id));
  };
  const [screened, verified, few] = [
    await ids('screenings', LARGEST),
    await ids('verifications', LARGEST),
    await ids('screenings', SMALLEST),
  ];
  const one = (from: readonly number[], turn: number) => from[turn % from.length]!;
  const { screenings, verifications, alerts } = records;
  await measure('a screening by its id', (turn) => screenings.get(LARGEST, one(screened, turn)));
  await measure('a verification by its id', (turn) => verifications.get(LARGEST, one(verified, turn)));
  await measure('screenings, the newest 1000', () => screenings.list(LARGEST, 1000));
  await measure('the same of the smallest account', () => screenings.list(SMALLEST, 1000));
  await measure('screenings, a page of 50', () => screenings.page(LARGEST, { limit: 50, sort: 'newest' }));
  await measure('a deep page by cursor', (turn) =>
    screenings.page(LARGEST, { limit: 50, sort: 'newest', after: { value: 0, id: one(screened, turn) } }),
  );
  await measure('a deep page, the smallest account', (turn) =>
    screenings.page(SMALLEST, { limit: 50, sort: 'newest', after: { value: 0, id: one(few, turn) } }),
  );
  await measure('the first page by score', () => screenings.page(LARGEST, { limit: 50, sort: 'score' }));
  await measure('a deep page by score', (turn) =>
    screenings.page(LARGEST, { limit: 50, sort: 'score', after: { value: 70 + (turn % 30), id: 1 } }),
  );
  const page = { limit: 50, offset: 0, descending: true, sort: 'createdAt' } as const;
  await measure('the API, page and total', () => screenings.filtered(LARGEST, page));
  await measure('the same, one day', (turn) => screenings.filtered(LARGEST, { ...page, ...day(turn) }));
  await measure('verifications, a page of 50', () => verifications.page(LARGEST, { limit: 50, sort: 'newest' }));
  await measure('open alerts, a page of 50', () => alerts.page(LARGEST, { state: 'open', limit: 50, sort: 'newest' }));
  await measure('open alerts by score', () => alerts.page(LARGEST, { state: 'open', limit: 50, sort: 'score' }));
  await measure('how many alerts are open', () => alerts.open(LARGEST));
  const days = Array.from({ length: 30 }, (_, back) => new Date(Date.now() - (30 - back) * DAY_MS).toISOString());
  await measure('overview, counts of 30 days', () => records.counts(LARGEST, days));
  await measure('analytics of 30 days', () => records.usage(LARGEST, days[0]!, new Date().toISOString()));
  const year = new Date(Date.now() - 365 * DAY_MS).toISOString();
  await measure('analytics of a year', () => records.usage(LARGEST, year, new Date().toISOString()), 5);
  await measure('store a screening', (turn) => screenings.create(screening(LARGEST, null, `Nobody ${turn}`, 0)));
  await measure('store one with two matches', (turn) =>
    screenings.create(screening(LARGEST, null, `Somebody ${turn}`, 2)),
  );
}

function day(turn: number): { from: string; to: string } {
  const from = Date.now() - (1 + (turn % 600)) * DAY_MS;
  return { from: new Date(from).toISOString(), to: new Date(from + DAY_MS).toISOString() };
}

async function measure(what: string, work: (turn: number) => Promise<unknown>, count = turns): Promise<void> {
  const times: number[] = [];
  // What a service does all day is prepared, on every connection.
  for (let turn = 0; turn < Math.min(count, 24); turn += 1) await work(turn);
  const limit = performance.now() + 20_000;
  for (let turn = 0; turn < count && performance.now() < limit; turn += 1) {
    const start = performance.now();
    await work(turn);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)]!.toFixed(1);
  table.rows.set(what, [...(table.rows.get(what) ?? []), `${at(0.5)} / ${at(0.99)}`]);
  console.error(`  ${what}: ${at(0.5)} / ${at(0.99)} ms`);
}

function print({ rows, heads }: Table): void {
  console.log(`| p50 / p99 ms | ${heads.join(' | ')} |\n|---|${heads.map(() => '---:').join('|')}|`);
  for (const [what, cells] of rows) console.log(`| ${what} | ${cells.join(' | ')} |`);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
