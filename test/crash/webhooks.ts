/**
 * Kills the service while it tells a webhook of events, again and again. Checks that every acknowledged record is told,
 * under one id however often it comes: `npm run test:webhooks -- --cycles 200 --seed 1`.
 * `--hurry` asks at the end for what waits for its next attempt. Ends with 1 and a sentence at the first failure.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { Webhook } from 'standardwebhooks';
import { Random } from '../../specimens/random.ts';
import { DATABASE_FILE } from '../../src/open-records.ts';
import { type Client, connected, type Reply, type Request } from '../rig/client.ts';
import { ServiceProcess } from '../rig/service-process.ts';
import { PEOPLE, unList } from '../support/un-list.ts';
import { ENDINGS, end, inWords, type Tally } from './kills.ts';

const CLIENTS = 4;
const MAX_LIFE_MS = 1_500;
const MAX_PAUSE_MS = 200;
/** A killed attempt counts as lost after 30 seconds, and one that failed is repeated after 5. */
const MAX_WAIT_MS = 300_000;
const QUOTA = '2147483647';
const EVENTS = ['screening.matched', 'alert.opened', 'batch.finished'];

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    hurry: { type: 'boolean', default: false },
  },
});
const cycles = Number(values.cycles);
const random = new Random(values.seed);
const directory = await mkdtemp(join(tmpdir(), 'touchstone-webhooks-'));
const dataDir = join(directory, 'data');
/** Bodies by event id, and ids by what the event tells of. */
const bodies = new Map<string, string>();
const ids = new Map<string, string>();
/** Events that were taken with a 2xx. */
const taken = new Set<string>();
const acknowledged = new Set<string>();
const failed = new Set<string>();
const killed: Tally = new Map();
const tally = { arrived: 0, repeated: 0, refused: 0 };
let secret = '';
let wrong: unknown;

const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    try {
      hear(request.headers, Buffer.concat(chunks).toString(), response);
    } catch (error) {
      wrong ??= error;
      response.writeHead(500).end();
    }
  });
});
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const service = new ServiceProcess(dataDir, {
  settings: { TOUCHSTONE_WEBHOOKS_ALLOW: origin, TOUCHSTONE_STARTER_LIST: 'off' },
});

try {
  const key = await setUp();
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await live(key);
    if (cycle % 50 === 0) console.log(report(cycle));
  }
  await lastCheck(key);
  console.log(
    `${report(cycles)}\nEvery acknowledged record was told, under one id, and nothing was told of what is not stored.`,
  );
} catch (error) {
  console.error(`Seed ${values.seed}: ${error instanceof Error ? error.stack : error}`);
  process.exitCode = 1;
} finally {
  await service.kill();
  receiver.closeAllConnections();
  receiver.close();
  await rm(directory, { recursive: true, force: true });
}

/** Checks an event. Each is refused, left without an answer or broken off once at most, and taken after that. */
function hear(headers: IncomingHttpHeaders, body: string, response: ServerResponse): void {
  const event = new Webhook(secret).verify(body, headers as Record<string, string>) as {
    id: string;
    type: string;
    data: { screeningId?: number; alertId?: number; batchId?: string };
  };
  tally.arrived += 1;
  assert.equal(headers['webhook-id'], event.id);
  const { screeningId, alertId, batchId } = event.data;
  const told = `${event.type} ${screeningId ?? alertId ?? batchId}`;
  if (bodies.has(event.id)) tally.repeated += 1;
  assert.equal(bodies.get(event.id) ?? body, body, `${event.id} came with two bodies`);
  assert.equal(ids.get(told) ?? event.id, event.id, `${told} came under two ids`);
  bodies.set(event.id, body);
  ids.set(told, event.id);
  if (!failed.has(event.id) && random.chance(0.1)) {
    failed.add(event.id);
    tally.refused += 1;
    const way = random.pick(['status', 'status', 'status', 'break', 'break', 'silence'] as const);
    if (way === 'status') response.writeHead(random.pick([302, 429, 500, 503])).end();
    if (way === 'break') response.destroy();
    return;
  }
  taken.add(event.id);
  setTimeout(() => response.writeHead(204).end(), random.whole(0, 50));
}

async function setUp(): Promise<string> {
  const { id } = await service.command<{ id: number }>('accounts', 'create', '--name', 'Rig', '--quota', QUOTA);
  const { key } = await service.command<{ key: string }>('keys', 'create', '--account', String(id), '--name', 'Rig');
  await service.command('lists', 'import', 'un-sc', await unList(PEOPLE));
  const client = await connected(service);
  const made = await client.call('POST', '/api/Webhooks', { key, body: { url: `${origin}/in`, events: EVENTS } });
  assert.equal(made.status, 201, made.text);
  secret = made.body.secret;
  await client.close();
  await service.stop();
  return key;
}

/** One life of the service: clients screen names that match until it is killed. */
async function live(key: string): Promise<void> {
  const client = await connected(service);
  let over = false;
  const ask = async (path: string, request: Request): Promise<Reply | undefined> => {
    try {
      return await client.call('POST', path, { key, ...request });
    } catch (error) {
      if (over) return undefined;
      throw error;
    }
  };
  const screen = async () => {
    while (!over) {
      const { name, kind } = random.pick(PEOPLE);
      const entityType = kind === 'organization' ? 'Organization' : 'Individual';
      const answer = await ask('/api/Screening/screen', { body: { name, entityType } });
      if (answer?.status === 200) acknowledged.add(`screening.matched ${answer.body.data.id}`);
      await sleep(random.between(0, MAX_PAUSE_MS));
    }
  };
  const batch = async () => {
    const items = PEOPLE.slice(0, 3).map(({ name }) => ({ name, entityType: 'Individual' }));
    const answer = await ask('/api/Screening/batch', { body: { items } });
    if (answer?.status === 202) acknowledged.add(`batch.finished ${answer.body.id}`);
  };
  const clients = [...Array.from({ length: CLIENTS }, screen), batch()];
  await sleep(random.between(0, MAX_LIFE_MS));
  over = true;
  await end(service, random.pick(ENDINGS), killed);
  await client.close();
  await Promise.all(clients);
  if (wrong) throw wrong;
}

/** Everything is told in the end, without help unless the run is in a hurry. */
async function lastCheck(key: string): Promise<void> {
  const client = await connected(service);
  const late = performance.now() + MAX_WAIT_MS;
  for (;;) {
    if (wrong) throw wrong;
    const { missing, pending } = state();
    if (missing.length === 0 && pending === 0) break;
    assert.ok(performance.now() < late, `not told: ${missing.slice(0, 5).join(', ')}; ${pending} deliveries wait`);
    if (values.hurry) await hurry(client, key);
    await sleep(500);
  }
  await client.close();
  assert.equal(await service.stop(), 0, 'asked to stop, the service failed');
}

/** What the database says, read by the rig itself. */
function state(): { missing: string[]; pending: number } {
  const db = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  try {
    const rows = (sql: string) => db.prepare(sql).pluck().all() as (string | number)[];
    const stored = new Set([
      ...rows('SELECT id FROM screenings WHERE match_count > 0').map((id) => `screening.matched ${id}`),
      ...rows('SELECT id FROM alerts').map((id) => `alert.opened ${id}`),
      ...rows("SELECT id FROM batches WHERE status <> 'incomplete'").map((id) => `batch.finished ${id}`),
    ]);
    for (const told of ids.keys()) assert.ok(stored.has(told), `${told} was told, and is not stored`);
    for (const told of acknowledged) assert.ok(stored.has(told), `${told} was acknowledged, and is lost`);
    const missing = [...stored].filter((told) => !taken.has(ids.get(told) ?? ''));
    const [pending] = rows("SELECT count(*) FROM webhook_deliveries WHERE state = 'pending'");
    return { missing, pending: Number(pending) };
  } finally {
    db.close();
  }
}

async function hurry(client: Client, key: string): Promise<void> {
  const { body } = await client.call('GET', '/api/Webhooks/1/deliveries?limit=200', { key });
  const waiting = body.items.filter(({ state }: { state: string }) => state === 'pending');
  for (const { id } of waiting) await client.call('POST', `/api/Webhooks/1/deliveries/${id}/retry`, { key });
}

function report(cycle: number): string {
  const { arrived, repeated, refused } = tally;
  return [
    `${cycle} lives. Killed: ${inWords(killed)}.`,
    `${acknowledged.size} records acknowledged; ${ids.size} events, which came ${arrived} times, ${repeated} of them again; ${refused} were not taken at first.`,
  ].join('\n');
}
