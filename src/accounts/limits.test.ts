import { describe, expect, test } from 'vitest';
import { periodOf, secondsLeft } from '../domain/quota.ts';
import { expiry } from './expiry.ts';
import { RateLimiter } from './rate-limit.ts';

describe('quota periods', () => {
  test('a period is a calendar month in UTC', () => {
    expect(periodOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
    expect(periodOf(new Date('2026-12-01T00:30:00+01:00'))).toBe('2026-11');
    expect(periodOf(new Date('2026-12-01T00:00:00Z'))).toBe('2026-12');
  });

  test('Retry-After counts whole seconds to the first of the next month', () => {
    expect(secondsLeft(new Date('2026-11-30T23:59:30Z'))).toBe(30);
    expect(secondsLeft(new Date('2026-12-31T23:59:59.999Z'))).toBe(1);
    expect(secondsLeft(new Date('2027-02-01T00:00:00Z'))).toBe(28 * 86_400);
  });
});

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

describe('expiry of a key', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  test.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-20T12:01', '2026-11-20T12:01:00.000Z'],
    ['2026-11-20T14:30:00+02:00', '2026-11-20T12:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('%s is the instant %s', (written, instant) => {
    expect(expiry(written, now)).toBe(instant);
  });

  test.each(['2027-02-29', '2027-13-01', 'tomorrow', '', '2027-01-01T25:00:00Z', '01/02/2027'])(
    '%s is refused',
    (text) => {
      expect(() => expiry(text, now)).toThrow('ISO 8601');
    },
  );

  test('an instant that has passed is refused', () => {
    expect(() => expiry('2026-11-20', now)).toThrow('has passed');
    expect(() => expiry('2026-11-20T12:00:00Z', now)).toThrow('has passed');
  });
});
