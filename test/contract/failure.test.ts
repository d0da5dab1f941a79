import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await Bench.serving());
  key = (await bench.key(await bench.account())).key;
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

/** Takes a table away while the work is done. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  const database = new Database(join(bench.dataDir, 'touchstone.sqlite'));
  database.exec(`ALTER TABLE ${table} RENAME TO taken_away`);
  try {
    await work();
  } finally {
    database.exec(`ALTER TABLE taken_away RENAME TO ${table}`);
    database.close();
  }
}

test('a database that fails is 500: nothing internal in it, the request id in it and in the log', async () => {
  await without('screenings', async () => {
    const made = await served.screen(key, NAME);
    expect(made.status).toBe(500);
    expect(made.body).toEqual({
      success: false,
      message: expect.any(String),
      data: null,
      errors: [expect.any(String)],
    });
    const read = await served.ask('GET', '/api/Screening/list', { key });
    expect(read.status).toBe(500);
    expect(read.headers['content-type']).toMatch(/^application\/problem\+json/);
    for (const { text, headers } of [made, read]) {
      expect(text).not.toMatch(/sqlite|table|screenings|\.ts|node_modules/i);
      const id = String(headers['x-request-id']);
      expect(text).toContain(id);
      expect(bench.logged.split('\n').some((line) => line.includes(id) && line.includes('"level":"error"'))).toBe(true);
    }
    expect(bench.logged).not.toContain('Quillon');
  });
  expect((await served.screen(key, NAME)).status).toBe(200);
});

test('a request that ended in 500 stored nothing and spent nothing', async () => {
  const before = (await served.screen(key, NAME)).body.data;
  await without('screenings', async () => {
    expect((await served.screen(key, NAME)).status).toBe(500);
  });
  const after = (await served.screen(key, NAME)).body.data;
  expect(after.remainingRequests).toBe(before.remainingRequests - 1);
  expect((await served.ask('GET', '/api/Screening/list', { key })).body[1].id).toBe(before.id);
});
