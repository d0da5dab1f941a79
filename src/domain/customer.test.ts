import { expect, test } from 'vitest';
import { type CustomerContent, changedMembers, needsScreening } from './customer.ts';

const CONTENT: CustomerContent = {
  name: 'Ada Quill',
  entityType: 'Individual',
  dateOfBirth: null,
  otherNames: ['A. Quill'],
  categories: ['pep', 'sanctions'],
  minScore: 70,
  monitored: true,
};

test.each<[string, Partial<CustomerContent>, boolean]>([
  ['nothing', {}, false],
  ['the name', { name: 'Ada Quil' }, true],
  ['the type', { entityType: 'Organization' }, true],
  ['the birth date', { dateOfBirth: '1970-01-31T00:00:00Z' }, true],
  ['another name', { otherNames: [] }, true],
  ['the categories', { categories: ['pep'] }, false],
  ['the least score', { minScore: 71 }, false],
  ['the monitoring', { monitored: false }, false],
])('where %s changes a customer is screened anew or not', (_what, change, anew) => {
  const now = { ...CONTENT, ...change };
  expect(needsScreening(CONTENT, now)).toBe(anew);
  expect(changedMembers(CONTENT, now)).toEqual(Object.keys(change));
});

test('a customer who is new is screened', () => {
  expect(needsScreening(undefined, CONTENT)).toBe(true);
});
