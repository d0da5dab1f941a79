// How fast the dashboard's pages are: `npm run bench:dashboard [-- --records 100000 --customers 1000000 --turns 40]`.
// Fills a new data directory with that many screenings, verifications, alerts and customers, starts the service as its
// own process, and signs in. Then it asks over HTTPS and prints a table. The last column is the
// processor time that the service took for each request. docs/benchmarks.md keeps the figures.
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { readConfig } from '../../src/config.ts';
import { withRecords } from '../../src/open-records.ts';
import { cpuSeconds, type Settings, touchstone } from '../api/process.ts';
import { benchSettings, certificateMade, startBench, stopBench } from '../api/service.ts';
import { fillAlerts, fillCustomers } from '../cursors/fill.ts';
import { fill, inventedName, spreadOverYear } from './fill.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    customers: { type: 'string', default: '1000000' },
    turns: { type: 'string', default: '40' },
  },
});
const count = Number(values.records);
const customers = Number(values.customers);
const turns = Number(values.turns);
const someone = encodeURIComponent(inventedName(count >> 1));

/** What a person at a table asks for. A page is of 50 rows. */
const ASKED: readonly (readonly [string, string])[] = [
  ['screenings, first page', '/screenings'],
  ['screenings, matched alone', '/screenings?result=matched'],
  ['screenings, one name', `/screenings?text=${someone}`],
  ['screenings, a text that nothing has', '/screenings?text=zzzz'],
  [
    'screenings, matched, of this year, a text that nothing has',
    '/screenings?result=matched&from=2000-01-01&text=zzzz',
  ],
  ['screenings, oldest first', '/screenings?sort=oldest'],
  ['screenings, by score', '/screenings?sort=score'],
  ['screenings, by score, one name', `/screenings?sort=score&text=${someone}`],
  ['verifications, first page', '/verifications'],
  ['verifications, to be reviewed', '/verifications?result=Manual%20Review%20Required'],
  ['verifications, by confidence', '/verifications?sort=confidence'],
  ['verifications, a text that nothing has', '/verifications?text=zzzz'],
  ['alerts, open', '/alerts?state=open'],
  ['alerts, open reviews', '/alerts?state=open&kind=review'],
  ['alerts, by score', '/alerts?state=open&sort=score'],
  ['alerts, one name', `/alerts?state=open&text=${someone}`],
  ['alerts, a text that nothing has', '/alerts?text=zzzz'],
  ['alerts, by customer', '/alerts?state=open&sort=case'],
  ['alerts, of organisations from 95 on', '/alerts?state=open&entityType=Organization&minScore=95'],
  ['alerts, of an entry', '/alerts?entry=un-sc:QDi.999'],
  ['alerts, how many are open', '/alerts/count?state=open'],
  ['alerts, how many fit a text', `/alerts/count?state=open&text=${someone}`],
  ['how much waits', '/work'],
  ['customers, first page', '/api/Customers'],
  ['customers, with open alerts', '/api/Customers?state=open'],
  ['customers, confirmed', '/api/Customers?state=confirmed'],
  ['customers, one reference', `/api/Customers?text=C-${customers >> 1}`],
  ['customers, a text that nothing has', '/api/Customers?text=zzzz'],
  ['customer, one', `/customers/C-${customers >> 1}`],
  ['customer, one with alerts', '/customers/watched-0'],
  ['listed entity', '/entities/un-sc%3A1'],
  ['monitoring', '/api/Monitoring/runs'],
  ['analytics of a month', '/api/Usage'],
  ['analytics of a year', '/api/Usage?from=2026-01-01&to=2027-01-01'],
  ['audit log', '/audit'],
  ['keys', '/keys'],
  ['users', '/users'],
  ['lists', '/lists'],
  ['overview', '/overview?zone=Europe/Berlin'],
];

const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-bench-dashboard-'));
try {
  await bench(await benchSettings(dataDir));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function bench(settings: Settings): Promise<void> {
  const accountId = await withRecords(readConfig(settings), async (records) => {
    const id = await fill(records, count);
    await fillAlerts(records, id, Math.max(0, count - (await records.alerts.count(id, {}))));
    return id;
  });
  fillCustomers(dataDir, accountId, customers);
  spreadOverYear(dataDir);
  await certificateMade(settings);
  const { service } = await startBench(settings, 'none');
  try {
    const ask = await signedIn(settings, accountId);
    console.log(`${count} screenings, verifications and alerts and ${customers} customers, ${turns} requests each:\n`);
    console.log('| request | first ms | p50 ms | p95 ms | processor ms |\n|---|---:|---:|---:|---:|');
    for (const [what, path] of ASKED) console.log(await measured(service, what, () => ask(path)));
    for (const sort of ['newest', 'score']) console.log(await deep(service, ask, sort));
  } finally {
    await stopBench(service);
  }
}

type Ask = (path: string) => Promise<{ nextCursor?: string | null }>;

/** Follows an invitation, as the first user of an account does. */
async function signedIn(settings: Settings, accountId: number): Promise<Ask> {
  const words = ['--account', String(accountId), '--email', 'bench@harbour.example', '--role', 'owner'];
  const { result } = await touchstone<{ url: string }>(settings, 'users', 'invite', ...words);
  const ca = await readFile(join(settings.TOUCHSTONE_DATA_DIR!, 'tls', 'cert.pem'), 'utf8');
  const client = new Client(`https://127.0.0.1:${settings.TOUCHSTONE_PORT}`, { connect: { ca } });
  const same = { 'sec-fetch-site': 'same-origin' };
  const accepted = await client.request({
    method: 'POST',
    path: '/dashboard/api/links/accept',
    headers: { ...same, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(result.url).hash.slice(1), password: 'a long enough pass phrase 7' }),
  });
  await accepted.body.dump();
  const cookie = String(accepted.headers['set-cookie']).split(';', 1)[0]!;
  return async (path) => {
    const answer = await client.request({
      method: 'GET',
      path: path.startsWith('/api/') ? path : `/dashboard/api${path}`,
      headers: { ...same, cookie },
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as { nextCursor?: string | null };
  };
}

/** Pages one after another, as somebody scrolls, each measured. */
async function deep(service: ChildProcess, ask: Ask, sort: string): Promise<string> {
  let next: string | null | undefined;
  return measured(service, `screenings, scrolled on, ${sort}`, async () => {
    ({ nextCursor: next } = await ask(`/screenings?limit=200&sort=${sort}${next ? `&cursor=${next}` : ''}`));
  });
}

async function measured(service: ChildProcess, what: string, ask: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  const before = cpuSeconds(service);
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  const processor = ((cpuSeconds(service) - before) * 1000) / turns;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(turns - 1, Math.floor(turns * share))]!.toFixed(1);
  return `| ${what} | ${times[0]!.toFixed(1)} | ${at(0.5)} | ${at(0.95)} | ${processor.toFixed(1)} |`;
}
