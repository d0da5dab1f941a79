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

/** A queue under a clock that stands still until it is told to go on. */
function clocked() {
  let now = 0;
  const queue = new FairQueue<string>({ clock: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  const work = (account: number, ms: number) => {
    const ended = queue.begin(account);
    pass(ms);
    ended();
  };
  return { queue, pass, work };
}

test('the account that used least of the last minute goes first, whoever had the last turn', () => {
  const { queue, work } = clocked();
  queue.push(3, 'c');
  work(1, 300);
  work(2, 20);
  queue.remove(3, 'c');
  for (const item of ['a1', 'a2']) queue.push(1, item);
  for (const item of ['b1', 'b2']) queue.push(2, item);
  const turns: string[] = [];
  while (queue.length > 0) {
    const item = queue.take()!;
    turns.push(item);
    work(item.startsWith('a') ? 1 : 2, item.startsWith('a') ? 300 : 20);
  }
  expect(turns).toEqual(['b1', 'b2', 'a1', 'a2']);
});

test('costly work of one account delays the small work of another by one item at most', () => {
  const { queue, work } = clocked();
  for (let at = 0; at < 8; at++) queue.push(1, 'costly');
  for (let at = 0; at < 20; at++) {
    work(1, 900);
    queue.push(2, 'small');
    expect(queue.take()).toBe('small');
    work(2, 10);
    expect(queue.take()).toBe('costly');
    queue.push(1, 'costly');
  }
});

test('what runs counts before it ends, and what is over a minute ago no longer', () => {
  const { queue, pass, work } = clocked();
  queue.push(3, 'c');
  work(2, 1_000);
  const ended = queue.begin(1);
  queue.remove(3, 'c');
  pass(2_000);
  queue.push(1, 'a');
  queue.push(2, 'b');
  expect(queue.peek()).toBe('b');
  ended();
  pass(70_000);
  work(2, 1_000);
  for (const account of [1, 2]) queue.remove(account, account === 1 ? 'a' : 'b');
  queue.push(2, 'b');
  queue.push(1, 'a');
  expect(queue.peek()).toBe('a');
});

test('an account that used much is not shut out: after five seconds without a turn it has the next one', () => {
  const { queue, work } = clocked();
  for (let at = 0; at < 10; at++) queue.push(2, 'new');
  work(1, 30_000);
  queue.push(1, 'heavy');
  expect(queue.take()).toBe('new');
  const turns: string[] = [];
  for (let at = 0; at < 10; at++) {
    work(2, 1_000);
    turns.push(queue.take()!);
  }
  expect(turns.indexOf('heavy')).toBe(5);
});

test('only accounts that may have a turn get one', () => {
  const { queue } = clocked();
  queue.push(1, 'a');
  expect(queue.take((account) => account !== 1)).toBeUndefined();
  queue.push(2, 'b');
  expect(queue.take((account) => account !== 1)).toBe('b');
  expect(queue.take()).toBe('a');
});

test('whoever comes new to a busy queue goes before others for a second of their work, and for no minute', () => {
  const { queue, work } = clocked();
  for (let at = 0; at < 40; at++) queue.push(1, 'a');
  for (let at = 0; at < 20; at++) {
    queue.take();
    work(1, 1_000);
  }
  for (let at = 0; at < 20; at++) queue.push(2, 'new');
  const turns: string[] = [];
  for (let at = 0; at < 10; at++) {
    const item = queue.take()!;
    turns.push(item);
    work(item === 'a' ? 1 : 2, 500);
  }
  expect(turns.slice(0, 4)).toEqual(['new', 'new', 'a', 'new']);
  expect(turns.filter((item) => item === 'new').length).toBeLessThanOrEqual(6);
});

test('work that nobody waited for is held against no account', () => {
  const { queue, work } = clocked();
  work(1, 40_000);
  for (let at = 0; at < 8; at++) queue.push(2, 'costly');
  expect(queue.take()).toBe('costly');
  work(2, 4_000);
  queue.push(1, 'modest');
  expect(queue.take()).toBe('modest');
});

test.for([2_000, 8_000])(
  'many accounts that wait for long together push nobody back who used less (%i ms each)',
  (ms) => {
    const { queue, work } = clocked();
    const floods = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const account of floods) queue.push(account, String(account));
    const flood = () => {
      const item = queue.take()!;
      work(Number(item), ms);
      queue.push(Number(item), item);
    };
    for (let at = 0; at < 16; at++) flood();
    const waited: number[] = [];
    for (let at = 0; at < 20; at++) {
      flood();
      queue.push(9, 'modest');
      let before = 0;
      for (; queue.peek() !== 'modest'; before++) flood();
      queue.take();
      work(9, 50);
      waited.push(before);
    }
    expect(Math.max(...waited)).toBe(1);
    expect(waited.filter((before) => before > 0).length).toBeLessThanOrEqual(10);
  },
);

test('who used less than another still does, however long ago that was', () => {
  const { queue, pass, work } = clocked();
  for (const account of [1, 2]) queue.push(account, String(account));
  work(1, 4_000);
  work(2, 3_000);
  for (let at = 0; at < 100; at++) {
    pass(1_000);
    expect([queue.usedBy(1) > queue.usedBy(2), queue.usedBy(2) > 0]).toEqual([true, true]);
  }
});

test('in a full queue where nobody holds more, the account that used most gives up its item', () => {
  const full = new FairQueue<string>({ max: 2, clock: () => 0 });
  for (const account of [1, 2]) full.push(account, String(account));
  full.spend({ account: 1, ms: 1_500 });
  full.spend({ account: 2, ms: 2_500 });
  expect([full.hasRoom(3), full.push(3, 'new')]).toEqual([true, '2']);
  expect(full.push(2, 'again')).toBe('again');
});

test('where the time of work is told, what passes while it runs counts for nothing', () => {
  let now = 0;
  const queue = new FairQueue<string>({ clock: () => now, isTold: true });
  const ends = [queue.begin(1), queue.begin(2)];
  queue.spend({ account: 2, ms: 900 });
  now += 10_000;
  ends[0]!();
  queue.spend({ account: 1, ms: 200 });
  expect(queue.usedBy(1)).toBe(200);
  queue.push(2, 'b');
  queue.push(1, 'a');
  expect(queue.peek()).toBe('a');
});

test('what each work took is told when it ends', () => {
  let now = 0;
  const told: unknown[] = [];
  const queue = new FairQueue<string>({ clock: () => now, spent: (spent) => told.push(spent) });
  const ended = queue.begin(7);
  now += 250;
  ended();
  expect(told).toEqual([{ account: 7, ms: 250 }]);
});
