import type { Logger } from 'pino';
import type { RecordsEvents } from './records/port.ts';
import type { StartProgress } from './start-progress.ts';

const TROUBLE = {
  writes: { begun: 'records cannot be stored', over: 'records can be stored again' },
  checkpoints: {
    begun: 'the log of the database cannot be emptied',
    over: 'the log of the database can be emptied again',
  },
  replica: {
    begun: 'the replica of the database is behind or away: the primary answers what it should',
    over: 'the replica of the database answers again',
  },
};

/** What a service is told of its records, in its log. */
export function recordsEvents(log: Logger, progress: StartProgress): RecordsEvents {
  return {
    reaching: progress.reaching,
    migrating: progress.migrating,
    died: (thread, error) => log.error({ err: error, thread }, 'a thread of the database died and is started again'),
    lost: (thread, error) => {
      log.fatal({ err: error, thread }, 'a thread of the database cannot be kept alive');
      // Nobody catches it: the process ends, and what supervises it starts another one.
      setImmediate(() => {
        throw error;
      });
    },
    troubled: (what, error) => log.error({ err: error }, TROUBLE[what].begun),
    recovered: (what) => log.warn(TROUBLE[what].over),
    copies: (kept) => log.info(kept, 'copies of the database from before upgrades were cleaned or removed'),
  };
}
