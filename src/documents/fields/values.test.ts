import { expect, test } from 'vitest';
import { nameIn } from './values.ts';

test.each([
  ['Иванов / Ivanov', 'Ivanov'],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ PAPADOPOULOS', 'PAPADOPOULOS'],
  ['محمد AL RASHID', 'AL RASHID'],
  ['陈大文 CHAN, TAI MAN', 'CHAN, TAI MAN'],
  ['김민준 KIM', 'KIM'],
  ['Łukasz Đurić', 'Łukasz Đurić'],
])('print of another script beside Latin is no part of the name: %s', (printed, name) => {
  expect(nameIn(printed)).toBe(name);
});

test('a name in another script alone is none in Latin letters', () => {
  expect(nameIn('Иванов')).toBeNull();
  expect(nameIn('陈大文')).toBeNull();
});

test('a piece of the word across a specimen is no name, the whole word may be one', () => {
  for (const piece of ['PEÇIMEN', 'ECIMEN', 'SPECIM']) expect(nameIn(piece)).toBeNull();
  expect(nameIn('SPECIMEN')).toBe('SPECIMEN');
});
