import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function takeAll<T>(queue: FairQueue<T>): T[] {
  const items: T[] = [];
  while (queue.length > 0) items.push(queue.take()!);
  return items;
}

test('accounts take turns, and the items of each keep their order', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.push(1, item);
  for (const item of ['b1', 'b2']) queue.push(2, item);
  queue.push(3, 'c1');
  expect(queue.peek()).toBe('a1');
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.take()).toBeUndefined();
  expect(queue.peek()).toBeUndefined();
});

test('an account that always has work waiting does not delay another by more than one item', () => {
  const queue = new FairQueue<string>();
  for (let at = 0; at < 1000; at++) queue.push(1, 'flood');
  for (let at = 0; at < 20; at++) {
    queue.push(2, 'other');
    expect([queue.take(), queue.take()]).toContain('other');
    queue.push(1, 'flood');
  }
});

test('an account whose items give up before their turn has the next turn all the same', () => {
  const queue = new FairQueue<string>();
  for (let more = 0; more < 10; more++) queue.push(1, 'flood');
  // Slow work: the item of the modest account gives up, and is sent again, between any two turns.
  const turns: (string | undefined)[] = [];
  for (let at = 0; at < 10; at++) {
    queue.remove(2, 'other');
    queue.push(2, 'other');
    turns.push(queue.take());
    queue.push(1, 'flood');
  }
  expect(turns.filter((turn) => turn === 'other').length).toBeGreaterThanOrEqual(4);
});

test('in a full queue the account that holds the most gives up its newest item', () => {
  const queue = new FairQueue<string>({ max: 4 });
  for (const item of ['a1', 'a2', 'a3', 'a4']) expect(queue.push(1, item)).toBeUndefined();
  expect(queue.hasRoom(1)).toBe(false);
  expect(queue.push(1, 'a5')).toBe('a5');
  expect(queue.hasRoom(2)).toBe(true);
  expect(queue.push(2, 'b1')).toBe('a4');
  expect(queue.push(3, 'c1')).toBe('a3');
  expect(queue.push(4, 'd1')).toBe('a2');
  expect(queue.hasRoom(5)).toBe(false);
  expect(queue.push(5, 'e1')).toBe('e1');
  expect(queue.length).toBe(4);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'd1']);
});

test('an account has room for so many of its own, whatever else is free', () => {
  const queue = new FairQueue<string>({ maxPerAccount: 1 });
  expect(queue.push(1, 'a1')).toBeUndefined();
  expect(queue.push(1, 'a2')).toBe('a2');
  expect(queue.push(2, 'b1')).toBeUndefined();
  expect([queue.lengthOf(1), queue.lengthOf(2), queue.lengthOf(3)]).toEqual([1, 1, 0]);
});

test('an item can be taken out, and one that was taken can be put back in front', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2']) queue.push(1, item);
  queue.push(2, 'b1');
  expect(queue.remove(1, 'a2')).toBe(true);
  expect(queue.remove(1, 'a2')).toBe(false);
  expect(queue.take()).toBe('a1');
  queue.putBack(1, 'a1');
  expect(queue.length).toBe(2);
  expect(takeAll(queue)).toEqual(['a1', 'b1']);
});
