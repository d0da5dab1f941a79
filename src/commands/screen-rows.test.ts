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
