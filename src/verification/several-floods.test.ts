import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Slices } from '../threads/slices.ts';
import { Slots } from './slots.ts';

/** Work comes in parts of so many milliseconds. */
const PART_MS = 100;
/** Parts of a picture full of text, and of a document, as a quiet machine reads them. */
const COSTLY = 16;
const ORDINARY = 7;
const AT_A_TIME = 8;
const MODEST = 1_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const takes = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The places of verifications and the one thread of documents, as the verifier and its engine have them. */
function service() {
  const slots = new Slots({ running: 2, others: 4, waiting: 16, waitingOfAccount: 8, patienceMs: 15_000 });
  const slices = new Slices({ spent: (spent) => slots.spend(spent) });
  return (account: number, parts: number) =>
    slots.run(account, async () => {
      // Pictures are decoded first, and faces compared last.
      await takes(PART_MS);
      await slices.run(account, async (pause) => {
        for (let part = 0; part < parts; part++) {
          await pause();
          await takes(PART_MS);
        }
      });
      await takes(PART_MS);
    });
}

/** Milliseconds of 20 ordinary verifications, one after the other, while accounts flood the service. */
async function besideFloods(accounts: number): Promise<number[]> {
  const verify = service();
  const found: number[] = [];
  let isOver = false;
  const flood = async (account: number) => {
    while (!isOver) await verify(account, COSTLY).catch(() => takes(PART_MS));
  };
  for (let at = 0; at < AT_A_TIME * accounts; at++) void flood(at % accounts);
  const modest = async () => {
    await takes(20_000);
    while (found.length < 20) {
      const asked = performance.now();
      await verify(MODEST, ORDINARY);
      found.push(performance.now() - asked);
    }
  };
  const ended = modest().finally(() => {
    isOver = true;
  });
  ended.catch(() => {});
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  await ended;
  return found;
}

test.for([1, 2, 4, 8])(
  'beside %i accounts that flood, an account has its part of the time and each answer within 15 s',
  async (accounts) => {
    const found = await besideFloods(accounts);
    const part = (accounts + 1) * ORDINARY * PART_MS;
    const mean = found.reduce((sum, ms) => sum + ms, 0) / found.length;
    expect(mean).toBeLessThanOrEqual(1.2 * part);
    expect(Math.max(...found)).toBeLessThanOrEqual(Math.min(2 * part + COSTLY * PART_MS, 15_000));
  },
);
