import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { ID_LEAP, LEAPS } from '../operations/restore.ts';
import type { CopiesKept } from '../port.ts';
import { BUSY_TIMEOUT_MS, type Connection, createPrivately } from './connection.ts';

const MAX_COPIES = 2;
/** Long enough to notice that an upgrade went wrong. */
const MAX_AGE_MS = 30 * 86_400_000;
const TIME = /\.before-\d+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The action in the audit log that says that a record of this table was deleted on request. */
const DELETIONS = {
  screenings: 'screening.deleted',
  verifications: 'verification.deleted',
  customers: 'customer.deleted',
  own_lists: 'own-list.deleted',
  own_list_entries: 'own-list.entry-deleted',
} as const;

interface Copy {
  readonly name: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Where the copy of before an upgrade goes: `<file>.before-<version>-<time>`, beside the database. */
export function copyName(file: string, target: number, now: Date): string {
  return `${file}.before-${target}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

/**
 * Before an upgrade; the newest two are kept. Whoever puts it back loses what came since. So its ids go on well beyond,
 * and none is given twice.
 */
export function copyBeside(db: Connection, file: string, copy: string): void {
  rmSync(copy, { force: true });
  createPrivately(copy);
  try {
    db.prepare('VACUUM INTO ?').run(copy);
    leap(copy);
  } catch (error) {
    // Half a copy would fill a disk that is full, and somebody might put it back.
    for (const part of [copy, `${copy}-journal`]) rmSync(part, { force: true });
    throw error;
  }
  for (const { path } of copiesOf(file).slice(0, -MAX_COPIES)) rmSync(path);
}

function leap(path: string): void {
  const copy = new Database(path, { fileMustExist: true });
  try {
    for (const sql of LEAPS.sqlite) copy.prepare(sql.replace('$1', String(ID_LEAP))).run();
  } finally {
    copy.close();
  }
}

/**
 * What was deleted on request is deleted from the copies as well, and copies over 30 days are removed. The audit log
 * knows what was deleted, so that nothing is forgotten over a crash, and an empty database takes nothing from a copy.
 */
export function keepUpCopies(db: Connection, now: string): CopiesKept {
  const kept = { cleaned: [] as string[], expired: [] as string[], unusable: [] as string[] };
  const subjects = db.prepare<[string], string>('SELECT DISTINCT subject FROM audit WHERE action = ?').pluck();
  const deletions = Object.entries(DELETIONS).map(([table, action]) => {
    return { table, ids: JSON.stringify(subjects.all(action).map((subject) => Number(subject.split(':')[1]))) };
  });
  for (const { name, path, madeAt } of copiesOf(db.name)) {
    const expired = Date.parse(now) - madeAt > MAX_AGE_MS;
    const cleaned = expired ? 'unusable' : deleteFrom(path, deletions);
    if (cleaned === 'unusable') rmSync(path, { force: true });
    if (expired) kept.expired.push(name);
    else if (cleaned !== 'untouched') kept[cleaned].push(name);
  }
  return kept;
}

/** Oldest first. */
function copiesOf(file: string): Copy[] {
  const [folder, prefix] = [dirname(file), `${basename(file)}.before-`];
  return readdirSync(folder)
    .flatMap((name): Copy[] => {
      const parts = name.startsWith(prefix) && TIME.exec(name)?.slice(1).map(Number);
      if (!parts) return [];
      const [year, month, ...rest] = parts as [number, number, number, number, number, number];
      return [{ name, path: join(folder, name), madeAt: Date.UTC(year, month - 1, ...rest) }];
    })
    .sort((a, b) => a.madeAt - b.madeAt);
}

/** What belongs to a record goes with it in every version of the schema. A copy that cannot be opened is of no use. */
function deleteFrom(
  path: string,
  deletions: readonly { table: string; ids: string }[],
): 'cleaned' | 'untouched' | 'unusable' {
  let copy: Connection | undefined;
  try {
    copy = new Database(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    copy.pragma('foreign_keys = ON');
    copy.pragma('secure_delete = ON');
    let deleted = 0;
    // A copy of an older version has fewer tables.
    const tables = copy.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    for (const { table, ids } of deletions.filter((one) => tables.includes(one.table))) {
      deleted += copy.prepare(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`).run(ids).changes;
    }
    return deleted > 0 ? 'cleaned' : 'untouched';
  } catch (error) {
    // A copy that somebody uses, or a disk that is full, is for the next time.
    if (/^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(String((error as { code?: unknown }).code))) return 'unusable';
    throw error;
  } finally {
    copy?.close();
  }
}
