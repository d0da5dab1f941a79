import type { Connection } from './connection.ts';

/** Runs on a connection of its own: nothing here may make a request wait. */
export function maintenance(db: Connection) {
  return {
    /** Moves what is committed into the database file, without waiting for anybody; frames still in the log. */
    'maintenance.checkpoint': (): number => checkpoint(db, 'PASSIVE'),
    /** A consistent copy, made while others write. */
    'maintenance.copy': (file: string): void => {
      db.prepare('VACUUM INTO ?').run(file);
    },
  };
}

/** `TRUNCATE` also empties the log, so that nothing deleted stays in it. Answers how many frames are left in the log. */
export function checkpoint(db: Connection, mode: 'PASSIVE' | 'TRUNCATE'): number {
  const [result] = db.pragma(`wal_checkpoint(${mode})`) as [{ busy: number; log: number }];
  return result.log;
}
