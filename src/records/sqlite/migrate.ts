import { fingerprint } from '../../alerts/entry-facts.ts';
import { subjectKey } from '../../alerts/subject-key.ts';
import type { EntityType } from '../../domain/entity-type.ts';
import { entryKey } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { nameKey } from '../../domain/name-key.ts';
import { TouchstoneError } from '../../errors.ts';
import { foldText } from '../../screening/names/fold-text.ts';
import { type Migration, migrationsIn } from '../migration.ts';
import { sourcesOf } from '../operations/sightings.ts';
import { unpacked } from '../packed.ts';
import type { Migrating } from '../port.ts';
import { alertText, searchText } from '../search-text.ts';
import type { Connection } from './connection.ts';
import { copyBeside, copyName } from './copies.ts';

/** Those of SQLite. */
export function migrations(): Migration[] {
  return migrationsIn(new URL('../migrations/', import.meta.url));
}

/**
 * Brings the database to the newest version, each step in a transaction, or a new one in one. An existing database is
 * copied beside itself first (`copies.ts`). A newer database is refused.
 */
export function migrate(
  db: Connection,
  file: string,
  migrations: readonly Migration[],
  now: Date,
  tell: (state: Migrating) => void = () => {},
): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = version(db);
  if (found > newest) throw newer(found, newest);
  if (found === newest) return;
  // Nobody waits for a new database.
  const isNew = found === 0;
  const copy = isNew ? null : copyName(file, newest, now);
  const rows = isNew ? 0 : recordsEver(db);
  const say = (phase: Migrating['phase'], step: number) => isNew || tell({ phase, found, step, newest, rows, copy });
  if (copy !== null) {
    say('copy', found);
    copyBeside(db, file, copy);
  }
  describeFunctions(db);
  const steps = migrations.filter((one) => one.version > found);
  // Of a new database nothing can be lost, and each commit waits for the disk.
  const all = db.transaction(() => {
    for (const step of steps) apply(db, step);
  });
  if (isNew) all.immediate();
  for (const migration of isNew ? [] : steps) {
    say('step', migration.version);
    db.transaction(() => apply(db, migration)).immediate();
  }
  say('done', newest);
}

/** What migrations fill columns with and SQL cannot do: names folded, stored JSON unpacked, what matches rest on. */
function describeFunctions(db: Connection): void {
  db.function('fold', { deterministic: true }, (text: string) => foldText(text));
  db.function('search_text', { deterministic: true }, (text: string) => searchText(text));
  db.function('entity_text', (match: string) => entityText(JSON.parse(match) as EvidencedMatch));
  db.function('name_key', { deterministic: true }, (name: string) => nameKey(name));
  db.function('inflated', (json: Buffer) => unpacked(json));
  db.function('subject_key', (name: string, entityType: EntityType, dateOfBirth: string | null) =>
    subjectKey({ name, entityType, dateOfBirth }),
  );
  db.function('entry_keys', (match: string) => JSON.stringify(keysOf(match)));
  db.function('entry_sources', (match: string) => sourcesOf(keysOf(match)));
  db.function('fingerprint', (match: string) => fingerprint((JSON.parse(match) as EvidencedMatch).facts));
}

/** The first line of what an alert is found by. */
function entityText({ entries, name }: EvidencedMatch): string {
  return alertText(entries.map(entryKey), name, '').trimEnd();
}

function keysOf(match: string): string[] {
  return (JSON.parse(match) as EvidencedMatch).entries.map(entryKey);
}

/** By the highest ids, which are at hand at once: screenings and verifications that were ever stored. */
function recordsEver(db: Connection): number {
  const sum = "SELECT coalesce(sum(seq), 0) FROM sqlite_sequence WHERE name IN ('screenings', 'verifications')";
  return db.prepare(sum).pluck().get() as number;
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

/** In a transaction. The version is read again there, since another process may be migrating too. */
function apply(db: Connection, { version: target, sql }: Migration): void {
  if (version(db) >= target) return;
  db.exec(sql);
  db.pragma(`user_version = ${target}`);
}
