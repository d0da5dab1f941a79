import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConnection } from './connection.ts';

const LOCKS = '/proc/locks';

/** How many locks this process has on a file, as Linux counts them (proc_locks(5)). */
function locksOn(file: string): number {
  const end = `:${statSync(file).ino}`;
  return readFileSync(LOCKS, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words.includes(String(process.pid)) && words.some((word) => word.endsWith(end))).length;
}

test.skipIf(!existsSync(LOCKS))(
  'a second connection leaves the lock of the first, which keeps others from deleting the log (needs /proc/locks)',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'touchstone-connection-'));
    const file = join(directory, 'records.sqlite');
    const writer = openConnection(file);
    writer.exec('CREATE TABLE kept (value INTEGER)');
    expect(locksOn(file)).toBe(1);
    const reader = openConnection(file);
    expect(locksOn(file)).toBe(1);
    for (const db of [reader, writer]) db.close();
    expect(locksOn(file)).toBe(0);
    rmSync(directory, { recursive: true });
  },
);
