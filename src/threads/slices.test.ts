import { expect, test } from 'vitest';
import { Slices } from './slices.ts';

/** Slices whose parts take as long as they are said to. */
function shared() {
  let now = 0;
  const slices = new Slices({ clock: () => now });
  const log: string[] = [];
  const ends = new Map<string, number>();
  /** Work of parts of so many milliseconds, with a pause before each. */
  const work = (account: number, name: string, parts: number, ms: number) =>
    slices
      .run(account, async (pause) => {
        for (let part = 0; part < parts; part++) {
          await pause();
          log.push(name);
          now += ms;
          await Promise.resolve();
        }
      })
      .then(() => ends.set(name, now));
  return { slices, log, ends, work, idle: (ms: number) => (now += ms) };
}

test('what takes long gives way to an account that used less, and goes on afterwards', async () => {
  const { log, ends, work } = shared();
  const long = work(1, 'long', 30, 100);
  await Promise.resolve();
  const short = work(2, 'short', 5, 100);
  await Promise.all([long, short]);
  expect(log.filter((name) => name === 'long').length).toBe(30);
  expect(ends.get('short')).toBeLessThanOrEqual(1_600);
  expect(ends.get('long')).toBe(3_500);
});

test('many accounts with long work delay a modest one by little more than one part', async () => {
  const { ends, work, idle } = shared();
  const floods = Array.from({ length: 12 }, (_, at) => work(1 + (at % 4), `flood ${at}`, 30, 100));
  const waits: number[] = [];
  for (let at = 0; at < 5; at++) {
    // Others work meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    const before = idle(0);
    await work(9, `modest ${at}`, 5, 100);
    waits.push(ends.get(`modest ${at}`)! - before);
  }
  await Promise.all(floods);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_600);
});

test('work of equals is done one after the other', async () => {
  const { log, work } = shared();
  await Promise.all([work(1, 'a', 8, 100), work(2, 'b', 8, 100), work(3, 'c', 8, 100)]);
  expect(log.join('')).toBe('a'.repeat(8) + 'b'.repeat(8) + 'c'.repeat(8));
});

test('work of one account is done in its order, also where it was left', async () => {
  const { log, work } = shared();
  const own = [work(1, 'a', 20, 100), work(1, 'b', 2, 100)];
  await Promise.resolve();
  await Promise.all([...own, work(2, 'other', 15, 100)]);
  expect(log.filter((name) => name !== 'other').join('')).toBe(`${'a'.repeat(20)}bb`);
});

test('one that used much goes on after five seconds, however much others ask for', async () => {
  const { log, work } = shared();
  const before = work(1, 'before', 300, 100);
  await Promise.resolve();
  const left = work(1, 'left', 1, 100);
  const others = Array.from({ length: 1_000 }, (_, at) => work(2, `other ${at}`, 1, 100));
  await Promise.all([before, left, ...others]);
  const waits = log.flatMap((name, at) => (name.startsWith('other') ? [] : [at]));
  const gaps = waits.slice(1).map((at, before) => at - waits[before]!);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(52);
});

test('work that nobody waited for is not held against its account when another floods the thread', async () => {
  const { ends, work, idle } = shared();
  await work(1, 'alone', 400, 100);
  const asked = idle(0);
  const flood = Array.from({ length: 8 }, (_, at) => work(2, `flood ${at}`, 100, 100));
  await work(1, 'modest', 5, 100);
  expect(ends.get('modest')! - asked).toBeLessThanOrEqual(1_700);
  await Promise.all(flood);
});

test('an account that comes new to a busy thread goes first for one part, and for no minute', async () => {
  const { ends, work, idle } = shared();
  const first = Array.from({ length: 8 }, (_, at) => work(1, `first ${at}`, 100, 100));
  for (let at = 0; at < 20; at++) await work(9, `before ${at}`, 5, 100);
  const second = Array.from({ length: 8 }, (_, at) => work(2, `second ${at}`, 100, 100));
  const waits: number[] = [];
  for (let at = 0; at < 5; at++) {
    const asked = idle(0);
    await work(9, `modest ${at}`, 5, 100);
    waits.push(ends.get(`modest ${at}`)! - asked);
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(3_700);
  await Promise.all([...first, ...second]);
});

test('what is short goes before all that waits', async () => {
  const { slices, log, work } = shared();
  const others = [work(1, 'a', 3, 100), work(2, 'b', 3, 100)];
  const short = slices.run(1, async () => void log.push('short'), { short: true });
  await Promise.all([...others, short]);
  expect(log).toEqual(['a', 'a', 'a', 'short', 'b', 'b', 'b']);
});

test('work that fails gives the thread back', async () => {
  const { slices } = shared();
  const failed = slices.run(1, async () => {
    throw new Error('broken');
  });
  const next = slices.run(2, async () => 'next');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
