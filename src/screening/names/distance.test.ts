import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedDistance, lettersOf } from './distance.ts';

const spelling = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0189'), minLength: 1, maxLength: 14 });

function distance(a: string, b: string): number {
  return foldedDistance(lettersOf(a), lettersOf(b), 0);
}

test('a spelling is at no distance from itself, and as far from another as the other from it', () => {
  fc.assert(
    fc.property(spelling, spelling, (a, b) => {
      expect(distance(a, a)).toBe(0);
      expect(distance(a, b)).toBe(distance(b, a));
    }),
  );
});

test('letters that transliterations exchange cost less than others', () => {
  expect(distance('orsik', 'orsic')).toBeLessThan(distance('orsik', 'orsim'));
  expect(distance('tilman', 'tillman')).toBeLessThan(distance('tilman', 'tilrman'));
  expect(distance('mariana', 'mariano')).toBeGreaterThan(distance('mariana', 'moriana'));
});

test('a sound that one language writes in more letters than another costs less than another sound', () => {
  expect(distance('owtschin', 'ovchin')).toBeLessThan(distance('owtschin', 'ovkin'));
  expect(distance('djamal', 'jamal')).toBeLessThan(distance('djamal', 'ramal'));
  expect(distance('schuman', 'shuman')).toBeLessThan(distance('schuman', 'suman'));
});
