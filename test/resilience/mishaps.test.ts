import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canLimitDisk, fillDisk, makeRoom } from '../support/disk-limit.ts';
import { ServingProcess } from '../support/process.ts';
import { Bench, Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { Threads } from '../support/threads.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const CLIENTS = 8;
const DEATHS = 8;

const threads = new Threads();
let bench: Bench;
let service: ServingProcess;
let served: Served;
let key: string;
let viewer: SignedIn;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on' });
  const account = await bench.account();
  key = (await bench.key(account)).key;
  service = new ServingProcess(bench, threads.environment);
  served = await Served.by(service);
  viewer = await SignedIn.invited(bench, served, account, 'viewer');
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const list = () => served.ask('GET', '/api/Screening/list', { key });
const ready = () => served.ask('GET', '/health/ready');
const logged = (text: string) => service.output.split('\n').filter((line) => line.includes(text));

test('every thread that searches can die, and screenings go on', async () => {
  for (const thread of (await threads.list()).filter(({ name }) => name === 'screening')) {
    expect(await threads.kill(thread)).toBe(true);
  }
  expect((await served.screen(key, NAME)).status).toBe(200);
});

test.each([
  ['stores', 'records writer', () => served.screen(key, NAME)],
  ['reads', 'records reader', list],
  ["reads the dashboard's tables", 'records pages', () => viewer.get('/screenings')],
])('the thread that %s is replaced when it dies, and that is logged', async (_what, name, ask) => {
  expect((await ask()).status).toBe(200);
  expect(await threads.killNamed(name)).toBe(true);
  expect((await ask()).status).toBe(200);
  expect((await ready()).status).toBe(200);
  await expect.poll(() => service.output).toContain(`"thread":"${name}","msg":"a thread of the database died`);
});

test('the log of the database is moved into it again after the thread that does it died', async () => {
  await expect.poll(() => threads.killNamed('records maintenance')).toBe(true);
  await served.screen(key, { ...NAME, name: 'Xaverine Unmistakable' });
  const database = () => readFile(join(bench.dataDir, 'touchstone.sqlite'), 'latin1');
  await expect.poll(database).toContain('Xaverine Unmistakable');
});

test('no record that was acknowledged is lost, and no id given twice, however often the thread that stores dies', async () => {
  const acknowledged: number[] = [];
  const statuses = new Set<number>();
  let over = false;
  const client = async () => {
    while (!over) {
      const { status, body } = await served.screen(key, NAME);
      statuses.add(status);
      if (status === 200) acknowledged.push(body.data.id);
    }
  };
  const killer = async () => {
    for (let deaths = 0; deaths < DEATHS; deaths += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before);
      await threads.killNamed('records writer');
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await killer().finally(() => {
    over = true;
  });
  await Promise.all(clients);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect([...statuses].filter((status) => status !== 200 && status !== 500)).toEqual([]);
  const stored = new Set((await list()).body.map(({ id }: { id: number }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  const db = new Database(join(bench.dataDir, 'touchstone.sqlite'), { readonly: true });
  const records = db.prepare('SELECT count(*) FROM screenings').pluck().get();
  expect(db.prepare('SELECT sum(used) FROM quota_use').pluck().get()).toBe(records);
  db.close();
});

test('while the database takes no writes the service is not ready, says so in time, and is ready again by itself', async () => {
  const db = new Database(join(bench.dataDir, 'touchstone.sqlite'));
  db.exec('BEGIN IMMEDIATE');
  const begun = performance.now();
  const [refused, live] = await Promise.all([ready(), served.ask('GET', '/health/live')]);
  expect(refused.status).toBe(503);
  expect(refused.body.reason).toBe('The database does not answer in time.');
  expect(live.status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect((await list()).status).toBe(200);
  db.exec('ROLLBACK');
  db.close();
  await expect.poll(async () => (await ready()).status).toBe(200);
});

test.skipIf(!canLimitDisk)(
  'a full disk refuses what cannot be stored, spends nothing, is told, leaves reads alone, and is over without a restart',
  async () => {
    const before = (await served.screen(key, NAME)).body.data;
    const listed = (await list()).body.length;
    fillDisk(service.child.pid!);
    const full = performance.now();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const refused = await served.screen(key, NAME);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.body).toMatchObject({ success: false, data: null, errors: [expect.stringMatching(/disk/)] });
    }
    const unready = await ready();
    expect(unready.status).toBe(503);
    expect(unready.body.reason).toMatch(/disk/);
    expect((await served.ask('GET', `/api/Screening/${before.id}`, { key })).status).toBe(200);
    expect((await list()).body).toHaveLength(listed);
    expect((await viewer.get('/screenings')).status).toBe(200);
    await expect.poll(() => logged('records cannot be stored')).not.toHaveLength(0);
    // Said when it begins and once a minute: a busy machine needs more than one for all of this.
    const minutes = Math.floor((performance.now() - full) / 60_000);
    expect(logged('records cannot be stored').length).toBeLessThanOrEqual(1 + minutes);
    expect(logged('records cannot be stored')[0]).toMatch(/"level":"error".*disk/);

    makeRoom(service.child.pid!);
    await expect.poll(async () => (await ready()).status).toBe(200);
    const after = (await served.screen(key, NAME)).body.data;
    expect(after.id).toBeGreaterThan(before.id);
    expect(after.remainingRequests).toBe(before.remainingRequests - 1);
    expect((await list()).body).toHaveLength(listed + 1);
    await expect.poll(() => logged('records can be stored again')).toHaveLength(1);
  },
);

test('a thread that cannot be kept alive ends the service with a fatal line, so that a supervisor starts it again', async () => {
  const [writer] = (await threads.list()).filter(({ name }) => name === 'records writer');
  await threads.doom(writer!);
  expect(await service.ended()).toBe(1);
  const [fatal] = service.output.match(/\{"level":"fatal".*\}/) ?? [];
  expect(fatal).toContain('A thread of the database cannot be kept alive');
});
