import { expect, test } from 'vitest';
import { inFewSizes, MAX_WORDS, searchText, searchWords } from './search-text.ts';

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

test('a search has eight words at most, and says so', () => {
  expect(searchWords('a b c d e f g h')).toHaveLength(MAX_WORDS);
  expect(() => searchWords('a b c d e f g h i')).toThrow('A search may have at most 8 words.');
});

test('a long name in Han characters is one word, and is found', () => {
  const [phrase, ...more] = searchWords('歐陽建國歐陽建國歐陽建國');
  expect(more).toEqual([]);
  expect(searchText('公司 歐陽建國歐陽建國歐陽建國 有限')).toContain(phrase);
});

test('any number of values fits into few sizes, and says the same', () => {
  const sizes = Array.from({ length: 16 }, (_, at) => inFewSizes(Array.from({ length: at + 1 }, (_, one) => one)));
  expect(new Set(sizes.map(({ length }) => length))).toEqual(new Set([1, 2, 4, 8, 16]));
  for (const [at, values] of sizes.entries()) expect(new Set(values).size).toBe(at + 1);
});
