import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { CHECKS, LISTS, OPERATIONS, PAGES, READS, SWEEPS, WRITES } from './index.ts';

const ROOM = join(import.meta.dirname, '..');
/** Begun with the database a few lines above. */
const BEGUN = /await (locking\(\)|content\(\)|Promise\.all\((seen|records)\))$/;
/** What operations call on their way to the database. */
const SHARED = ['audit-queue.ts', 'outbox.ts', 'perform.ts', 'quota.ts', 'transaction.ts'];
const FILES = [
  ...SHARED.map((name) => join(ROOM, name)),
  ...readdirSync(import.meta.dirname).map((name) => join(import.meta.dirname, name)),
].filter((path) => !path.endsWith('.test.ts'));

/** Awaited expressions that are not given what speaks to the database. */
function foreignAwaits(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) && !/\b(tx|sql|this)\b/.test(node.expression.getText(file))) {
      found.push(`${path}: ${node.getText(file)}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

test('an operation awaits nothing but the database, so that nothing gets in between its statements', () => {
  expect(FILES.flatMap(foreignAwaits).filter((one) => !BEGUN.test(one))).toEqual([]);
});

test('operations import nothing that waits for the world outside', () => {
  const outside = /from '(node:(fs|net|http|timers|child_process|worker_threads)|undici|pg|better-sqlite3)/;
  expect(FILES.filter((path) => outside.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('no operation hides another one of its name', () => {
  const names = [WRITES, READS, LISTS, PAGES, SWEEPS, CHECKS].flatMap((group) => Object.keys(group));
  expect(Object.keys(OPERATIONS)).toHaveLength(names.length);
});
