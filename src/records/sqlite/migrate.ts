import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { foldText } from '../../alerts/fold.ts';
import { TouchstoneError } from '../../errors.ts';
import type { Migration } from '../migrations/index.ts';
import { type Connection, createPrivately } from './connection.ts';

const COPIES_KEPT = 2;

/**
 * Brings the database to the newest version, each step in a transaction. An existing database is copied beside
 * itself first (`<file>.before-<version>-<time>`, the newest two are kept). A newer database is refused.
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

function copyBeside(db: Connection, file: string, target: number, now: Date): void {
  const copy = `${file}.before-${target}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  rmSync(copy, { force: true });
  createPrivately(copy);
  db.prepare('VACUUM INTO ?').run(copy);
  const copies = readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.before-`))
    .sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
  for (const old of copies.slice(0, -COPIES_KEPT)) rmSync(join(dirname(file), old));
}

function timeOf(copy: string): string {
  return copy.slice(copy.lastIndexOf('-') + 1);
}
