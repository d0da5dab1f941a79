import { expect, test } from 'vitest';
import { CHALLENGE_MS, PasskeyChallenges } from './passkey-challenges.ts';

const [FIRST, SECOND] = ['ab'.repeat(32), 'cd'.repeat(32)];
const SIGN_IN = { for: 'sign-in' } as const;
const START = Date.UTC(2026, 10, 20);

function at(time: number, ...masters: string[]) {
  return new PasskeyChallenges(
    async () => masters,
    () => new Date(time),
  );
}
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

test('a challenge of one node is known at another, also while the master key is rotated, and differs each time', async () => {
  const one = text(await at(START, FIRST).make(SIGN_IN));
  const other = text(await at(START, FIRST).make(SIGN_IN));
  expect(one).not.toBe(other);
  const known = await at(START, FIRST).check(one, SIGN_IN);
  expect(known).toHaveLength(32);
  expect(await at(START, SECOND, FIRST).check(one, SIGN_IN)).toEqual(known);
  expect(await at(START, SECOND).check(one, SIGN_IN)).toBeUndefined();
});

test('it is of five minutes, whichever clock is ahead', async () => {
  const one = text(await at(START, FIRST).make(SIGN_IN));
  for (const [later, late] of [
    [CHALLENGE_MS, false],
    [-CHALLENGE_MS, false],
    [CHALLENGE_MS + 1, true],
    [-CHALLENGE_MS - 1, true],
  ] as const) {
    expect([later, (await at(START + later, FIRST).check(one, SIGN_IN)) === 'late']).toEqual([later, late]);
  }
});

test('it counts for its purpose, its person and its session alone, and unchanged', async () => {
  const challenges = at(START, FIRST);
  const purpose = { for: 'proof', userId: 7, session: 's' } as const;
  const one = text(await challenges.make(purpose));
  expect(await challenges.check(one, purpose)).toBeInstanceOf(Uint8Array);
  for (const other of [
    SIGN_IN,
    { ...purpose, for: 'enrolment' as const },
    { ...purpose, userId: 8 },
    { ...purpose, session: 't' },
  ]) {
    expect(await challenges.check(one, other)).toBeUndefined();
  }
  const bytes = Buffer.from(one, 'base64url');
  for (const place of [0, 15, 16, 21, 22, 53]) {
    const changed = Buffer.from(bytes);
    changed[place]! ^= 1;
    expect(await challenges.check(text(changed), purpose)).toBeUndefined();
  }
  for (const wrong of ['', 'AAAA', `${one}AA`, one.slice(0, -2)]) {
    expect(await challenges.check(wrong, purpose)).toBeUndefined();
  }
});

test('without a master key nothing is asked', async () => {
  await expect(at(START).make(SIGN_IN)).rejects.toMatchObject({ code: 'damaged' });
});
