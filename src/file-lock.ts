import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { TouchstoneError } from './errors.ts';
import { makeDirectory } from './file-failure.ts';

const PATIENCE_MS = 60_000;
const RETRY_MS = 100;

/**
 * Runs `work` while no other process holds `file`. The lock is SQLite's on a file of its own, and the system releases
 * it when the process dies. Throws `busy` with `sentence` where another process holds it for longer than `patienceMs`.
 */
export async function withFileLock<T>(
  file: string,
  sentence: string,
  work: () => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  await makeDirectory(dirname(file));
  const lock = new Database(file, { timeout: 0 });
  try {
    await acquire(lock, sentence, patienceMs);
    return await work();
  } finally {
    lock.close();
  }
}

async function acquire(lock: Database.Database, sentence: string, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')) throw error;
      if (performance.now() >= end) {
        throw new TouchstoneError('busy', sentence);
      }
    }
    await setTimeout(RETRY_MS);
  }
}
