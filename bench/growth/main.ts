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
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../test/support/postgres.ts';
import { ACCOUNTS, fillMonth, settle } from './fill.ts';
import { measureAll } from './measure.ts';

const MONTHS = 24;

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
  const measured = await withRecords(config, (records) =>
    measureAll(records, (text) => server.query(text, url), turns),
  );
  for (const [what, cell] of measured) table.rows.set(what, [...(table.rows.get(what) ?? []), cell]);
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

function print({ rows, heads }: Table): void {
  console.log(`| p50 / p99 ms | ${heads.join(' | ')} |\n|---|${heads.map(() => '---:').join('|')}|`);
  for (const [what, cells] of rows) console.log(`| ${what} | ${cells.join(' | ')} |`);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
