import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

test('no more than so many run at a time, and the others follow in their order', async () => {
  const slots = new Slots({ running: 2, others: 0, waiting: 10, waitingOfAccount: 10, patienceMs: 60_000 });
  const started: number[] = [];
  const works = [0, 1, 2, 3].map(() => held());
  const runs = works.map(({ work }, at) =>
    slots.run(1, () => {
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
  const slots = new Slots({ running: 1, others: 0, waiting: 1, waitingOfAccount: 1, patienceMs: 60_000 });
  const [first, second] = [held(), held()];
  const runs = [slots.run(1, first.work), slots.run(1, second.work)];
  expect(slots.hasRoom(1)).toBe(false);
  await expect(slots.run(1, first.work)).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await runs[0];
  expect(slots.hasRoom(1)).toBe(true);
  expect(slots.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  second.end();
  await runs[1];
});

test('what waits longer than its patience is refused and never runs', async () => {
  const slots = new Slots({ running: 1, others: 0, waiting: 5, waitingOfAccount: 5, patienceMs: 5 });
  const first = held();
  const run = slots.run(1, first.work);
  let ran = false;
  const late = slots.run(1, async () => {
    ran = true;
  });
  await expect(late).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await run;
  expect(ran).toBe(false);
  expect(slots.length).toBe(0);
});

test('work that fails gives its place back', async () => {
  const slots = new Slots({ running: 1, others: 0, waiting: 0, waitingOfAccount: 0, patienceMs: 1000 });
  await expect(slots.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.run(1, async () => 'next')).toBe('next');
});

test('an account that fills the queue gives way to others, who used less and go first', async () => {
  const slots = new Slots({ running: 1, others: 0, waiting: 4, waitingOfAccount: 4, patienceMs: 60_000 });
  const first = held();
  const started: string[] = [];
  const note = (name: string) => async () => void started.push(name);
  const running = slots.run(1, first.work);
  const flood = ['a1', 'a2', 'a3', 'a4'].map((name) => slots.run(1, note(name)));
  const refused = flood.slice(2).map((run) => expect(run).rejects.toMatchObject({ code: 'busy' }));
  expect([slots.hasRoom(1), slots.hasRoom(2)]).toEqual([false, true]);
  const others = [slots.run(2, note('b1')), slots.run(3, note('c1'))];
  await Promise.all(refused);
  first.end();
  await Promise.all([running, ...flood.slice(0, 2), ...others]);
  expect(started).toEqual(['b1', 'c1', 'a1', 'a2']);
});

test('work that must run alone goes before what waits, with nothing beside it', async () => {
  const slots = new Slots({ running: 2, others: 0, waiting: 4, waitingOfAccount: 4, patienceMs: 60_000 });
  const works = [held(), held(), held()];
  const started: string[] = [];
  const runs = works.slice(0, 2).map(({ work }) => slots.run(1, work));
  const after = slots.run(2, async () => void started.push('after'));
  const alone = slots.runAlone(() => {
    started.push('alone');
    return works[2]!.work();
  });
  works[0]!.end();
  await runs[0];
  expect(started).toEqual([]);
  works[1]!.end();
  await runs[1];
  expect(started).toEqual(['alone']);
  works[2]!.end();
  await Promise.all([alone, after]);
  expect(started).toEqual(['alone', 'after']);
  expect(slots.length).toBe(0);
});

test('one account cannot hold all places: what another sends runs at once', async () => {
  const slots = new Slots({ running: 2, others: 1, waiting: 8, waitingOfAccount: 8, patienceMs: 60_000 });
  const works = Array.from({ length: 8 }, held);
  const started: string[] = [];
  const run = (account: number, name: string, work: () => Promise<string>) =>
    slots.run(account, () => {
      started.push(name);
      return work();
    });
  const flood = works.map(({ work }, at) => run(1, `a${at}`, work));
  const [first, second] = [held(), held()];
  const others = [run(2, 'b', first.work), run(3, 'c', second.work)];
  await Promise.resolve();
  expect(started).toEqual(['a0', 'a1', 'b']);
  works[0]!.end();
  await flood[0];
  expect(started).toEqual(['a0', 'a1', 'b', 'c']);
  for (const { end } of [...works, first, second]) end();
  await Promise.all([...flood, ...others]);
  expect(slots.length).toBe(0);
});

test('one account fills no more than its part of the queue, whoever else is there', async () => {
  const slots = new Slots({ running: 1, others: 0, waiting: 4, waitingOfAccount: 2, patienceMs: 60_000 });
  const first = held();
  const flood = Array.from({ length: 3 }, () => slots.run(1, first.work));
  expect([slots.hasRoom(1), slots.hasRoom(2)]).toEqual([false, true]);
  await expect(slots.run(1, first.work)).rejects.toMatchObject({ code: 'busy' });
  const others = [slots.run(2, first.work), slots.run(2, first.work)];
  first.end();
  expect(await Promise.all([...flood, ...others])).toEqual(Array(5).fill('done'));
});

test('who waits longest in a place used no more for that: the next place goes by what the threads did', async () => {
  const slots = new Slots({ running: 1, others: 1, waiting: 4, waitingOfAccount: 4, patienceMs: 60_000 });
  const [long, other] = [held(), held()];
  const started: string[] = [];
  const running = [slots.run(1, long.work), slots.run(2, other.work)];
  const waiting = [2, 1].map((account) => slots.run(account, async () => void started.push(String(account))));
  slots.spend({ account: 1, ms: 100 });
  slots.spend({ account: 2, ms: 1_600 });
  other.end();
  long.end();
  await Promise.all([...running, ...waiting]);
  expect(started).toEqual(['1', '2']);
});
