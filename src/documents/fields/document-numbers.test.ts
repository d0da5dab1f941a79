import { expect, test } from 'vitest';
import { numberOfState } from './document-numbers.ts';

test.each([
  ['K00-12-3456', 'KS', 'K00-12-3456'],
  ['482 193 7', 'OR', '482 193 7'],
  ['123456789 D08', 'AR', '123456789'],
  ['LC QRS-12-3456', 'ND', 'QRS-12-3456'],
  ['DLX1234567', 'CA', 'X1234567'],
  ['NHL12345678', 'NH', 'NHL12345678'],
])('%s is a licence number of %s: %s', (text, state, number) => {
  expect(numberOfState(text, state)).toBe(number);
});

test.each([
  ['1234567890', 'AR'],
  ['AB12345', 'KS'],
  ['ST12345M1234DB', 'KS'],
  ['00 101230320002', 'MO'],
])('%s is no licence number of %s', (text, state) => {
  expect(numberOfState(text, state)).toBeNull();
});

test('numbers of other places are not judged', () => {
  expect(numberOfState('12345', 'ON')).toBeUndefined();
});
