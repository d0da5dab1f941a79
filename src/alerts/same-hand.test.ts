import { expect, test } from 'vitest';
import { type Hand, isSameHand } from './same-hand.ts';

const user = (userId: number, email = `${userId}@harbour.example`): Hand => ({
  userId,
  email,
  keyId: null,
  keyMaker: null,
});
const key = (keyId: string, keyMaker: number | null = null): Hand => ({ userId: null, email: null, keyId, keyMaker });

test('one person is the same hand under each of their keys, and under another id with the same address', () => {
  expect(isSameHand(user(1), user(1))).toBe(true);
  expect(isSameHand(user(1), key('A', 1))).toBe(true);
  expect(isSameHand(key('A', 1), user(1))).toBe(true);
  expect(isSameHand(key('A', 1), key('B', 1))).toBe(true);
  expect(isSameHand(user(1, 'Ana@Harbour.example'), user(2, 'ana@harbour.example'))).toBe(true);
});

test('other people and keys of nobody are other hands, and a key is its own', () => {
  expect(isSameHand(user(1), user(2))).toBe(false);
  expect(isSameHand(user(1), key('A', 2))).toBe(false);
  expect(isSameHand(user(1), key('A'))).toBe(false);
  expect(isSameHand(key('A'), key('B'))).toBe(false);
  expect(isSameHand(key('A'), key('A'))).toBe(true);
});
