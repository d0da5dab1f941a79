import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SqliteDriver } from './driver.ts';

test('a text that comes again is prepared once, and ten thousand others leave only the newest behind', async () => {
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
  const driver = new SqliteDriver(counting);
  const again = () => driver.all('SELECT 70000 AS one', []);
  for (const read of [again, again]) expect(await read()).toEqual([{ one: 70_000 }]);
  expect(prepared).toBe(1);
  for (let one = 0; one < 10_000; one += 1) await driver.all(`SELECT ${one} AS one`, []);
  expect(prepared).toBe(10_001);
  await driver.all('SELECT 9999 AS one', []);
  expect(prepared).toBe(10_001);
  await again();
  expect(prepared).toBe(10_002);
  db.close();
});
