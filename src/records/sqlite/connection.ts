import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { TouchstoneError } from '../../errors.ts';
import { unwritable } from '../../file-failure.ts';
import { isBusy } from './messages.ts';

export type Connection = Database.Database;

/** How long a statement waits for another process (the command line beside the service). */
export const BUSY_TIMEOUT_MS = 10_000;
const SYNCHRONOUS_FULL = 2;
const LOG_BYTES = 64 * 1024 * 1024;

/** Opens the database, creating it for this user alone, with the settings that durability and deletion rest on. */
export function openConnection(file: string): Connection {
  createPrivately(file);
  const db = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    configure(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * An empty file that only this user can read, unless it is there already; SQLite takes it for an empty database. A file
 * that is there is not opened, because closing it drops all locks that this process has on it. Another program that
 * closes the database would then delete the log in use (SQLite, "How To Corrupt An SQLite Database File", 2.2).
 */
export function createPrivately(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    create(file);
    // SQLite gives its -wal and -shm files the mode of the database.
    chmodSync(file, 0o600);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function create(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function configure(db: Connection): void {
  db.pragma('trusted_schema = OFF');
  db.pragma('foreign_keys = ON');
  db.pragma('secure_delete = ON');
  db.pragma('journal_mode = WAL');
  // A WAL database that is opened again falls back to NORMAL, which may lose the last commits at a power cut.
  db.pragma('synchronous = FULL');
  // Checkpoints are made by the maintenance thread, so that no commit waits for one.
  db.pragma('wal_autocheckpoint = 0');
  // The log's file keeps its length when it begins again, unless somebody read for so long that it grew.
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  expectPragma(db, 'journal_mode', 'wal');
  expectPragma(db, 'synchronous', SYNCHRONOUS_FULL);
  expectPragma(db, 'foreign_keys', 1);
  expectPragma(db, 'secure_delete', 1);
}

function expectPragma(db: Connection, name: string, value: string | number): void {
  const found = db.pragma(name, { simple: true });
  if (found !== value) {
    throw new TouchstoneError('damaged', `SQLite does not keep to ${name} = ${value} here; it says ${found}.`);
  }
}

/** How long a read waits for a lock that another process has. In WAL mode few have one that readers wait for. */
const PATIENCE_MS = 4_000;

/** Reads wait for a lock once. Those behind one that waited in vain do not wait again, until one gets through. */
export function withPatience(db: Connection): (read: () => Promise<unknown>) => Promise<unknown> {
  const set = (ms: number) => db.pragma(`busy_timeout = ${ms}`);
  let isPatient = true;
  set(PATIENCE_MS);
  return async (read) => {
    try {
      const value = await read();
      if (!isPatient) set(PATIENCE_MS);
      isPatient = true;
      return value;
    } catch (error) {
      if (isBusy(error) && isPatient) {
        set(0);
        isPatient = false;
      }
      throw error;
    }
  };
}
