import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Config } from '../config.ts';
import { FOLDER } from '../environment.ts';
import { TouchstoneError } from '../errors.ts';
import { makeDirectory } from '../file-failure.ts';
import { DATABASE_FILE, withRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { contents, copyFile, describeFile, type ManifestFile, writeManifest } from './manifest.ts';
import { FOLDERS, isBackupPath } from './paths.ts';

/** Says which process is importing; worth nothing elsewhere. */
const LOCK = '.lock';
const NOT_INCLUDED = ['master.key', 'tls'];
/** Where they are objects of a bucket: that has copies of its own. */
const IMAGES = 'images';
/** How often a backup starts again because new lists were published meanwhile. */
const ATTEMPTS = 3;

export interface BackupMade {
  readonly directory: string;
  readonly createdAt: string;
  readonly snapshot: string | null;
  readonly files: number;
  readonly bytes: number;
  /** The master key among them. */
  readonly notIncluded: readonly string[];
}

/** What no backup of files holds, where the records are in PostgreSQL. */
const RECORDS = 'the records in PostgreSQL (pg_dump, pg_basebackup)';

/**
 * Copies database, lists, snapshots and images of a service that may be running into a new or empty directory. A
 * backup that failed leaves nothing; one that was killed has no manifest, and `restore` refuses it. Records in
 * PostgreSQL are not in it, and it says so.
 */
export async function backup(config: Config, directory: string): Promise<BackupMade> {
  const target = resolve(directory);
  await checkTarget(config, target);
  return withRecords(config, async (records) => {
    await makeDirectory(target);
    try {
      const made = await copyAll(config, records, target);
      const details = { files: made.files, bytes: made.bytes };
      await records.audit.append({
        actor: 'operator',
        action: 'backup.made',
        subject: 'database',
        accountId: null,
        details,
      });
      return made;
    } catch (error) {
      await empty(target);
      throw error;
    }
  });
}

async function checkTarget({ dataDir, databaseUrl }: Config, target: string): Promise<void> {
  const name = databaseUrl === undefined ? DATABASE_FILE : FOLDER;
  if (!(await contents(dataDir)).includes(name)) {
    const what = databaseUrl === undefined ? 'holds no database' : 'was never used with this database';
    throw new TouchstoneError('not-found', `There is nothing to back up: ${dataDir} ${what}.`);
  }
  if (target === dataDir || target.startsWith(dataDir + sep)) {
    throw new TouchstoneError('usage', `A backup must lie outside of the data directory ${dataDir}.`);
  }
  if ((await contents(target)).length > 0) {
    throw new TouchstoneError('usage', `A backup goes into a new or empty directory; ${target} is not empty.`);
  }
}

/** The files belong to the database when no snapshot was published between the first and the last copy. */
async function copyAll(config: Config, records: Records, target: string): Promise<BackupMade> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const createdAt = new Date().toISOString();
    const snapshot = (await records.snapshots.current())?.id ?? null;
    const auditHead = (await records.audit.head())?.hash ?? null;
    const files = [await copyRecords(config, records, target)];
    for (const folder of FOLDERS) files.push(...(await copyFolder(config.dataDir, folder, target)));
    if (((await records.snapshots.current())?.id ?? null) === snapshot) {
      const notIncluded = notIn(config);
      await writeManifest(target, { createdAt, snapshot, auditHead, notIncluded, files });
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      return { directory: target, createdAt, snapshot, files: files.length, bytes, notIncluded };
    }
    await empty(target);
  }
  throw new TouchstoneError('busy', 'Lists were imported while the backup was made; try again when they are through.');
}

/** The database; of records that are elsewhere, the name by which they know this directory. */
async function copyRecords({ dataDir, databaseUrl }: Config, records: Records, target: string): Promise<ManifestFile> {
  if (databaseUrl !== undefined) return copyFile(join(dataDir, FOLDER), target, FOLDER);
  await records.backup(join(target, DATABASE_FILE));
  return describeFile(target, DATABASE_FILE);
}

function notIn({ databaseUrl, imagesUrl }: Config): string[] {
  const elsewhere = [...(databaseUrl === undefined ? [] : [RECORDS]), ...(imagesUrl === undefined ? [] : [IMAGES])];
  return [...NOT_INCLUDED, ...elsewhere];
}

async function copyFolder(dataDir: string, folder: string, target: string): Promise<ManifestFile[]> {
  const root = join(dataDir, folder);
  const copied: ManifestFile[] = [];
  if (!(await contents(dataDir)).includes(folder)) return copied;
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(LOCK)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = join(folder, relative(root, file)).replaceAll(sep, '/');
    if (!isBackupPath(path)) continue;
    try {
      copied.push(await copyFile(file, target, path));
    } catch (error) {
      // Unfinished files are renamed and old ones deleted while we copy; those do not belong to the backup.
      if (await exists(file)) throw error;
      await rm(join(target, path), { force: true });
    }
  }
  return copied;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function empty(directory: string): Promise<void> {
  for (const name of await contents(directory)) await rm(join(directory, name), { recursive: true, force: true });
}
