import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compact } from './documents/fields/phrases.ts';
import { readGroups, readTable } from './tables.ts';

const FOLDER = new URL('../tables/', import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsv'));
const LANGUAGES = /^[a-z]{2}(,[a-z]{2})*$/;

test('every table explains itself, has all its cells, repeats no row and is sorted as its head says', () => {
  expect(FILES.length).toBeGreaterThan(30);
  expect(FILES.flatMap(problemsOf)).toEqual([]);
});

function problemsOf(file: string): string[] {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').split('\n');
  const start = lines.findIndex((line) => !line.startsWith('#'));
  const head = lines.slice(0, start).join('\n');
  const columns = lines[start]!.split('\t');
  const rows = lines.slice(start + 1, -1).map((line) => line.split('\t'));
  const problems: string[] = [];
  if (!/\bsource\b/i.test(head)) problems.push('names no source in its head');
  if (lines.at(-1) !== '') problems.push('ends without a line feed');
  for (const [at, cells] of rows.entries()) {
    if (cells.length !== columns.length || cells.some((cell) => cell === '' || cell !== cell.trim()))
      problems.push(`line ${start + at + 2} lacks a cell or has spaces around one`);
  }
  const seen = new Set<string>();
  for (const row of rows.map((cells) => cells.join(' '))) {
    if (seen.has(row)) problems.push(`has a row twice: ${row}`);
    seen.add(row);
  }
  const order = /^# Sorted by (.+)\.$/m.exec(head)?.[1]?.split(', ') ?? [];
  const keys = rows.map((cells) => order.map((column) => cells[columns.indexOf(column)]).join('\t'));
  const late = keys.findIndex((key, at) => at > 0 && key < keys[at - 1]!);
  if (late > 0) problems.push(`is not sorted at "${rows[late]!.join(' ')}"`);
  return problems.map((problem) => `tables/${file} ${problem}`);
}

describe('the tables of printed phrases', () => {
  test.each([
    ['documents/labels.tsv', 'role'],
    ['documents/titles.tsv', 'type'],
  ])('%s name languages by ISO 639-1 and a source, and give no phrase twice', (file, meaning) => {
    const rows = readTable(file, [meaning, 'phrase', 'language', 'source']);
    const phrases = rows.map(([, phrase]) => compact(phrase).letters);
    expect(rows.filter(([, , language, source]) => !LANGUAGES.test(language) || source === '')).toEqual([]);
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
  });

  test('countries are named by ISO 3166-1 codes', () => {
    const rows = readTable('documents/countries.tsv', ['country', 'alpha2', 'use']);
    const wrong = rows.filter(([country, alpha2, use]) => {
      return !/^[A-Z]{3}$/.test(country) || !/^[A-Z]{2}$/.test(alpha2) || !['name', 'nationality'].includes(use);
    });
    expect(wrong).toEqual([]);
  });
});

/** A word of an organisation's name stands in one of them, under one meaning. */
const ORGANISATION_WORDS = ['organisation-words.tsv', 'organisation-bodies.tsv', 'organisation-trades.tsv'];

describe('the tables of names', () => {
  test.each([
    ['legal-forms.tsv', 'form'],
    ['organisation-words.tsv', 'word'],
    ['organisation-bodies.tsv', 'word'],
    ['organisation-trades.tsv', 'word'],
    ['organisation-acronyms.tsv', 'acronym'],
    ['organisation-words-native-script.tsv', 'word'],
    ['numbers.tsv', 'word'],
    ['simplified-characters.tsv', 'simplified'],
    ['chinese-transcription-sounds.tsv', 'character'],
  ])('%s has each %s once', (file, column) => {
    const keys = readTable(`names/${file}`, [column]).map(([key]) => key);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test.each([
    'cantonese-spellings.tsv',
    'jyutping.tsv',
    'korean-name-readings.tsv',
    'mandarin-name-readings.tsv',
    'mandarin-surname-readings.tsv',
    'sino-korean.tsv',
  ])('%s has each character once', (file) => {
    const characters = readTable(`names/${file}`, ['characters']).flatMap(([some]) => [...some]);
    expect(characters.length).toBe(new Set(characters).size);
  });

  test('words in native scripts name classes of legal forms and countries that exist', () => {
    const classes = readGroups('names/legal-forms.tsv', ['class', 'form']);
    const countries = readGroups('names/country-words.tsv', ['word', 'country']);
    const known: Record<string, ReadonlyMap<string, unknown>> = { 'legal form': classes, country: countries };
    const rows = readTable('names/organisation-words-native-script.tsv', ['says', 'value']);
    expect(rows.filter(([says, value]) => !['meaning', 'place'].includes(says) && !known[says]!.has(value))).toEqual(
      [],
    );
  });

  test('a meaning of organisations stands among its own words, and no word has two', () => {
    const rows = ORGANISATION_WORDS.flatMap((file) => readTable(`names/${file}`, ['meaning', 'word']));
    const words = new Map(rows.map(([meaning, word]) => [word, meaning]));
    expect(words.size).toBe(rows.length);
    expect(rows.filter(([meaning]) => words.get(meaning) !== meaning)).toEqual([]);
  });

  test('acronyms of organisations are read as meanings that exist', () => {
    const meanings = new Set(ORGANISATION_WORDS.flatMap((file) => readTable(`names/${file}`, ['meaning'])).flat());
    const read = readTable('names/organisation-acronyms.tsv', ['words']).flatMap(([words]) => words.split(' '));
    expect(read.filter((word) => !meanings.has(word))).toEqual([]);
  });

  test('a legal form stands in one of four positions', () => {
    const positions = readTable('names/legal-forms.tsv', ['position']).map(([position]) => position);
    expect([...new Set(positions)].sort()).toEqual(['anywhere', 'first or last', 'last', 'not first']);
  });
});

test('a table without a column that is asked for is refused by name', () => {
  expect(() => readTable('documents/titles.tsv', ['kind'])).toThrow('tables/documents/titles.tsv');
});
