import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AlertsQuery } from '../queries.ts';
import { pageOfIds } from './alert-filter.ts';
import { statements } from './page-query.ts';

test('a text that comes again is prepared once, and ten thousand others leave only the newest behind', () => {
  const db = new Database(':memory:');
  let prepared = 0;
  const counting = new Proxy(db, {
    get: (target, member) => {
      if (member !== 'prepare') return Reflect.get(target, member);
      return (text: string) => {
        prepared += 1;
        return target.prepare(text);
      };
    },
  });
  const all = statements(counting);
  const other = statements(counting);
  for (const read of [all, other, all]) expect(read('SELECT 70000 AS one', [])).toEqual([{ one: 70_000 }]);
  expect(prepared).toBe(1);
  for (let one = 0; one < 10_000; one += 1) all(`SELECT ${one} AS one`, []);
  expect(prepared).toBe(10_001);
  all('SELECT 9999 AS one', []);
  expect(prepared).toBe(10_001);
  all('SELECT 70000 AS one', []);
  expect(prepared).toBe(10_002);
  db.close();
});

test('questions that differ in their values alone are one statement, and numbers of words few', () => {
  const asked = (rest: Partial<AlertsQuery>) => pageOfIds(1, { sort: 'newest', limit: 50, ...rest } as AlertsQuery).sql;
  const words = Array.from({ length: 8 }, (_, at) =>
    asked({
      text: 'abcdefgh'
        .slice(0, at + 1)
        .split('')
        .join(' '),
    }),
  );
  expect(new Set(words).size).toBe(4);
  const scores = [{ minScore: 1 }, { maxScore: 99 }, { minScore: 5, maxScore: 70 }].map(asked);
  expect(new Set(scores).size).toBe(1);
  const times = [{ from: '2026-01-01' }, { to: '2026-02-01' }, { from: '2026-01-01', to: '2026-02-01' }].map(asked);
  expect(new Set(times).size).toBe(1);
  const lists = Array.from({ length: 16 }, (_, at) =>
    asked({ sources: Array.from({ length: at }, (_, one) => `l${one}`) }),
  );
  expect(new Set(lists).size).toBeLessThanOrEqual(6);
});
