import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Records, RecordsEvents } from './port.ts';
import { Database } from './sqlite/database.ts';
import { sqliteRecords } from './sqlite/records.ts';

/** Name of the database inside the data directory. */
export const DATABASE_FILE = 'touchstone.sqlite';

/**
 * Opens the records in the data directory, creating it (for this user alone) and migrating the database, after a copy
 * of it was made. Throws `schema-newer`, `damaged` or `busy`. The event loop never touches the disk.
 */
export async function openRecords(
  config: Config,
  now: () => Date = () => new Date(),
  events?: RecordsEvents,
): Promise<Records> {
  return sqliteRecords(await Database.open(join(config.dataDir, DATABASE_FILE), now, events), now);
}

/** Opens the records for one piece of work and closes them, however it ends. */
export async function withRecords<T>(config: Config, work: (records: Records) => Promise<T>): Promise<T> {
  const records = await openRecords(config);
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}
