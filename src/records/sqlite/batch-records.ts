import { periodOf } from '../../domain/quota.ts';
import type { NewScreening } from '../../domain/screening.ts';
import type { BatchRecords } from '../batches-port.ts';
import type { Database } from './database.ts';
import type { ScreeningRow } from './screenings.ts';

/** Rows taken out in one transaction: a few milliseconds, so that no other write waits long. */
const REMOVED_ROWS = 500;

export function batchRecords(
  database: Database,
  now: () => Date,
  screeningRow: (screening: NewScreening, at: Date) => ScreeningRow,
): BatchRecords {
  const read: Database['pages']['call'] = (operation, ...args) => database.pages.call(operation, ...args);
  const period = () => periodOf(now());
  const get: BatchRecords['get'] = (accountId, id) => read('batches.get', accountId, id, period());
  return {
    get,
    open: (batch) => database.write('batches.open', { ...batch, createdAt: now().toISOString() }),
    add: (id, rows) => database.write('batches.add', id, rows),
    seal: (id) => database.write('batches.seal', id, now().toISOString(), period()),
    list: (accountId) => read('batches.list', accountId, period()),
    refusals: (id, limit) => read('batches.refusals', id, limit),
    due: () => read('batches.due', period()),
    pending: (id, after, limit) => read('batches.pending', id, after, limit),
    screen: (place, screening) => database.write('batches.screen', place, screeningRow(screening, now())),
    refuse: (place, error) => database.write('batches.refuse', place, error, now().toISOString()),
    cancel: async (accountId, id) => {
      await database.write('batches.cancel', accountId, id, now().toISOString());
      return get(accountId, id);
    },
    results: (id, after, limit) => read('batches.results', id, after, limit),
    outdated: (endedBefore, keep) => read('batches.outdated', endedBefore, keep),
    incomplete: () => read('batches.incomplete'),
    remove: async (id) => {
      let gone = false;
      while (!gone) gone = await database.write('batches.remove', id, REMOVED_ROWS);
      await database.erase();
    },
  };
}
