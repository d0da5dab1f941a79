import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bench, type Serving } from '../support/service.ts';

const REQUESTS = 8;

let serving: Serving;
let key: string;

beforeAll(async () => {
  serving = await Bench.serving();
  key = (await serving.bench.key(await serving.bench.account())).key;
});
afterAll(async () => {
  await serving?.served.stop();
  await serving?.bench.remove();
});

/** Another process takes the database for itself, until it is told to let go. */
async function held(bench: Bench): Promise<() => Promise<void>> {
  const url = bench.settings.TOUCHSTONE_DATABASE_URL;
  if (url === undefined) {
    const database = new Database(join(bench.dataDir, 'touchstone.sqlite'));
    database.exec('BEGIN EXCLUSIVE');
    return async () => void database.close();
  }
  const client = new pg.Client(url);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE screenings, quota_use IN ACCESS EXCLUSIVE MODE');
  return () => client.end();
}

test('while somebody else holds the database, whoever waits has 503 with Retry-After within ten seconds', async () => {
  const { bench, served } = serving;
  const ask = () => served.screen(key, { name: 'Wexford Plimsoll', entityType: 'Individual' });
  expect((await ask()).status).toBe(200);
  const release = await held(bench);
  const began = performance.now();
  const waits: number[] = [];
  const refused = async () => {
    const answer = await ask();
    waits.push(performance.now() - began);
    return answer;
  };
  // One after the other has begun to wait, as clients come.
  const answers: ReturnType<typeof refused>[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    answers.push(refused());
    await new Promise(setImmediate);
  }
  for (const { status, headers } of await Promise.all(answers)) {
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(Math.max(...waits)).toBeLessThan(10_000);
  await release();
  await expect.poll(async () => (await ask()).status).toBe(200);
});
