import { expect, test } from 'vitest';
import type { ListEntry } from '../../domain/list-entry.ts';
import { isOfThePast } from './past-pep.ts';

const TODAY = new Date('2026-11-22T10:00:00Z');
const entry = (more: Partial<ListEntry>): ListEntry => ({
  id: '1',
  kind: 'person',
  names: [{ full: 'Tilman Quistorp', kind: 'primary' }],
  ...more,
});
const born = (...dates: string[]) => entry({ birthDates: dates.map((date) => ({ date })) });

test('somebody who died is of the past, whenever he was born', () => {
  expect(isOfThePast(entry({ deathDate: '2015-03-04', birthDates: [{ date: '1980' }] }), TODAY)).toBe(true);
});

test.each([
  ['1743-04-13', true],
  ['1916-11-21', true],
  ['1916-11-22', false],
  ['1916-11', false],
  ['1916-10', true],
  ['1916', false],
  ['1915', true],
])('born %s, on 22 November 2026: %s', (date, expected) => {
  expect(isOfThePast(born(date), TODAY)).toBe(expected);
});

test('what the list is not sure of keeps the entry', () => {
  expect(isOfThePast(entry({}), TODAY)).toBe(false);
  expect(isOfThePast(born('1850', '1950'), TODAY)).toBe(false);
  expect(isOfThePast(entry({ birthDates: [{ date: '1910', to: '1920' }] }), TODAY)).toBe(false);
  expect(isOfThePast(entry({ birthDates: [{ date: '1915', circa: true }] }), TODAY)).toBe(false);
});
