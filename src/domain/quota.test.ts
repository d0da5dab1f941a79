import { describe, expect, test } from 'vitest';
import { isUsedUp, periodOf, secondsLeft } from './quota.ts';

describe('quota periods', () => {
  test('a period is a calendar month in UTC', () => {
    expect(periodOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
    expect(periodOf(new Date('2026-12-01T00:30:00+01:00'))).toBe('2026-11');
    expect(periodOf(new Date('2026-12-01T00:00:00Z'))).toBe('2026-12');
  });

  test('an account can use as many units as its quota, and none after it was lowered below what is used', () => {
    const usedUp = [99, 100, 101].map((used) => isUsedUp({ used, quota: 100 }));
    expect(usedUp).toEqual([false, true, true]);
  });

  test('Retry-After counts whole seconds to the first of the next month', () => {
    expect(secondsLeft(new Date('2026-11-30T23:59:30Z'))).toBe(30);
    expect(secondsLeft(new Date('2026-12-31T23:59:59.999Z'))).toBe(1);
    expect(secondsLeft(new Date('2027-02-01T00:00:00Z'))).toBe(28 * 86_400);
  });
});
