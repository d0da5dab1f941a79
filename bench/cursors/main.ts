// How fast the API's lists by cursor are: `npm run bench:cursors [-- --alerts 100000 --customers 1000000 --turns 40]`.
// Fills a new data directory, starts the service as its own process, asks over HTTPS and prints a table.
// docs/benchmarks.md keeps the figures.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { readConfig } from '../../src/config.ts';
import { withRecords } from '../../src/open-records.ts';
import type { Settings } from '../api/process.ts';
import { benchKey, benchSettings, certificateMade, startBench, stopBench } from '../api/service.ts';
import { fillAlerts, fillCustomers } from './fill.ts';

const { values } = parseArgs({
  options: {
    alerts: { type: 'string', default: '100000' },
    customers: { type: 'string', default: '1000000' },
    turns: { type: 'string', default: '40' },
  },
});
const turns = Number(values.turns);

const ASKED: readonly string[] = [
  '/api/Alerts',
  '/api/Alerts?limit=200',
  '/api/Alerts?state=open',
  '/api/Alerts?state=escalated',
  '/api/Alerts?state=delisted',
  '/api/Alerts?customer=watched-5000',
  '/api/Alerts?category=pep',
  '/api/Alerts?source=un-sc&state=open',
  '/api/Alerts?source=au-dfat',
  '/api/Alerts?minScore=99.9',
  '/api/Alerts?category=wanted&minScore=99.99&state=confirmed',
  '/api/Customers',
  '/api/Customers?limit=200',
  '/api/Customers?state=open',
  '/api/Customers?state=confirmed',
  '/api/Customers?updatedSince=2026-06-01',
  '/api/Customers?updatedSince=2026-08-15&state=open',
];

const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-bench-cursors-'));
try {
  await bench(await benchSettings(dataDir));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function bench(settings: Settings): Promise<void> {
  const key = await benchKey(settings);
  const accountId = await withRecords(readConfig(settings), async (records) => {
    const [account] = await records.accounts.list();
    await fillAlerts(records, account!.id, Number(values.alerts));
    return account!.id;
  });
  fillCustomers(dataDir, accountId, Number(values.customers));
  await certificateMade(settings);
  const { service } = await startBench(settings, 'none');
  try {
    const ask = await client(settings, key);
    console.log(`${values.alerts} alerts and ${values.customers} customers in the account, ${turns} requests each:\n`);
    console.log('| request | items | first ms | p50 ms | p95 ms |\n|---|---:|---:|---:|---:|');
    for (const path of ASKED) console.log(await measured(path, () => ask(path)));
    for (const path of ['/api/Alerts', '/api/Customers', '/api/Customers?updatedSince=2026-02-01']) {
      console.log(await followed(ask, path));
    }
  } finally {
    await stopBench(service);
  }
}

type Page = { readonly items: readonly unknown[]; readonly nextCursor: string | null };
type Ask = (path: string) => Promise<Page>;

async function client(settings: Settings, key: string): Promise<Ask> {
  const ca = await readFile(join(settings.TOUCHSTONE_DATA_DIR!, 'tls', 'cert.pem'), 'utf8');
  const connection = new Client(`https://127.0.0.1:${settings.TOUCHSTONE_PORT}`, { connect: { ca } });
  return async (path) => {
    const answer = await connection.request({ method: 'GET', path, headers: { 'x-api-key': key } });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as Page;
  };
}

/** Pages one after another, each measured. */
async function followed(ask: Ask, path: string): Promise<string> {
  let cursor: string | null = null;
  return measured(`${path}, followed`, async () => {
    const page = await ask(`${path}${path.includes('?') ? '&' : '?'}limit=200${cursor ? `&cursor=${cursor}` : ''}`);
    cursor = page.nextCursor;
    return page;
  });
}

async function measured(what: string, ask: () => Promise<Page>): Promise<string> {
  const times: number[] = [];
  let items = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    ({ length: items } = (await ask()).items);
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(turns - 1, Math.floor(turns * share))]!.toFixed(1);
  return `| \`${what}\` | ${items} | ${times[0]!.toFixed(1)} | ${at(0.5)} | ${at(0.95)} |`;
}
