import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

const QUESTION = 'SELECT 1 FROM accounts LIMIT 1';

export const probeWrites = {
  /** Answers once a transaction could begin. */
  'probe.writer': async (tx: Transaction): Promise<void> => void (await tx.value(QUESTION)),
  /** Commits a page of SQLite that says what it said before: it fails where a record could not be stored either. */
  'probe.disk': async (tx: Transaction): Promise<void> => {
    const version = await tx.value<number>('PRAGMA user_version');
    await tx.run(`PRAGMA user_version = ${version}`);
  },
};

export const probeReads = {
  'probe.reader': async (sql: Sql): Promise<void> => void (await sql.value(QUESTION)),
};
