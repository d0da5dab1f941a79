import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './domain/environment.ts';
import { TouchstoneError } from './errors.ts';
import { objectStoreAddress } from './setting-values.ts';

/** Says whose data a directory holds; without it: production's. */
const MARK = 'environment';
/** Names a data directory that nodes share. */
export const FOLDER = 'folder-id';

interface Place {
  readonly dataDir: string;
  readonly environment: Environment;
  /** Of PostgreSQL; undefined where the records are in the data directory. */
  readonly databaseUrl?: string | undefined;
  /** Of the bucket that nodes share; undefined where they share the data directory. */
  readonly imagesUrl?: string | undefined;
}

/**
 * Marks a new data directory as the environment's own. Throws `usage` where it is another environment's, so that no
 * trial ever reaches real records. `database`: name of the file that shows that a directory is in
 * use; so does the name that it has for nodes.
 */
export async function claimDataDirectory(place: Place, database: string): Promise<void> {
  await expectRecordsHere(place, database);
  const { dataDir, environment } = place;
  const mark = await readFile(join(dataDir, MARK), 'utf8').catch(() => undefined);
  const inUse = mark === undefined && ((await isThere(dataDir, database)) || (await isThere(dataDir, FOLDER)));
  const owner = mark?.trim() ?? (inUse ? 'production' : undefined);
  if (owner === undefined) return markDataDirectory({ dataDir, environment });
  if (owner === environment) return;
  const sentence = `The data directory ${dataDir} is of the ${owner} environment, not of ${environment}.`;
  throw new TouchstoneError('usage', `${sentence} Choose another one by TOUCHSTONE_DATA_DIR.`);
}

/** What nodes agree on that share a database. */
export interface SharedFacts {
  /** The first of them gives the value, and all of them learn it. */
  agree(fact: 'environment' | 'folder', value: string): Promise<string>;
  /** Puts a value in the place of another one, where that is still the value. */
  change(fact: 'folder', from: string, to: string): Promise<void>;
}

/**
 * Makes a database the environment's own, and ties it to the bucket or the folder of images, lists and snapshots.
 * Throws `usage` for another environment, bucket or folder: two nodes with one each would miss each other's images and
 * lists. The node that has the folder may take it to a bucket.
 */
export async function claimDatabase({ dataDir, environment, imagesUrl }: Place, agreed: SharedFacts): Promise<void> {
  const owner = await agreed.agree('environment', environment);
  if (owner !== environment) {
    const sentence = `The database is of the ${owner} environment, not of ${environment}.`;
    throw new TouchstoneError('usage', `${sentence} Choose another one by TOUCHSTONE_DATABASE_URL.`);
  }
  const folder = await folderId(dataDir);
  const bucket = imagesUrl === undefined ? undefined : `s3://${bucketOf(imagesUrl)}`;
  const place = await agreed.agree('folder', bucket ?? folder);
  if (place === (bucket ?? folder)) return;
  if (bucket !== undefined && place === folder) return agreed.change('folder', folder, bucket);
  if (place.startsWith('s3://')) {
    throw new TouchstoneError('usage', `The database goes with the bucket ${place}: set TOUCHSTONE_IMAGES_URL to it.`);
  }
  const sentence = `The database goes with another data directory than ${dataDir}.`;
  throw new TouchstoneError('usage', `${sentence} Mount that one on every node (docs/scaling.md).`);
}

/** Bucket and prefix; nodes may reach them by different addresses. */
function bucketOf(imagesUrl: string): string {
  const { bucket, prefix } = objectStoreAddress(imagesUrl, 'TOUCHSTONE_IMAGES_URL');
  return prefix === '' ? bucket : `${bucket}/${prefix}`;
}

/** A random name for a data directory, which it keeps wherever it is mounted. */
export async function folderId(dataDir: string): Promise<string> {
  const file = join(dataDir, FOLDER);
  // Nobody sees half of it: of nodes that start at once the first one names the folder for all.
  const id = randomUUID();
  const draft = `${file}.${id}`;
  await writeFile(draft, `${id}\n`, { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

/** Throws `usage` where the records of a directory are elsewhere than the settings say: new ones would begin there. */
async function expectRecordsHere({ dataDir, databaseUrl }: Place, database: string): Promise<void> {
  const inSqlite = await isThere(dataDir, database);
  if (databaseUrl !== undefined && inSqlite) {
    const sentence = `The records of ${dataDir} are in SQLite: move them by "touchstone migrate --to ADDRESS" first,`;
    throw new TouchstoneError('usage', `${sentence} or take ${database} away.`);
  }
  if (databaseUrl === undefined && !inSqlite && (await isThere(dataDir, FOLDER))) {
    const sentence = `The records of ${dataDir} are in PostgreSQL: set TOUCHSTONE_DATABASE_URL,`;
    throw new TouchstoneError('usage', `${sentence} or take ${FOLDER} away to begin anew in SQLite.`);
  }
}

function isThere(dataDir: string, file: string): Promise<boolean> {
  return stat(join(dataDir, file)).then(
    () => true,
    () => false,
  );
}

/** The same for a directory whose database was just restored. */
export async function markDataDirectory({ dataDir, environment }: Place): Promise<void> {
  if (environment === 'production') return;
  await writeFile(join(dataDir, MARK), `${environment}\n`, { mode: 0o600 });
}
