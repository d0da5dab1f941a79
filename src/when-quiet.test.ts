import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenQuiet } from './when-quiet.ts';

const QUIET = { ms: 1000, share: 0.25, latestMs: 60_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process that takes so many milliseconds of a processor each second, as `seconds` says, and then none. */
function process(...seconds: number[]): () => number {
  let asked = -1;
  return () => {
    asked += 1;
    return seconds.slice(0, asked).reduce((sum, ms) => sum + ms, 0);
  };
}

test('the work waits while the process is busy, and is done once', () => {
  const work = vi.fn();
  whenQuiet(work, QUIET, process(1900, 300, 250));
  vi.advanceTimersByTime(2999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('in a process that is never quiet it is done at the latest moment', () => {
  const work = vi.fn();
  whenQuiet(work, QUIET, process(...Array.from({ length: 100 }, () => 2000)));
  vi.advanceTimersByTime(59_999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});

test('work that is called off is not done', () => {
  const work = vi.fn();
  whenQuiet(work, QUIET, process(1900))();
  vi.advanceTimersByTime(120_000);
  expect(work).not.toHaveBeenCalled();
});
