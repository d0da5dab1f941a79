import { expect, test } from 'vitest';
import { Allowance } from './allowance.ts';

test('an account that spent all of its seconds waits until some came back; others do not', () => {
  let now = 0;
  const allowance = new Allowance({ seconds: 10, refill: 0.5 }, () => now);
  allowance.spend(1, 9);
  expect(allowance.secondsToWait(1)).toBe(0);
  allowance.spend(1, 3);
  expect(allowance.secondsToWait(1)).toBe(4);
  expect(allowance.secondsToWait(2)).toBe(0);
  now = 3000;
  expect(allowance.secondsToWait(1)).toBe(1);
  now = 4100;
  expect(allowance.secondsToWait(1)).toBe(0);
});

test('seconds that were given back can be spent again, and never more than there are', () => {
  const allowance = new Allowance({ seconds: 10, refill: 0.5 }, () => 0);
  allowance.spend(1, 10);
  expect(allowance.secondsToWait(1)).toBe(1);
  allowance.spend(1, -100);
  allowance.spend(1, 9.9);
  expect(allowance.secondsToWait(1)).toBe(0);
  allowance.spend(1, 0.2);
  expect(allowance.secondsToWait(1)).toBe(1);
});
