import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATABASE_FILE } from '../../src/open-records.ts';
import { freePort } from '../support/free-port.ts';
import { ServingProcess } from '../support/process.ts';
import { Bench, Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';

const CSV = { 'content-type': 'text/csv' };
const ROWS = 2_000;

let bench: Bench;
let service: ServingProcess;
let served: Served;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on', TOUCHSTONE_PORT: String(await freePort()) });
  service = new ServingProcess(bench);
  const { url, agent } = await service.serving();
  await agent.close();
  const running = {
    url,
    fingerprint: '',
    captureUrl: undefined,
    metricsAddress: undefined,
    reload: async () => {},
    stop: async () => {},
  };
  served = new Served(running, await readFile(join(bench.dataDir, 'tls', 'cert.pem'), 'utf8'));
});

afterAll(async () => {
  await served?.stop();
  service?.kill();
  await bench?.remove();
});

test('a file goes on after a kill: no row is lost, screened twice or charged twice', async () => {
  const account = await bench.account();
  const person = await SignedIn.invited(bench, served, account, 'owner');
  const names = Array.from({ length: ROWS }, (_, row) => `Nobody ${row}`);
  const { body } = await person.post('/bulk', `name\n${names.join('\n')}\n`, CSV);
  const job = async () => (await person.get(`/bulk/${body.id}`)).body;
  await expect.poll(async () => (await job()).done, { interval: 20 }).toBeGreaterThan(100);
  service.kill();
  await service.ended();
  service = new ServingProcess(bench);
  await (await service.serving()).agent.close();
  await expect.poll(async () => (await job()).status).toBe('done');
  expect(await job()).toMatchObject({ done: ROWS, failed: 0, problem: null });
  const lines = (await person.get(`/bulk/${body.id}/results.csv`)).text.split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.split(',')[2])).toEqual(names);
  const db = new Database(join(bench.dataDir, DATABASE_FILE), { readonly: true });
  const stored = db.prepare('SELECT count(*) AS records, count(DISTINCT name) AS names FROM screenings').get();
  expect(stored).toEqual({ records: ROWS, names: ROWS });
  expect(db.prepare('SELECT used FROM quota_use WHERE account_id = ?').get(account)).toEqual({ used: ROWS });
  db.close();
});
