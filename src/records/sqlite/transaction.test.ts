import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TouchstoneError } from '../../errors.ts';
import type { Call } from '../../threads/messages.ts';
import { transaction } from './transaction.ts';

let db: Database.Database;
let committed: number;
let commit: (...words: string[]) => Promise<unknown[]>;

beforeEach(() => {
  db = new Database(':memory:');
  db.exec('CREATE TABLE words (word TEXT PRIMARY KEY)');
  const insert = db.prepare('INSERT INTO words VALUES (?)');
  committed = 0;
  const run = transaction(db, () => {
    committed += 1;
  });
  const work = async (calls: readonly Call[]) =>
    calls.map(({ args: [word] }) => {
      insert.run(`${word} begun`);
      if (word === 'refused') throw new TouchstoneError('validation', 'This is refused.');
      return insert.run(word).changes;
    });
  commit = (...words) =>
    run(
      words.map((word) => ({ operation: 'store', args: [word] })),
      work,
    );
});
afterEach(() => db.close());

const words = () => db.prepare("SELECT word FROM words WHERE word NOT LIKE '% begun'").pluck().all();
const rows = () => db.prepare('SELECT count(*) FROM words').pluck().get();

test('calls that succeed are stored with one commit', async () => {
  expect(await commit('one', 'two')).toEqual([{ value: 1 }, { value: 1 }]);
  expect(words()).toEqual(['one', 'two']);
  expect(committed).toBe(1);
});

test('a call that fails leaves nothing, and those beside it are stored once', async () => {
  const answers = await commit('one', 'refused', 'two');
  expect(answers).toMatchObject([{ value: 1 }, { code: 'validation', message: 'This is refused.' }, { value: 1 }]);
  expect(words()).toEqual(['one', 'two']);
  expect(rows()).toBe(4);
  expect(committed).toBe(1);
  expect(await commit('three')).toEqual([{ value: 1 }]);
});

test('where every call fails, nothing is stored', async () => {
  expect(await commit('refused')).toMatchObject([{ code: 'validation' }]);
  expect(await commit('refused', 'refused')).toMatchObject([{ code: 'validation' }, { code: 'validation' }]);
  expect(rows()).toBe(0);
  expect(db.inTransaction).toBe(false);
});

test('where the commit fails, every call fails and nothing is stored', async () => {
  db.exec('CREATE TABLE child (word TEXT REFERENCES words DEFERRABLE INITIALLY DEFERRED)');
  db.exec("CREATE TRIGGER orphan AFTER INSERT ON words BEGIN INSERT INTO child VALUES ('nobody'); END");
  db.pragma('foreign_keys = ON');
  expect(await commit('one', 'two')).toMatchObject([
    { message: 'FOREIGN KEY constraint failed' },
    { message: 'FOREIGN KEY constraint failed' },
  ]);
  expect(rows()).toBe(0);
  expect(db.inTransaction).toBe(false);
});
