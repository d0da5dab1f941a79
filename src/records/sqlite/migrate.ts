import { inflateRawSync } from 'node:zlib';
import { TouchstoneError } from '../../errors.ts';
import { foldText } from '../../screening/names/fold-text.ts';
import type { Migration } from '../migrations/index.ts';
import type { Connection } from './connection.ts';
import { copyBeside } from './copies.ts';

/**
 * Brings the database to the newest version, each step in a transaction. An existing database is copied beside
 * itself first (`copies.ts`). A newer database is refused.
 */
export function migrate(db: Connection, file: string, migrations: readonly Migration[], now: Date): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = version(db);
  if (found > newest) throw newer(found, newest);
  if (found === newest) return;
  if (found > 0) copyBeside(db, file, newest, now);
  describeFunctions(db);
  for (const migration of migrations) apply(db, migration);
}

/** What migrations fill columns with and SQL cannot do: names folded, stored JSON unpacked. */
function describeFunctions(db: Connection): void {
  db.function('fold', { deterministic: true }, (text: string) => foldText(text));
  db.function('inflated', (json: Buffer) => inflateRawSync(json).toString());
}

function version(db: Connection): number {
  return db.pragma('user_version', { simple: true }) as number;
}

function newer(found: number, known: number): TouchstoneError {
  return new TouchstoneError(
    'schema-newer',
    `The database has schema version ${found}, this program knows ${known}: start the newer version of touchstone, or restore a copy from before the upgrade.`,
  );
}

/** The version is read again inside the transaction, since another process may be migrating too. */
function apply(db: Connection, { version: target, sql }: Migration): void {
  db.transaction(() => {
    if (version(db) >= target) return;
    db.exec(sql);
    db.pragma(`user_version = ${target}`);
  }).immediate();
}
