import { type Connection, createPrivately } from './connection.ts';
import { keepUpCopies } from './copies.ts';

const PATIENCE_MS = 100;

/** What a thread does with the file, beside the operations. Only the writer empties the log, or begins it again. */
export function upkeepOf(db: Connection) {
  return {
    /** Moves what is committed into the database file, without waiting for anybody; frames still in the log. */
    checkpoint: (): number => checkpoint(db, 'PASSIVE'),
    /** Also empties the log, so that nothing deleted stays in it; frames left in it. */
    truncate: (): number => checkpoint(db, 'TRUNCATE'),
    /** Has the log begun again from its start, in the room that its file has already; frames in it. */
    restart: (): number => checkpoint(db, 'RESTART'),
    /** A consistent copy, made while others write. */
    copy: (file: string): void => {
      createPrivately(file);
      db.prepare('VACUUM INTO ?').run(file);
    },
    /** What is wrong with the file, a sentence each. */
    integrity: (): string[] => {
      const pages = db.pragma('integrity_check') as { integrity_check: string }[];
      const references = db.pragma('foreign_key_check') as { table: string }[];
      return [
        ...pages.map((row) => row.integrity_check).filter((found) => found !== 'ok'),
        ...references.map(({ table }) => `a row of ${table} refers to a row that is not there`),
      ];
    },
    keepUpCopies: (now: string) => keepUpCopies(db, now),
  };
}

/** What a thread can be asked for beside operations. `open`: opens the database now; the writer also migrates it. */
export type Upkeep = ReturnType<typeof upkeepOf> & { readonly open: () => void };

/**
 * `PASSIVE` waits for nobody. The others wait a moment for readers, but no longer: a backup may read for minutes.
 * Answers the frames left in the log.
 */
function checkpoint(db: Connection, mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE'): number {
  const usual = db.pragma('busy_timeout', { simple: true });
  db.pragma(`busy_timeout = ${PATIENCE_MS}`);
  const [result] = db.pragma(`wal_checkpoint(${mode})`) as [{ busy: number; log: number }];
  db.pragma(`busy_timeout = ${usual}`);
  return result.log;
}
