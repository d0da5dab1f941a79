import { setTimeout as pause } from 'node:timers/promises';
import { TouchstoneError } from '../../errors.ts';
import { type Migration, migrationsIn } from '../migration.ts';
import type { Migrating } from '../port.ts';
import { LOCKS } from '../transaction.ts';
import { isInTheWay } from './clients.ts';
import type { PostgresSql } from './driver.ts';

const MIGRATIONS = migrationsIn(new URL('./migrations/', import.meta.url));
/** Nodes that serve meanwhile wait behind a step that waits for a table, and no longer than this. */
const PATIENCE = '3s';
const PAUSE_MS = 500;
const MAX_TRIES = 100;

/** Screenings and verifications, as the server counted them last. */
const ROWS = `SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint FROM pg_class
  WHERE relkind = 'r' AND relname ~ '^(screenings|verifications)'`;

/** The version that this program brings a database to. */
export function newestVersion(): number {
  return MIGRATIONS.length;
}

/**
 * Brings the database to the newest version, one process at a time. Each step is a transaction, and so is the making of
 * a new database. The lock ends with the connection, which the caller closes. Only forward: a released file never
 * changes. A newer database is refused.
 */
export async function migrate(sql: PostgresSql, tell: (state: Migrating) => void = () => {}): Promise<void> {
  const newest = MIGRATIONS.length;
  if (!(await sql.value<boolean>('SELECT pg_try_advisory_lock($1)', LOCKS.migrations))) {
    const found = await sql.value<number>('SELECT max(version) FROM schema_version').catch(() => undefined);
    if (found !== undefined) tell({ phase: 'wait', found, step: found, newest, rows: 0, copy: null });
    await sql.run('SELECT pg_advisory_lock($1)', LOCKS.migrations);
  }
  await sql.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  const found = (await sql.value<number>('SELECT max(version) FROM schema_version')) ?? 0;
  if (found > MIGRATIONS.length) throw newer(found);
  const rows = found === 0 || found === newest ? 0 : ((await sql.value<number>(ROWS)) ?? 0);
  const say = (phase: Migrating['phase'], step: number) =>
    found > 0 && found < newest && tell({ phase, found, step, newest, rows, copy: null });
  const steps = MIGRATIONS.slice(found);
  // A new database is made whole or not at all: nobody serves from it yet.
  if (found === 0) await step(sql, steps);
  for (const one of found === 0 ? [] : steps) {
    say('step', one.version);
    await step(sql, [one]);
  }
  say('done', newest);
}

/** Does migrations whole or not at all, and again where another node's work was in the way. */
async function step(sql: PostgresSql, migrations: readonly Migration[]): Promise<void> {
  const texts = migrations.map(({ version, sql: one }) => `${one}\nINSERT INTO schema_version VALUES (${version});\n`);
  const text = `BEGIN; SET LOCAL lock_timeout = '${PATIENCE}';\n${texts.join('')}COMMIT;`;
  for (let tried = 1; ; tried += 1) {
    try {
      await sql.script(text);
      return;
    } catch (error) {
      await sql.script('ROLLBACK');
      if (!isInTheWay(error) || tried === MAX_TRIES) throw error;
      await pause(PAUSE_MS);
    }
  }
}

function newer(found: number): TouchstoneError {
  return new TouchstoneError(
    'schema-newer',
    `The database has schema version ${found}, this program knows ${MIGRATIONS.length}: start the newer version of touchstone.`,
  );
}
