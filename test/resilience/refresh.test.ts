import { afterAll, beforeAll, expect, test } from 'vitest';
import { promised } from '../support/promised.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, type UnEntry, unList } from '../support/un-list.ts';

/** `npm run test:swaps` makes it 20 swaps during 60 seconds. */
const SWAPS = Number(process.env.TOUCHSTONE_TEST_SWAPS ?? 3);
const CLIENTS = 4;

const ONLY_FIRST: UnEntry = { reference: 'QDi.950', name: 'Halvorsen Pimberquill' };
const ONLY_SECOND: UnEntry = { reference: 'QDi.951', name: 'Marguelle Dontavio' };

let bench: Bench;
let served: Served;
let key: string;
let lists: readonly [string, string];

beforeAll(async () => {
  bench = await Bench.create();
  lists = [await unList([...PEOPLE, ONLY_FIRST]), await unList([...PEOPLE, ONLY_SECOND])];
  await bench.json('lists', 'import', 'un-sc', lists[0]);
  key = (await bench.key(await bench.account(10_000_000))).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const finds = async (name: string) =>
  (await served.screen(key, { name, entityType: 'Individual' })).body.data.hasMatch as boolean;

test('an import while serving is in force within five seconds', async () => {
  expect(await finds(ONLY_SECOND.name)).toBe(false);
  await bench.json('lists', 'import', 'un-sc', lists[1]);
  expect(await promised(5_000, () => finds(ONLY_SECOND.name), Boolean)).toBe(true);
  expect(await finds(ONLY_FIRST.name)).toBe(false);
});

test(`${SWAPS} swaps of lists under load: no request fails, and every answer comes from one whole list`, async () => {
  let swapping = true;
  const answers: { status: number; found: boolean }[] = [];
  const client = async () => {
    while (swapping) {
      const { status, body } = await served.screen(key, { name: PEOPLE[0]!.name, entityType: 'Individual' });
      answers.push({ status, found: body.data?.highestScore === 100 });
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const started = Date.now();
  for (let swap = 0; swap < SWAPS; swap += 1) {
    await bench.json('lists', 'import', 'un-sc', lists[swap % 2]!);
    const expected = swap % 2 === 0 ? ONLY_FIRST.name : ONLY_SECOND.name;
    await expect.poll(() => finds(expected), { interval: 50 }).toBe(true);
  }
  swapping = false;
  await Promise.all(clients);
  const failed = answers.filter(({ status, found }) => status !== 200 || !found);
  console.log(
    `${SWAPS} swaps in ${((Date.now() - started) / 1000).toFixed(0)} s, ${answers.length} requests, ${failed.length} failed`,
  );
  expect(failed).toEqual([]);
  expect(answers.length).toBeGreaterThan(SWAPS);
});
