import { describe, expect, test } from 'vitest';
import { compact } from './documents/fields/phrases.ts';
import { readTable } from './tables.ts';

const LANGUAGES = /^[a-z]{2}(,[a-z]{2})*$/;

describe('the tables of printed phrases', () => {
  test.each([
    ['documents/labels.tsv', 'role'],
    ['documents/titles.tsv', 'type'],
  ])('%s name languages by ISO 639-1 and a source, and give no phrase twice', (file, meaning) => {
    const rows = readTable(file, [meaning, 'phrase', 'language', 'source']);
    const phrases = rows.map(({ phrase }) => compact(phrase!).letters);
    expect(rows.filter(({ language, source }) => !LANGUAGES.test(language!) || source === '')).toEqual([]);
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
  });

  test('countries are named by ISO 3166-1 codes', () => {
    const rows = readTable('documents/countries.tsv', ['country', 'alpha2', 'use']);
    const wrong = rows.filter(({ country, alpha2, use }) => {
      return !/^[A-Z]{3}$/.test(country) || !/^[A-Z]{2}$/.test(alpha2) || !['name', 'nationality'].includes(use);
    });
    expect(wrong).toEqual([]);
  });

  test('a table without a column that is asked for is refused by name', () => {
    expect(() => readTable('documents/titles.tsv', ['kind'])).toThrow('tables/documents/titles.tsv');
  });
});
