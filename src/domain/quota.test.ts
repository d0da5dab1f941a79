import { describe, expect, test } from 'vitest';
import { periodOf, secondsLeft } from './quota.ts';

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
