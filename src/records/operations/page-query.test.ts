import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AlertsQuery } from '../queries.ts';
import { Sql } from '../sql.ts';
import { SqliteDriver } from '../sqlite/driver.ts';
import { countOfAlerts, pageOfAlerts } from './alert-filter.ts';

function dialect(): Sql {
  const db = new Database(':memory:');
  const sql = new Sql(new SqliteDriver(db), '');
  db.close();
  return sql;
}

test('what a page of the queue asks for is counted by the smallest index that has it', () => {
  const counted = (rest: Partial<AlertsQuery>) =>
    /INDEXED BY (\w+)/.exec(
      countOfAlerts(dialect(), 1, { sort: 'newest', limit: 50, ...rest } as AlertsQuery).text,
    )?.[1];
  expect(counted({ state: 'open' })).toBe('alerts_by_case');
  expect(counted({ state: 'open', after: { id: 7, value: 0 } })).toBe('alerts_by_case');
  expect(counted({ state: 'open', text: 'ada' })).toBe('alerts_of_account');
  expect(counted({ state: 'open', minScore: 90 })).toBeUndefined();
});

test('questions that differ in their values alone are one statement, and numbers of words few', () => {
  const sql = dialect();
  const asked = (rest: Partial<AlertsQuery>) =>
    pageOfAlerts(sql, 'id', 1, { sort: 'newest', limit: 50, ...rest } as AlertsQuery).text;
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
