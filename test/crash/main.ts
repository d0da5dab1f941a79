/**
 * Kills the service with -9 while it writes, again and again, and checks that nothing it acknowledged is lost:
 * `npm run test:crash -- --cycles 50 --clients 8`. Every fifth kill comes during the start. Ends with 1 and a sentence
 * at the first loss.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { DATABASE_FILE } from '../../src/records/open.ts';
import { Client } from '../rig/client.ts';
import { ServiceProcess } from '../rig/service-process.ts';

const QUOTA = 2_147_483_647;
const LONGEST_LIFE_MS = 800;
const LONGEST_START_MS = 1_000;
const START_KILL_EVERY = 5;
/** Invented, and common enough that the starter list answers with matches. */
const NAMES = ['Ahmad Karim Hassan', 'Ivan Petrov Marlin', 'Maria Lopez Garza', 'Nobody Whatsoever Quillfeather'];

interface Acknowledged {
  readonly id: number;
  readonly name: string;
  readonly matches: unknown;
}

const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '50' }, clients: { type: 'string', default: '8' } },
});
const [cycles, clients] = [Number(values.cycles), Number(values.clients)];
const directory = await mkdtemp(join(tmpdir(), 'touchstone-crash-'));
const service = new ServiceProcess(join(directory, 'data'));
const kept = new Map<number, Acknowledged>();
let kills = 0;

try {
  const began = performance.now();
  const account = await service.command('accounts', 'create', '--name', 'Crash', '--quota', String(QUOTA));
  const { key } = await service.command('keys', 'create', '--account', String(account.id), '--name', 'crash');
  for (let cycle = 1; cycle <= cycles; cycle += 1) await crash(cycle, String(key));
  await finalCheck(String(key));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${kills} kills in ${seconds} s: ${kept.size} acknowledged records, 0 lost, no id twice, quota and audit hold.`,
  );
} catch (error) {
  console.error(`After ${kills} kills: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await service.kill();
  await rm(directory, { recursive: true });
}

/** One life of the service: what the last one acknowledged is checked, new records are written, then it is killed. */
async function crash(cycle: number, key: string): Promise<void> {
  if (cycle % START_KILL_EVERY === 0) await killDuringStart();
  const { client, known } = await startAndKnow();
  checkDatabase();
  await verify(client, key, recent());
  const writers = Array.from({ length: clients }, (_, index) => write(client, key, `${cycle}-${index}`));
  await moment(LONGEST_LIFE_MS);
  await service.kill();
  kills += 1;
  await client.close();
  const written = (await Promise.all(writers)).flat();
  for (const record of written) {
    assert.ok(!kept.has(record.id), `id ${record.id} was given twice`);
    assert.ok(record.id > known, `id ${record.id} was given again after a crash`);
    kept.set(record.id, record);
  }
}

async function killDuringStart(): Promise<void> {
  const { serving } = service.start();
  await moment(LONGEST_START_MS);
  await service.kill();
  await serving;
  kills += 1;
}

async function startAndKnow(): Promise<{ client: Client; known: number }> {
  const url = await service.start().serving;
  assert.ok(url, 'the service was not killed, and did not start');
  return { client: new Client(url, service.certificate), known: Math.max(0, ...kept.keys()) };
}

/** Writes until the connection breaks; a record counts as acknowledged once its answer is complete. */
async function write(client: Client, key: string, label: string): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  for (let turn = 0; ; turn += 1) {
    const name = `${NAMES[turn % NAMES.length]} ${label}-${turn}`;
    const body = { name, entityType: 'Individual', minScore: 40 };
    const reply = await client.call('POST', '/api/Screening/screen', { key, body }).catch(() => undefined);
    if (!reply) return acknowledged;
    assert.equal(reply.status, 200, `a screening was answered with ${reply.status}`);
    const { id, matches } = reply.body.data as { id: number; matches: unknown };
    acknowledged.push({ id, name, matches });
  }
}

function recent(): Acknowledged[] {
  return [...kept.values()].slice(-200);
}

async function verify(client: Client, key: string, records: readonly Acknowledged[]): Promise<void> {
  const rest = records.values();
  const reader = async (): Promise<void> => {
    for (const { id, name, matches } of rest) {
      const { status, body } = await client.call('GET', `/api/Screening/${id}`, { key });
      assert.equal(status, 200, `record ${id} was acknowledged and is lost (${status})`);
      assert.equal(body.name, name, `record ${id} holds another name`);
      assert.deepEqual(body.matches, matches, `record ${id} holds other matches`);
    }
  };
  await Promise.all(Array.from({ length: clients }, reader));
}

/** Read beside the service that has recovered, before anything new is written: a unit of quota for each record, and none without. */
function checkDatabase(): void {
  const db = new Database(join(directory, 'data', DATABASE_FILE), { readonly: true });
  const count = db.prepare('SELECT count(*) AS records, coalesce(max(id), 0) AS newest FROM screenings').get();
  const { records, newest } = count as { records: number; newest: number };
  const { used } = db.prepare('SELECT coalesce(sum(used), 0) AS used FROM quota_use').get() as { used: number };
  db.close();
  assert.equal(used, records, `${used} units are spent for ${records} records`);
  assert.ok(records >= kept.size, `${kept.size} records were acknowledged, ${records} are stored`);
  assert.ok(newest >= Math.max(0, ...kept.keys()), 'the newest acknowledged record is lost');
}

async function finalCheck(key: string): Promise<void> {
  const { client } = await startAndKnow();
  checkDatabase();
  await verify(client, key, [...kept.values()]);
  await client.close();
  assert.ok(kept.size > 0, 'no record was acknowledged at all');
  const { ok } = await service.command('audit', 'verify');
  assert.ok(ok, 'the audit chain is broken');
}

/** A random moment, so that every run kills at other places. */
function moment(longest: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
}
