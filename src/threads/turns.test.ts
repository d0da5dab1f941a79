import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Work that ends when it is told to, and says when it begins. */
function workplace() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const endOne = async () => {
    ends.shift()!();
    await new Promise(setImmediate);
  };
  return { begun, work, endOne };
}

test('so much runs at once, and an account that asks a lot delays another by one piece of work', async () => {
  const turns = new Turns({ atOnce: 2, maxWaiting: 100 });
  const { begun, work, endOne } = workplace();
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => turns.run(1, work(name)));
  all.push(turns.run(2, work('b1')));
  expect(begun).toEqual(['a1', 'a2']);
  await endOne();
  await endOne();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (let turn = 0; turn < 4; turn += 1) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
});

test('what finds no room is refused, first of the account that holds the most', async () => {
  const turns = new Turns({ atOnce: 1, maxWaiting: 3 });
  const { begun, work, endOne } = workplace();
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => turns.run(1, work(name)));
  const other = turns.run(2, work('b1'));
  await expect(flood[4]).rejects.toMatchObject({ code: 'busy' });
  await expect(flood[3]).rejects.toMatchObject({ code: 'busy' });
  for (let turn = 0; turn < 4; turn += 1) await endOne();
  await Promise.all([...flood.slice(0, 3), other]);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('work that fails makes room as well', async () => {
  const turns = new Turns({ atOnce: 1, maxWaiting: 3 });
  const failing = [1, 2].map(() => turns.run(1, () => Promise.reject(new Error('no'))));
  for (const each of failing) await expect(each).rejects.toThrow('no');
  expect(await turns.run(1, async () => 'yes')).toBe('yes');
});
