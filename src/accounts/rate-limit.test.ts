import { describe, expect, test } from 'vitest';
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
