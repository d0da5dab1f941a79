import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allows, canonicalRange } from './address-ranges.ts';

describe('allow lists', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7/32 ', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ])('%s is kept as %s', (written, kept) => {
    expect(canonicalRange(written)).toBe(kept);
    expect(canonicalRange(kept)).toBe(kept);
  });

  test.each([
    ['10.0.0.5/8', 'write 10.0.0.0/8 for the network or 10.0.0.5 for the address'],
    ['2001:db8::1/32', 'write 2001:db8::/32 for the network'],
    ['10.0.0.0/33', '0 to 32'],
    ['2001:db8::/129', '0 to 128'],
    ['10.0.0.0/-1', '0 to 32'],
    ['10.0.0.0/8/8', 'neither'],
    ['10.0.0', 'neither'],
    ['0x0a.0.0.1', 'neither'],
    ['010.0.0.1', 'neither'],
    ['fe80::1%eth0', 'neither'],
    ['example.org', 'neither'],
    ['', 'neither'],
  ])('%s is refused with a sentence', (written, why) => {
    expect(() => canonicalRange(written)).toThrow(why);
  });

  test('an empty list lets everybody in, any other only whom it names', () => {
    expect(allows([], '198.51.100.1')).toBe(true);
    expect(allows(['203.0.113.0/24'], '203.0.113.200')).toBe(true);
    expect(allows(['203.0.113.0/24'], '203.0.114.1')).toBe(false);
    expect(allows(['203.0.113.0/24', '2001:db8::/32'], '2001:db8:5::1')).toBe(true);
    expect(allows(['203.0.113.7'], '203.0.113.8')).toBe(false);
  });

  test('an IPv4 client on a listener for both families is still the IPv4 client', () => {
    expect(allows(['203.0.113.0/24'], '::ffff:203.0.113.9')).toBe(true);
    expect(allows(['::/0'], '::ffff:203.0.113.9')).toBe(false);
  });

  test('an address that cannot be read is not let in', () => {
    expect(allows(['0.0.0.0/0', '::/0'], '')).toBe(false);
    expect(allows(['0.0.0.0/0', '::/0'], 'unknown')).toBe(false);
    expect(allows(['fe80::/10'], 'fe80::1%eth0')).toBe(true);
  });

  test('whatever is written, it is kept in a canonical form or refused with a sentence', () => {
    const range = fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 0, max: 130 }));
    fc.assert(
      fc.property(
        fc.oneof(
          range.map(([address, bits]) => `${address}/${bits}`),
          fc.string(),
          fc.ipV6(),
        ),
        (text) => {
          let kept: string;
          try {
            kept = canonicalRange(text);
          } catch (error) {
            expect(error).toMatchObject({ code: 'validation' });
            return;
          }
          expect(canonicalRange(kept)).toBe(kept);
          expect(allows([kept], kept.split('/')[0]!)).toBe(true);
        },
      ),
    );
  });
});

describe('IPv4 addresses inside IPv6', () => {
  test('one that is mapped counts as the IPv4 address', () => {
    expect(allows(['203.0.113.0/24'], '::ffff:203.0.113.7')).toBe(true);
    expect(allows(['203.0.113.7'], '::ffff:cb00:7107')).toBe(true);
    expect(allows(['::ffff:203.0.113.7'], '203.0.113.7')).toBe(true);
  });

  test.each(['::203.0.113.7', '::cb00:7107', '64:ff9b::203.0.113.7', '2002:cb00:7107::'])(
    '%s is another address',
    (other) => {
      expect(allows(['203.0.113.0/24'], other)).toBe(false);
      expect(allows([canonicalRange(other)], other)).toBe(true);
      expect(allows([canonicalRange(other)], '203.0.113.7')).toBe(false);
    },
  );

  test.each(['::203.0.113.07', '::203.0.113', '::203.0.113.256', '1:2:3:4:5:6:7:203.0.113.7'])('%s is none', (text) => {
    expect(() => canonicalRange(text)).toThrow();
    expect(allows(['::/0', '0.0.0.0/0'], text)).toBe(false);
  });
});

test('a zone is no part of an IPv6 address, and an IPv4 address has none', () => {
  expect(allows(['fe80::/10'], 'fe80::1%eth0')).toBe(true);
  expect(allows(['fe80::/10'], 'fe80::1%')).toBe(false);
  expect(allows(['203.0.113.7'], '203.0.113.7%eth0')).toBe(false);
});
