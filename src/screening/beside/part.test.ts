import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { accountedBytes } from './part.ts';

const MIB = 2 ** 20;

test('shared memory that nobody holds any more is given back, and costs no other memory', async () => {
  const before = process.memoryUsage.rss();
  let most = 0;
  const held = new Map<number, unknown>();
  for (let at = 0; at < 1_500; at += 1) {
    const shared = new SharedArrayBuffer(MIB);
    new Uint8Array(shared).fill(1);
    held.set(at, { shared, accounted: accountedBytes(MIB) });
    held.delete(at - 50);
    most = Math.max(most, process.memoryUsage.rss() - before);
    if (at % 10 === 0) await turn();
  }
  expect(held.size).toBe(50);
  expect(most / MIB).toBeLessThan(500);
});
