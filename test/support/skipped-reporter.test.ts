import { expect, test } from 'vitest';
import { reasonOf } from './skipped-reporter.ts';

test.each([
  [
    'the queue of alerts (skipped: no Chromium (Debian: apt-get install chromium)) > is empty',
    'no Chromium (Debian: apt-get install chromium)',
  ],
  ['a name > is nowhere in a list (else: the lists are not here)', 'the lists are not here'],
  ['full-size lists (skipped where the data is absent) > merge', 'where the data is absent'],
  ['a log on a full disk ends nothing', undefined],
])('the end of a run says why "%s" was skipped', (fullName, reason) => {
  expect(reasonOf(fullName)).toBe(reason);
});

test('the end of a run repeats the note that a test was skipped with', () => {
  expect(reasonOf('a list is read', 'the lists are not here')).toBe('the lists are not here');
});
