import { expect, test } from 'vitest';
import { searchText, searchWords } from './search-text.ts';

test.each([
  ['Назаров', 'Nazarov'],
  ['歐陽 建國', 'OUYANG jianguo'],
  ['Ильматок', 'Ilmatok'],
  ['José Müller', 'jose muller'],
  ["O'Hara", 'OHARA'],
])('%s is found by %s', (stored, typed) => {
  for (const word of searchWords(typed)) expect(searchText(stored)).toContain(word);
});

test('what has neither letters nor digits finds nothing instead of everything', () => {
  expect(searchWords('´')).not.toEqual([]);
});
