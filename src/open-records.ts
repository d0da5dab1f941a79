import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { claimDatabase, claimDataDirectory, folderId, markDataDirectory } from './environment.ts';
import { TouchstoneError } from './errors.ts';
import { makeDirectory } from './file-failure.ts';
import { masterSecrets, masterSecretsAtHand } from './images/master-keys.ts';
import { copyImages, type MovedImages } from './images/move.ts';
import { IMAGES_FOLDER, openImages } from './images/open-images.ts';
import { keyMissing } from './records/audit-chain.ts';
import { auditKey } from './records/audit-keys.ts';
import type { DatabaseCondition, ReplicaCondition } from './records/database-condition.ts';
import type { Records } from './records/port.ts';
import { recordsOf } from './records/records.ts';
import type { Connection } from './records/sqlite/connection.ts';
import { Database } from './records/sqlite/database.ts';
import type { Opener } from './records/sqlite/database-thread.ts';
import { type Store, topicOf } from './records/store.ts';

/** Name of the database inside the data directory. */
export const DATABASE_FILE = 'touchstone.sqlite';

type Clock = () => Date;

/** What a service adds when it opens the records. */
interface Service extends Opener {
  /** Its name among nodes. */
  readonly node: string | undefined;
}

/**
 * Opens the records in the data directory. Creates the directory (for this user alone), and migrates the database after
 * copying it. Creates the master key of a new data directory, which keys the audit log. Where the key is lost,
 * everything can be read, but actions that need an audit entry are refused, and so is a service.
 * Throws `schema-newer`, `damaged` or `busy`, and `usage` for a directory that cannot be made or is another
 * environment's. The event loop never touches the disk.
 */
export async function openRecords(config: Config, now: Clock = () => new Date(), service?: Service): Promise<Records> {
  return (await recordsToOpen(config, now, service))();
}

/** The same in two steps: what it answers opens the records, on threads that have begun by the time it returns. */
export async function recordsToOpen(config: Config, now: Clock, service?: Service): Promise<() => Promise<Records>> {
  await claimFolder(config);
  const lost = await isLost(config, now, service);
  if (lost && service) throw keyMissing();
  const secrets = lost ? [] : await masterSecrets(config);
  return async () => withSecrets(config, await open(config, now, secrets, service));
}

/** Makes the data directory, for this user alone. Throws `usage` where that fails or it is another environment's. */
export async function claimFolder(config: Config): Promise<void> {
  await makeDirectory(config.dataDir);
  await claimDataDirectory(config, DATABASE_FILE);
}

/** Opens the records for one piece of work and closes them, however it ends. */
export async function withRecords<T>(config: Config, work: (records: Records) => Promise<T>): Promise<T> {
  return withThose(await openRecords(config), work);
}

/** The same for a restore, which the master key need not have come before: none is made. */
export async function withRestoredRecords<T>(config: Config, work: (records: Records) => Promise<T>): Promise<T> {
  await markDataDirectory(config);
  const now = () => new Date();
  return withThose(withSecrets(config, await open(config, now, await masterSecretsAtHand(config))), work);
}

/** Looks at the database that the settings name, without making or changing it. Throws what keeps it from looking. */
export async function databaseCondition({ databaseUrl, dataDir }: Config): Promise<DatabaseCondition> {
  if (databaseUrl !== undefined) return (await import('./records/postgres/condition.ts')).condition(databaseUrl);
  return (await import('./records/sqlite/condition.ts')).condition(join(dataDir, DATABASE_FILE));
}

/** Looks at the replica that the settings name. Throws what keeps it from looking. */
export async function replicaOf(databaseUrl: string, readUrl: string): Promise<ReplicaCondition> {
  return (await import('./records/postgres/condition.ts')).replicaCondition(databaseUrl, readUrl);
}

/** Opens records that are there and of this program's version, for reading alone: no key is made. */
export async function withRecordsToRead<T>(config: Config, work: (records: Records) => Promise<T>): Promise<T> {
  await claimDataDirectory(config, DATABASE_FILE);
  const now = () => new Date();
  return withThose(withSecrets(config, await open(config, now, [])), work);
}

/** Whether there are records at all. Only the file of SQLite is looked for: a server says itself what it lacks. */
export async function hasRecords({ databaseUrl, dataDir }: Config): Promise<boolean> {
  return databaseUrl !== undefined || (await stat(join(dataDir, DATABASE_FILE)).catch(() => undefined)) !== undefined;
}

/** Whether there is an audit log that a master key keyed which is not at hand. The database has to be there. */
export async function isLost(config: Config, now: Clock = () => new Date(), service?: Service): Promise<boolean> {
  if ((await masterSecretsAtHand(config)).length > 0) return false;
  if (!(await hasRecords(config))) return false;
  const database = await open(config, now, [], service);
  const { continues } = topicOf(database, 'chain');
  return continues([])
    .then((without) => !without)
    .finally(() => database.close());
}

/**
 * Moves the records of a data directory from SQLite to PostgreSQL, and its images to the bucket where one is set. Sets
 * aside the file of SQLite and the folder of images. The service has to be stopped. Throws `usage` and `busy`; what was
 * moved so far stays, and the next try goes on from there.
 */
export async function moveToPostgres(
  config: Config,
  url: string,
  tell: (table: string, rows: number) => void,
): Promise<MoveResult> {
  const file = join(config.dataDir, DATABASE_FILE);
  if (!(await hasRecords({ ...config, databaseUrl: undefined }))) {
    throw new TouchstoneError('not-found', `There is nothing to move: ${config.dataDir} has no ${DATABASE_FILE}.`);
  }
  // Brings an older database to the newest version.
  await withThose(await openRecords({ ...config, databaseUrl: undefined }), async () => {});
  const { tables, images } = await onlyUser(file, async (source) => {
    const { moveRecords } = await import('./records/postgres/move.ts');
    const tables = await moveRecords(source, url, await folderId(config.dataDir), tell);
    return { tables, images: await toBucket(config) };
  });
  await rename(file, `${file}.moved`);
  if (images && images.images > 0) await rename(images.folder, `${images.folder}.moved`);
  const audit = await withRecords({ ...config, databaseUrl: url }, async (records) => {
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const entry = { actor: 'operator', action: 'records.moved', subject: 'database', accountId: null } as const;
    await records.audit.append({ ...entry, details: { rows } });
    return records.audit.verify();
  });
  return { tables, ...(images && { images }), setAside: `${file}.moved`, auditOk: audit.ok };
}

/** Copies the images of the data directory to the bucket that is set; undefined where none is. */
async function toBucket(config: Config): Promise<(MovedImages & { readonly folder: string }) | undefined> {
  if (config.imagesUrl === undefined) return undefined;
  const [here, there] = await Promise.all([openImages({ ...config, imagesUrl: undefined }), openImages(config)]);
  return { ...(await copyImages(here, there)), folder: join(config.dataDir, IMAGES_FOLDER) };
}

export interface MoveResult {
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly hash: string }[];
  /** Of the images that were copied to the bucket; `folder` is where they were, now with `.moved` behind. */
  readonly images?: MovedImages & { readonly folder: string };
  /** Where the records in SQLite lie now. */
  readonly setAside: string;
  /** Whether the chain of the audit log holds. */
  readonly auditOk: boolean;
}

/** Opens a SQLite database that nobody else may use meanwhile. */
async function onlyUser<T>(file: string, work: (source: Connection) => Promise<T>): Promise<T> {
  const { openConnection } = await import('./records/sqlite/connection.ts');
  const source = openConnection(file);
  try {
    source.pragma('busy_timeout = 1000');
    // Nobody else may have it open for that, and from then on nobody can open it.
    source.pragma('journal_mode = DELETE');
    source.exec('BEGIN EXCLUSIVE');
    return await work(source);
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error;
    const sentence = 'The records are in use: stop the service and other commands, then move them.';
    throw new TouchstoneError('busy', sentence, { cause: error });
  } finally {
    source.close();
  }
}

async function withThose<T>(records: Records, work: (records: Records) => Promise<T>): Promise<T> {
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}

function withSecrets(config: Config, database: Store): Records {
  return recordsOf(database, () => masterSecretsAtHand(config));
}

/** The driver of PostgreSQL is loaded where it is used, and nowhere else. */
async function open(config: Config, now: Clock, secrets: readonly string[], service?: Service): Promise<Store> {
  const keys = secrets.map(auditKey);
  const { databaseUrl, databaseReadUrl: readUrl, dataDir } = config;
  if (databaseUrl === undefined) return Database.open(join(dataDir, DATABASE_FILE), now, keys, service);
  const { PostgresDatabase } = await import('./records/postgres/database.ts');
  const database = await PostgresDatabase.open(databaseUrl, now, keys, { ...service, readUrl });
  try {
    await claimDatabase(config, database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
