import { readFileSync } from 'node:fs';
import { TouchstoneError } from '../../errors.ts';
import { LOCKS } from './locks.ts';
import type { Sql } from './sql.ts';

const FILES = ['001-records.sql', '002-screen-verified.sql', '003-snapshot-content.sql'] as const;

/** The version that this program brings a database to. */
export function newestVersion(): number {
  return FILES.length;
}

/**
 * Brings the database to the newest version, one process at a time and each step in a transaction. The lock
 * ends with the connection, which the caller closes. Only forward: a
 * released file never changes. A newer database is refused.
 */
export async function migrate(sql: Sql): Promise<void> {
  await sql.run('SELECT pg_advisory_lock($1)', LOCKS.migrations);
  await sql.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  const found = (await sql.value<number>('SELECT max(version) FROM schema_version')) ?? 0;
  if (found > FILES.length) throw newer(found);
  for (const file of FILES.slice(found)) {
    const text = readFileSync(new URL(`./migrations/${file}`, import.meta.url), 'utf8');
    await sql.script(`BEGIN;\n${text}\nINSERT INTO schema_version VALUES (${Number(file.slice(0, 3))});\nCOMMIT;`);
  }
}

function newer(found: number): TouchstoneError {
  return new TouchstoneError(
    'schema-newer',
    `The database has schema version ${found}, this program knows ${FILES.length}: start the newer version of touchstone.`,
  );
}
