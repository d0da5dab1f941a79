import { expect, test } from 'vitest';
import { type CustomerContent, isSameContent, needsScreening } from './customer.ts';

const CONTENT: CustomerContent = {
  name: 'Ada Quill',
  entityType: 'Individual',
  dateOfBirth: null,
  otherNames: ['A. Quill'],
  categories: ['pep', 'sanctions'],
  minScore: 70,
  monitored: true,
};

test.each([
  ['nothing', {}, false, true],
  ['the name', { name: 'Ada Quil' }, true, false],
  ['the type', { entityType: 'Organization' as const }, true, false],
  ['the birth date', { dateOfBirth: '1970-01-31T00:00:00Z' }, true, false],
  ['another name', { otherNames: [] }, true, false],
  ['the categories', { categories: ['pep' as const] }, false, false],
  ['the least score', { minScore: 71 }, false, false],
  ['the monitoring', { monitored: false }, false, false],
])('where %s changes a customer is screened anew or not', (_what, change, anew, same) => {
  const now = { ...CONTENT, ...change };
  expect([needsScreening(CONTENT, now), isSameContent(CONTENT, now)]).toEqual([anew, same]);
});

test('a customer who is new is screened', () => {
  expect(needsScreening(undefined, CONTENT)).toBe(true);
});
