import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

test('no more than so many run at a time, and the others follow in their order', async () => {
  const slots = new Slots({ running: 2, waiting: 10, patienceMs: 60_000 });
  const started: number[] = [];
  const works = [0, 1, 2, 3].map(() => held());
  const runs = works.map(({ work }, at) =>
    slots.run(() => {
      started.push(at);
      return work();
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  works[1]!.end();
  await runs[1];
  expect(started).toEqual([0, 1, 2]);
  for (const { end } of works) end();
  expect(await Promise.all(runs)).toEqual(Array(4).fill('done'));
  expect(started).toEqual([0, 1, 2, 3]);
  expect(slots.length).toBe(0);
});

test('one more than may wait is refused at once, and there is room again when one ends', async () => {
  const slots = new Slots({ running: 1, waiting: 1, patienceMs: 60_000 });
  const [first, second] = [held(), held()];
  const runs = [slots.run(first.work), slots.run(second.work)];
  expect(slots.full).toBe(true);
  await expect(slots.run(first.work)).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await runs[0];
  expect(slots.full).toBe(false);
  expect(slots.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  second.end();
  await runs[1];
});

test('what waits longer than its patience is refused and never runs', async () => {
  const slots = new Slots({ running: 1, waiting: 5, patienceMs: 5 });
  const first = held();
  const run = slots.run(first.work);
  let ran = false;
  const late = slots.run(async () => {
    ran = true;
  });
  await expect(late).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await run;
  expect(ran).toBe(false);
  expect(slots.length).toBe(0);
});

test('work that fails gives its place back', async () => {
  const slots = new Slots({ running: 1, waiting: 0, patienceMs: 1000 });
  await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.run(async () => 'next')).toBe('next');
});
