import { afterEach, expect, test } from 'vitest';
import { Bench } from '../test/support/service.ts';
import { PEOPLE, unList } from '../test/support/un-list.ts';
import { compileApart } from './compile-apart.ts';
import { readConfig } from './config.ts';
import type { PublishedSnapshot } from './domain/snapshot.ts';
import { ENGINE_VERSION } from './screening/version.ts';
import { StartProgress } from './start-progress.ts';

let bench: Bench;
afterEach(() => bench.remove());

/** What a start says while it compiles lists of so many entries, which an engine 1.0.0 compiled before. */
async function said(entries: number, settings: NodeJS.ProcessEnv = bench.settings): Promise<string[]> {
  const lines: string[] = [];
  const say = (facts: unknown, message?: string) => lines.push(`${message} ${JSON.stringify(facts)}`);
  const log = { info: say, warn: say, error: say };
  const progress = new StartProgress(log);
  const list = { source: 'un-sc', name: 'UN', category: 'sanctions', starter: false, entries, names: entries };
  const sources = [
    { ...list, sha256: '', fetched: '' },
    { ...list, source: 'eu-fsf', starter: true, sha256: '', fetched: '' },
  ];
  const before: PublishedSnapshot = { id: 'before', createdAt: '', engine: '1.0.0', sources };
  await compileApart(readConfig(settings), before, { log, progress });
  progress.end();
  // A busy machine takes so long that a line says it.
  return lines.filter((line) => !line.includes('"seconds"'));
}

test('a start says which lists it compiles, for which engine, and when that is done; of a few entries nothing', async () => {
  bench = await Bench.create();
  await bench.run('lists', 'import', 'un-sc', await unList(PEOPLE));
  const facts = JSON.stringify({ lists: 1, entries: 5001, engine: ENGINE_VERSION, before: '1.0.0' });
  expect(await said(5001)).toEqual([`the lists are compiled ${facts}`, `the lists were compiled ${facts}`]);
  expect(await said(5000)).toEqual([]);
});

test('a start says so where the lists cannot be compiled in a process of their own', async () => {
  bench = await Bench.create();
  const lines = await said(5001, { ...bench.settings, TOUCHSTONE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(lines.at(-1)).toMatch(/^the lists could not be compiled in a process of their own .*"exit":1/);
});
