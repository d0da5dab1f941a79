import { describe, expect, test, vi } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

describe('rate limit', () => {
  test('a burst is let through at once, then as many as the rate allows, for each key apart', () => {
    let now = 0;
    const limiter = new RateLimiter({ rate: 2, burst: 3 }, () => new Date(now));
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 0]);
    expect(limiter.take('a')).toBe(500);
    expect(limiter.take('b')).toBe(0);
    now += 500;
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBe(500);
    now += 60_000;
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 0]);
    expect(limiter.take('a')).toBe(500);
  });

  test('a clock that is set back locks nobody out', () => {
    let now = 10_000_000;
    const limiter = new RateLimiter({ rate: 1, burst: 2 }, () => new Date(now));
    limiter.take('a');
    now = 0;
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBe(1000);
  });
});

test('nodes that share their records count what the others let through', async () => {
  vi.useFakeTimers();
  const heard: ((note: string) => void)[] = [];
  const limiters = [0, 1].map((own) => {
    const limiter = new RateLimiter({ rate: 1, burst: 4 }, () => new Date(0));
    const tell = (_: string, note: string) =>
      heard.filter((_, other) => other !== own).map((listener) => listener(note));
    const stop = limiter.shareWith({ tell, hear: (_, listener) => void heard.push(listener) });
    return { limiter, stop };
  });
  const [one, two] = limiters.map(({ limiter }) => limiter);
  for (let request = 0; request < 3; request += 1) expect(one!.take('k')).toBe(0);
  vi.advanceTimersByTime(250);
  expect(two!.left('k').tokens).toBe(1);
  expect(two!.take('k')).toBe(0);
  expect(two!.take('k')).toBeGreaterThan(0);
  for (const { stop } of limiters) stop();
  vi.useRealTimers();
});
