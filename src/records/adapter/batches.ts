import { periodOf } from '../../domain/quota.ts';
import type { NewScreening } from '../../domain/screening.ts';
import type { BatchRecords } from '../batches-port.ts';
import type { ScreeningRow } from '../rows/screenings.ts';
import { customerRow } from './customers.ts';
import type { Store } from './store.ts';

/** Rows taken out in one transaction: a few milliseconds, so that no other write waits long. */
const REMOVED_ROWS = 500;

export function batchRecords(
  database: Store,
  now: () => Date,
  screeningRow: (screening: NewScreening, at: Date) => ScreeningRow,
): BatchRecords {
  const read: Store['pages']['call'] = (operation, ...args) => database.pages.call(operation, ...args);
  const period = () => periodOf(now());
  const get: BatchRecords['get'] = (accountId, id) => read('batches.get', accountId, id, period());
  return {
    get,
    open: (batch) => database.write('batches.open', { ...batch, createdAt: now().toISOString() }),
    add: (id, rows) => database.write('batches.add', id, rows),
    seal: (id) => database.write('batches.seal', id, now().toISOString(), period()),
    list: (accountId, limit, before) => read('batches.list', accountId, period(), limit, before),
    refusals: (id, limit) => read('batches.refusals', id, limit),
    due: () => read('batches.due', period()),
    pending: (id, after, limit) => read('batches.pending', id, after, limit),
    screen: (place, screening) => database.write('batches.screen', place, screeningRow(screening, now())),
    putCustomer: (place, customer) =>
      database.write('batches.putCustomer', place, customerRow(customer, now(), screeningRow)),
    settle: (place, screeningId) => database.write('batches.settle', place, screeningId, now().toISOString()),
    refuse: (place, error) => database.write('batches.refuse', place, error, now().toISOString()),
    cancel: async (accountId, id) => {
      await database.write('batches.cancel', accountId, id, now().toISOString());
      return get(accountId, id);
    },
    results: (id, after, limit) => read('batches.results', id, after, limit),
    outdated: (endedBefore) => read('batches.outdated', endedBefore),
    incomplete: () => read('batches.incomplete'),
    remove: async (id) => {
      let gone = false;
      while (!gone) gone = await database.write('batches.remove', id, REMOVED_ROWS);
      await database.erase();
    },
  };
}
