import { expect, test } from 'vitest';
import type { Query } from '../screening/query.ts';
import { screenRows } from './screen-rows.ts';

const row = (name: string, dateOfBirth = '') => ({ name, entityType: 'Individual', dateOfBirth });

/** A pool that answers with the number of its search. */
function poolOf(length = 0) {
  const asked: Query[] = [];
  const print = async (query: Query) => JSON.stringify({ search: asked.push(query), text: 'x'.repeat(length) });
  return { asked, print };
}

const NOW = new Date('2026-08-01T12:00:00Z');

test('rows of one name, type and date of birth are searched once', async () => {
  const pool = poolOf();
  const search = screenRows(pool, 70, 50, NOW);
  const rows = [
    row('Tilman Quistorp'),
    row('Ottilie Halberg'),
    row('Tilman Quistorp'),
    row('Tilman Quistorp', '1970-01-31'),
  ];
  const answers = await Promise.all(rows.map(search));
  expect(answers[2]).toBe(answers[0]);
  expect(new Set(answers).size).toBe(3);
  expect(pool.asked.map(({ name, dateOfBirth }) => [name, dateOfBirth])).toEqual([
    ['Tilman Quistorp', undefined],
    ['Ottilie Halberg', undefined],
    ['Tilman Quistorp', '1970-01-31'],
  ]);
});

test('what is remembered stays under a bound, and every row still has its answer', async () => {
  const pool = poolOf(20_000_000);
  const search = screenRows(pool, 70, 50, NOW);
  for (const name of ['Tilman Quistorp', 'Ottilie Halberg', 'Casimir Zumbrock']) await search(row(name));
  await search(row('Tilman Quistorp'));
  expect(pool.asked.map(({ name }) => name).filter((name) => name === 'Tilman Quistorp')).toHaveLength(2);
});

test('a row that is no query is refused, and not remembered', async () => {
  const pool = poolOf();
  const search = screenRows(pool, 70, 50, NOW);
  for (const _ of [1, 2]) await expect(search(row('…'))).rejects.toThrow('name: has no letter or digit');
  expect(pool.asked).toEqual([]);
});

test('other names of a row are searched, too: each entity once, at its best score', async () => {
  const match = (id: string, score: number) => ({ name: id, score, entries: [{ source: 'un-sc', id }] });
  const found: Readonly<Record<string, object>> = {
    'Ada Quill': { matches: [match('1', 80), match('2', 72)] },
    'Bo Quill': { matches: [match('2', 99), match('3', 75)], notes: ['A vessel of the name.'] },
  };
  const search = screenRows({ print: async ({ name }) => JSON.stringify(found[name]) }, 70, 2, NOW);
  expect(JSON.parse(await search({ ...row('Ada Quill'), otherNames: 'Bo Quill' }))).toEqual({
    matches: [match('2', 99), match('1', 80)],
    notes: ['A vessel of the name.'],
  });
  expect(await search(row('Ada Quill'))).toBe(JSON.stringify(found['Ada Quill']));
  await expect(search({ ...row('Ada Quill'), otherNames: 'Bo Quill|---' })).rejects.toThrow('no letter or digit');
});
