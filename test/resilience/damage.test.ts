import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServingProcess } from '../support/process.ts';
import { Bench, Served } from '../support/service.ts';
import { PEOPLE } from '../support/un-list.ts';

const LISTED = { name: PEOPLE[0]!.name, entityType: 'Individual' };
/** Not asked for before the damage, so that no thread remembers what the disk had. */
const NOT_YET_ASKED = { name: PEOPLE[1]!.name, entityType: 'Individual' };
const UNLISTED = { name: 'Nobody Whatsoever Quillfeather', entityType: 'Individual' };

let bench: Bench;
let service: ServingProcess;
let served: Served;
let key: string;

beforeAll(async () => {
  bench = await Bench.create();
  await bench.importPeople();
  key = (await bench.key(await bench.account())).key;
  service = new ServingProcess(bench);
  served = await Served.by(service);
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

test('facts that a disk damages under a running service are rebuilt, and no screening is answered with 500', async () => {
  const before = (await served.screen(key, LISTED)).body.data;
  expect(before.hasMatch).toBe(true);
  await damageFacts();

  const refused = await served.screen(key, NOT_YET_ASKED);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toMatchObject({ success: false, data: null, errors: [expect.stringMatching(/nothing spent/)] });
  expect((await served.screen(key, UNLISTED)).body.data.hasMatch).toBe(false);

  const status = async () => (await served.screen(key, NOT_YET_ASKED)).status;
  await expect.poll(status, { interval: 200 }).toBe(200);
  const after = (await served.screen(key, LISTED)).body.data;
  expect(after.matches).toEqual(before.matches);
  // The unlisted name, the poll that succeeded and the last one: what was refused cost nothing.
  expect(after.remainingRequests).toBe(before.remainingRequests - 3);
  // The log arrives a moment after the answer.
  await expect.poll(() => logged('the snapshot cannot be used')).toHaveLength(1);
  await expect.poll(() => logged('"msg":"snapshot loaded"')).toHaveLength(2);
});

test('a snapshot that is whole is left alone by a repair', async () => {
  const { snapshot, rebuilt } = await bench.json<{ snapshot: string; rebuilt: boolean }>('lists', 'repair');
  expect(rebuilt).toBe(false);
  expect((await bench.json<{ snapshot: string }>('lists', 'status')).snapshot).toBe(snapshot);
});

const logged = (text: string) => service.output.split('\n').filter((line) => line.includes(text));

/** In the same files that the service has open. */
async function damageFacts(): Promise<void> {
  const directory = join(bench.dataDir, 'snapshots');
  for (const name of (await readdir(directory)).filter((file) => file.endsWith('.facts'))) {
    const file = await open(join(directory, name), 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size, 'x'), 0, size, 0);
    await file.close();
  }
}
