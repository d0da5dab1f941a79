import { BUSY_TIMEOUT_MS, type Connection, createPrivately } from './connection.ts';

const TRUNCATE_PATIENCE_MS = 100;

/** Runs on a connection of its own: nothing here may make a request wait. */
export function maintenance(db: Connection) {
  return {
    /** Moves what is committed into the database file, without waiting for anybody; frames still in the log. */
    'maintenance.checkpoint': (): number => checkpoint(db, 'PASSIVE'),
    /** A consistent copy, made while others write. */
    'maintenance.copy': (file: string): void => {
      createPrivately(file);
      db.prepare('VACUUM INTO ?').run(file);
    },
    'maintenance.integrity': (): string[] => {
      const pages = db.pragma('integrity_check') as { integrity_check: string }[];
      const references = db.pragma('foreign_key_check') as { table: string }[];
      return [
        ...pages.map((row) => row.integrity_check).filter((found) => found !== 'ok'),
        ...references.map(({ table }) => `a row of ${table} refers to a row that is not there`),
      ];
    },
  };
}

/**
 * `PASSIVE` waits for nobody. `TRUNCATE` also empties the log, so that nothing deleted stays in it. It waits a moment
 * for readers, but no longer: a backup may read for minutes. Answers the frames left in the log.
 */
export function checkpoint(db: Connection, mode: 'PASSIVE' | 'TRUNCATE'): number {
  db.pragma(`busy_timeout = ${TRUNCATE_PATIENCE_MS}`);
  const [result] = db.pragma(`wal_checkpoint(${mode})`) as [{ busy: number; log: number }];
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return result.log;
}
