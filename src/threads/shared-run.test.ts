import { expect, test } from 'vitest';
import { SharedRun } from './shared-run.ts';

/** Work that counts its runs and ends each only when it is told to. */
function heldWork() {
  const runs: { end(): void; fail(error: Error): void }[] = [];
  const started: (() => void)[] = [];
  const shared = new SharedRun<number>(() => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const run = runs.length + 1;
    runs.push({ end: () => resolve(run), fail: reject });
    started.shift()?.();
    return promise;
  });
  const nextStart = () => new Promise<void>((resolve) => started.push(resolve));
  return { shared, runs, nextStart };
}

test('all who ask before a run begins share it, and all who ask during it share the next', async () => {
  const { shared, runs, nextStart } = heldWork();
  const firstStart = nextStart();
  const early = Array.from({ length: 100 }, () => shared.ask());
  await firstStart;
  const late = Array.from({ length: 100 }, () => shared.ask());
  const secondStart = nextStart();
  runs[0]!.end();
  expect(new Set(await Promise.all(early))).toEqual(new Set([1]));
  await secondStart;
  runs[1]!.end();
  expect(new Set(await Promise.all(late))).toEqual(new Set([2]));
  expect(runs).toHaveLength(2);
});

test('a run that fails tells all who share it, and the next one is tried', async () => {
  const { shared, runs, nextStart } = heldWork();
  const firstStart = nextStart();
  const asked = [shared.ask(), shared.ask()];
  await firstStart;
  const secondStart = nextStart();
  runs[0]!.fail(new Error('gone'));
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
  const again = shared.ask();
  await secondStart;
  runs[1]!.end();
  expect(await again).toBe(2);
});

test('work that is asked for again and again runs for half of the time at most', async () => {
  const runs: number[] = [];
  const shared = new SharedRun(async () => {
    const begun = performance.now();
    while (performance.now() - begun < 20);
    runs.push(performance.now() - begun);
  });
  const begun = performance.now();
  for (let run = 0; run < 4; run += 1) await shared.ask();
  const took = performance.now() - begun;
  const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0);
  // The rest behind the last run has not passed yet. A timer may end a millisecond early.
  expect(took - sum(runs)).toBeGreaterThan(sum(runs.slice(0, -1)) - runs.length);
});
