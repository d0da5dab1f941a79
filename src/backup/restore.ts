import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { Suspended } from '../domain/suspension.ts';
import { syncFolder } from '../durable-file.ts';
import { TouchstoneError } from '../errors.ts';
import { makeDirectory } from '../file-failure.ts';
import { DATABASE_FILE, withRestoredRecords } from '../open-records.ts';
import { contents, copyFile, describeFile, type Manifest, type ManifestFile, readManifest } from './manifest.ts';
import { isBackupPath, plainFile } from './paths.ts';

/**
 * A directory with only these still counts as empty: the key, which no backup holds, and what a file system creates.
 */
const HARMLESS = ['master.key', 'lost+found'];
const UNFINISHED_DATABASE = `${DATABASE_FILE}.restoring`;

export interface RestoredBackup extends Suspended {
  readonly dataDir: string;
  readonly backupCreatedAt: string;
  readonly snapshot: string | null;
  readonly files: number;
  /** False where they are in PostgreSQL, whose own tools put them back. */
  readonly hasRecords: boolean;
  readonly auditEntries: number;
  /** Entries of them that only the master key, which is put back later, can check. */
  readonly auditUnchecked: number;
  /** Whether those below may go on at once; otherwise they are suspended. */
  readonly resumed: boolean;
}

/**
 * Puts a backup into an empty data directory, then checks the database and its audit chain. First it checks that every
 * file is the one that was backed up. The database comes last, and gets its name only when it is complete. A restore
 * that fails leaves nothing.
 * Every access stays suspended until it is resumed; `resume` resumes all at once.
 */
export async function restore(config: Config, directory: string, resume = false): Promise<RestoredBackup> {
  const source = resolve(directory);
  const { dataDir } = config;
  const manifest = await readManifest(source);
  const hasRecords = holdsRecords(manifest);
  if (config.databaseUrl !== undefined && hasRecords) {
    const sentence = 'The backup holds records in SQLite, and those in PostgreSQL are restored with its own tools';
    throw new TouchstoneError('usage', `${sentence}; unset TOUCHSTONE_DATABASE_URL to restore into SQLite.`);
  }
  await checkFiles(source, manifest, config.databaseUrl === undefined);
  const there = (await contents(dataDir)).filter((name) => !HARMLESS.includes(name));
  if (there.length > 0) {
    throw new TouchstoneError(
      'usage',
      `A backup is restored into an empty data directory only; ${dataDir} is not empty.`,
    );
  }
  await makeDirectory(dataDir);
  try {
    await putBack(source, manifest, dataDir);
    const checked = hasRecords ? await checkRecords(config, manifest, resume) : NO_RECORDS;
    const { createdAt: backupCreatedAt, snapshot, files } = manifest;
    return { dataDir, backupCreatedAt, snapshot, files: files.length, hasRecords, resumed: resume, ...checked };
  } catch (error) {
    // A service must not start on a database that was found wrong, and the next try needs an empty directory.
    for (const name of await contents(dataDir)) {
      if (!HARMLESS.includes(name)) await rm(join(dataDir, name), { recursive: true, force: true });
    }
    throw error;
  }
}

async function putBack(source: string, { files }: Manifest, dataDir: string): Promise<void> {
  // What is copied is hashed again: a file may have been replaced since it was checked.
  const put = async ({ path, sha256 }: ManifestFile, target: string) => {
    const copied = await copyFile(await plainFile(source, path), dataDir, target);
    if (copied.sha256 !== sha256) throw notBackedUp(path);
  };
  for (const file of files) if (file.path !== DATABASE_FILE) await put(file, file.path);
  const database = files.find(({ path }) => path === DATABASE_FILE);
  if (!database) return syncFolder(dataDir);
  await put(database, UNFINISHED_DATABASE);
  await rename(join(dataDir, UNFINISHED_DATABASE), join(dataDir, DATABASE_FILE));
  await syncFolder(dataDir);
}

const NO_RECORDS = { auditEntries: 0, auditUnchecked: 0, keys: [], people: [], invitations: [] };

function holdsRecords({ files }: Manifest): boolean {
  return files.some(({ path }) => path === DATABASE_FILE);
}

async function checkFiles(source: string, manifest: Manifest, needsRecords: boolean): Promise<void> {
  if (needsRecords && !holdsRecords(manifest)) {
    const sentence = 'The backup holds no database. Where the records are in PostgreSQL, set TOUCHSTONE_DATABASE_URL';
    throw new TouchstoneError('damaged', `${sentence} to restore the files that belong to them.`);
  }
  for (const { path, size, sha256 } of manifest.files) {
    if (!isBackupPath(path)) {
      const sentence = `The backup's manifest names what no backup holds: ${JSON.stringify(path)}`;
      throw new TouchstoneError('damaged', `${sentence}.`);
    }
    await plainFile(source, path);
    const found = await describeFile(source, path).catch(() => undefined);
    if (!found) throw new TouchstoneError('damaged', `The backup is incomplete: ${path} cannot be read.`);
    if (found.size !== size || found.sha256 !== sha256) throw notBackedUp(path);
  }
}

const notBackedUp = (path: string) =>
  new TouchstoneError('damaged', `The backup is damaged: ${path} is not the file that was backed up.`);

async function checkRecords(config: Config, manifest: Manifest, resume: boolean) {
  return withRestoredRecords(config, async (records) => {
    const [problem] = await records.checkIntegrity();
    if (problem) throw new TouchstoneError('damaged', `The restored database is damaged: ${problem}.`);
    const chain = await records.audit.verify(manifest.auditHead ?? undefined);
    // Entries under a master key that is put back later are checked then.
    if (chain.broken !== null) {
      throw new TouchstoneError('damaged', `The restored audit log does not hold at entry ${chain.broken}.`);
    }
    const suspended = await records.afterRestore({ backup: manifest.createdAt, resume }, 'operator');
    return { auditEntries: chain.entries, auditUnchecked: chain.unchecked, ...suspended };
  });
}
