import { expect, test } from 'vitest';
import { digest, Ledger } from './ledger.ts';
import { planOf } from './plan.ts';

const record = (id: number) => ({ id, name: 'Quillon Ferrabast', result: [] });

test('an id that is given twice, or again after a restart, is told', () => {
  const ledger = new Ledger();
  ledger.keep('screening', record(7));
  expect(() => ledger.keep('screening', record(7))).toThrow('given twice');
  ledger.keep('verification', record(7));
  // Answers of one life may overtake each other; those of the next have higher ids.
  ledger.keep('screening', record(5));
  ledger.beginLife();
  expect(() => ledger.keep('screening', record(6))).toThrow('given again after a crash');
  ledger.keep('screening', record(8));
  expect(ledger.lastLife.map(({ id }) => id)).toEqual([8]);
});

test('an answer is the same whatever the order of its members', () => {
  expect(digest({ a: [1, { b: 2, c: 3 }], d: null })).toBe(digest({ d: null, a: [1, { c: 3, b: 2 }] }));
  expect(digest([1, 2])).not.toBe(digest([2, 1]));
});

test('a seed repeats what is killed and when', () => {
  const plans = (seed: string) => Array.from({ length: 30 }, (_, cycle) => ({ ...planOf(seed, cycle), random: null }));
  expect(plans('7')).toEqual(plans('7'));
  expect(plans('7')).not.toEqual(plans('8'));
});
