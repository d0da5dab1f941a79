import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashKey, keyId, matchesKeyHash, newApiKey, readKeyExpiry } from './api-keys.ts';

describe('API keys', () => {
  test('a new key has a form that scanners recognise, and names its public id', () => {
    const { id, value } = newApiKey();
    expect(value).toMatch(/^tsk_[0-9A-Za-z]{12}_[0-9A-Za-z]{30}$/);
    expect(keyId(value)).toBe(id);
    expect(value).toContain(id);
  });

  test('two keys share neither id nor secret', () => {
    const values = Array.from({ length: 200 }, newApiKey);
    expect(new Set(values.map(({ id }) => id)).size).toBe(200);
    expect(new Set(values.map(({ value }) => value.slice(17))).size).toBe(200);
  });

  test('a key with one letter changed is recognised as mistyped', () => {
    const { value } = newApiKey();
    fc.assert(
      fc.property(fc.integer({ min: 4, max: value.length - 1 }), fc.constantFrom(...'09azAZ'), (at, letter) => {
        fc.pre(value[at] !== letter);
        expect(keyId(value.slice(0, at) + letter + value.slice(at + 1))).toBeUndefined();
      }),
    );
  });

  test('nothing else is taken for a key', () => {
    fc.assert(fc.property(fc.string(), (text) => keyId(text) === undefined));
    expect(keyId(`${newApiKey().value} `)).toBeUndefined();
    expect(keyId(newApiKey().value.toLowerCase())).toBeUndefined();
  });

  test('a value fits its own hash alone', () => {
    const [one, two] = [newApiKey(), newApiKey()];
    expect(matchesKeyHash(hashKey(one.value), one.hash)).toBe(true);
    expect(matchesKeyHash(hashKey(two.value), one.hash)).toBe(false);
    expect(matchesKeyHash(hashKey(one.value), undefined)).toBe(false);
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
