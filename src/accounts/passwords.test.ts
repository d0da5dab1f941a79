import { expect, test } from 'vitest';
import { hashPassword, hashTogether, indexOfMatching, matchesPassword } from './passwords.ts';

/** A module of its own, of which no setup of tests has changed the cost. */
const REAL = new URL('./passwords.ts?real', import.meta.url).href;

test('a password is hashed at the cost that OWASP recommends', async () => {
  const real = (await import(REAL)) as typeof import('./passwords.ts');
  expect(await real.hashPassword('harbour lantern at dusk')).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  );
});

test('a hash of another cost is still that of its password alone', async () => {
  const real = (await import(REAL)) as typeof import('./passwords.ts');
  const [costly, cheap] = [await real.hashPassword('harbour lantern'), await hashPassword('harbour lantern')];
  expect(costly.split('$')[3]).not.toBe(cheap.split('$')[3]);
  for (const { matchesPassword: matches } of [real, { matchesPassword }]) {
    expect([await matches('harbour lantern', costly), await matches('harbour lantern', cheap)]).toEqual([true, true]);
    expect([await matches('harbour', costly), await matches('harbour', cheap)]).toEqual([false, false]);
    expect(await matches('harbour lantern', null)).toBe(false);
  }
});

test('of secrets that were hashed together one derivation tells which one comes', async () => {
  const hashes = await hashTogether(['one', 'two', 'three']);
  expect(await indexOfMatching('two', hashes)).toBe(1);
  expect(await indexOfMatching('four', hashes)).toBe(-1);
  expect(await indexOfMatching('one', [])).toBe(-1);
});
