import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { masterSecrets, masterSecretsAtHand } from './images/master-keys.ts';
import { auditKey } from './records/audit-keys.ts';
import type { Records, RecordsEvents } from './records/port.ts';
import { Database } from './records/sqlite/database.ts';
import { sqliteRecords } from './records/sqlite/records.ts';

/** Name of the database inside the data directory. */
export const DATABASE_FILE = 'touchstone.sqlite';

type Clock = () => Date;

/**
 * Opens the records in the data directory. Creates the directory (for this user alone), and migrates the database after
 * copying it. Creates the master key of a new data directory, which keys the audit log. Where the key is lost,
 * everything can be read, but actions that need an audit entry are refused.
 * Throws `schema-newer`, `damaged` or `busy`. The event loop never touches the disk.
 */
export async function openRecords(
  config: Config,
  now: Clock = () => new Date(),
  events?: RecordsEvents,
): Promise<Records> {
  const secrets = (await isLost(config, now)) ? [] : await masterSecrets(config);
  return withSecrets(config, await open(config, now, secrets, events), now);
}

/** Opens the records for one piece of work and closes them, however it ends. */
export async function withRecords<T>(config: Config, work: (records: Records) => Promise<T>): Promise<T> {
  return withThose(await openRecords(config), work);
}

/** The same for a restore, which the master key need not have come before: none is made. */
export async function withRestoredRecords<T>(config: Config, work: (records: Records) => Promise<T>): Promise<T> {
  const now = () => new Date();
  return withThose(withSecrets(config, await open(config, now, await masterSecretsAtHand(config)), now), work);
}

/** Whether there is an audit log that a master key keyed which is not at hand. */
async function isLost(config: Config, now: Clock): Promise<boolean> {
  if ((await masterSecretsAtHand(config)).length > 0) return false;
  const there = await stat(join(config.dataDir, DATABASE_FILE)).catch(() => undefined);
  if (!there) return false;
  const database = await open(config, now, []);
  return database.reader.call('audit.keyed').finally(() => database.close());
}

async function withThose<T>(records: Records, work: (records: Records) => Promise<T>): Promise<T> {
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}

function withSecrets(config: Config, database: Database, now: Clock): Records {
  return sqliteRecords(database, now, () => masterSecretsAtHand(config));
}

function open(config: Config, now: Clock, secrets: readonly string[], events?: RecordsEvents): Promise<Database> {
  return Database.open(join(config.dataDir, DATABASE_FILE), now, secrets.map(auditKey), events);
}
