import { expect, test } from 'vitest';
import { nameIn, sexIn } from './values.ts';

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

test.each([
  ['F', 'F'],
  ['K/F', 'F'],
  ['F /F', 'F'],
  ['M / M', 'M'],
  ['F POLSKIE', 'F'],
  ['M 5-08 150', 'M'],
  ['FRENCH F', 'F'],
  ['FRANÇAISE/FRENCH F', 'F'],
  ['FRANÇAISE / FRENCH M', 'M'],
  ['POLSKIE/POLISH K/F', 'F'],
  ['DEU F', 'F'],
  ['165 cm F', 'F'],
  ['165 cm M', 'M'],
  ['1,65 m F', 'F'],
  ['5\'-08" M', 'M'],
  ['04.05.1988 F', 'F'],
  ['04 BEA/MAY 1988 B/F', 'F'],
  ['12 05 1990, M', 'M'],
  ['8703282 F', 'F'],
  ['EIREANNACH/IRISH M', 'M'],
  ['Z M', 'M'],
  ['T F', 'F'],
])('the letter of the sex is found beside other words: %s', (printed, sex) => {
  expect(sexIn(printed)).toBe(sex);
});

test.each([
  '1,70 M',
  '1.70 M',
  '170 M',
  '2 M',
  'JOHN M',
  'ANNA F',
  'SMITH, ANNA F',
  'LONDON F',
  'CLASS M',
  'AB12 C F X',
])('an initial, a metre or a class is no sex: %s', (printed) => {
  expect(sexIn(printed)).toBeNull();
});

test.each([
  ['Q.JOHN', 'Q. JOHN'],
  ['MARY J.ANN', 'MARY J. ANN'],
  ['ST.CLAIR', 'ST. CLAIR'],
  ['A.MILNE', 'A. MILNE'],
])('a space stands behind the stop of an initial: %s', (printed, name) => {
  expect(nameIn(printed)).toBe(name);
});

test('initials beside each other stay so', () => {
  expect(nameIn('J.P. MORGAN')).toBe('J.P. MORGAN');
});
