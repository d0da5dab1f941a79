import { expect, test } from 'vitest';
import { birthYearsIn } from './ages.ts';

const DAY = '2026-03-01T10:15:00.000Z';

test.each([
  ['Zorvan Ilmatok, 34, was charged with fraud', [1991, 1992]],
  ['Zorvan Ilmatok (61) wegen Betrugs verurteilt', [1964, 1965]],
  ['Fraud: Zorvan Ilmatok, aged 40', [1985, 1986]],
  ['Prison for 52-year-old Zorvan Ilmatok', [1973, 1974]],
  ['Der 52-jährige Zorvan Ilmatok schweigt', [1973, 1974]],
  ['ZORVAN ILMATOK, 34, IN COURT', [1991, 1992]],
])('an age beside a name says when somebody was born: %s', (text, years) => {
  expect(birthYearsIn(text, ['Zorvan Ilmatok', 'Mira Quellund'], DAY)).toEqual({ 'zorvan ilmatok': years });
});

test.each([
  'Zorvan Ilmatok stole 34 cars',
  'Zorvan Ilmatok, 34 others and a bank are accused',
  'Zorvan Ilmatok, 34.5 million and a yacht',
  'Zorvan Ilmatok, 34,000 dollars and a yacht',
  'Zorvan Ilmatok (2024) is the title of a book',
  'The 7-year-old Zorvan Ilmatok',
  'Room 134-year-old Zorvan Ilmatok',
])('other numbers are no age: %s', (text) => {
  expect(birthYearsIn(text, ['Zorvan Ilmatok'], DAY)).toBeUndefined();
});
