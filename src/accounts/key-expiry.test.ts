import { describe, expect, test } from 'vitest';
import { readKeyExpiry } from './key-expiry.ts';

describe('expiry of a key', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  test.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-20T12:01', '2026-11-20T12:01:00.000Z'],
    ['2026-11-20T14:30:00+02:00', '2026-11-20T12:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('%s is the instant %s', (written, instant) => {
    expect(readKeyExpiry(written, now)).toBe(instant);
  });

  test.each(['2027-02-29', '2027-13-01', 'tomorrow', '', '2027-01-01T25:00:00Z', '01/02/2027'])(
    '%s is refused',
    (text) => {
      expect(() => readKeyExpiry(text, now)).toThrow('ISO 8601');
    },
  );

  test('an instant that has passed is refused', () => {
    expect(() => readKeyExpiry('2026-11-20', now)).toThrow('has passed');
    expect(() => readKeyExpiry('2026-11-20T12:00:00Z', now)).toThrow('has passed');
  });
});
