import type { NewScreening } from '../../domain/screening.ts';
import type { CustomerRecords, CustomerToPut } from '../customers-port.ts';
import type { CustomerRow } from '../rows/customers.ts';
import type { ScreeningRow } from '../rows/screenings.ts';
import { searchText } from '../search-text.ts';
import type { Store } from './store.ts';

export function customerRecords(
  database: Store,
  now: () => Date,
  screeningRow: (screening: NewScreening, at: Date) => ScreeningRow,
): CustomerRecords {
  return {
    get: (accountId, reference) => database.reader.call('customers.get', accountId, reference),
    page: (accountId, query) => database.pages.call('customers.page', accountId, query),
    put: (customer) => database.write('customers.put', customerRow(customer, now(), screeningRow)),
    delete: async (accountId, reference, options) => {
      const deleted = await database.write('customers.delete', accountId, reference, now().toISOString(), options);
      if (deleted === true) await database.erase();
      return deleted;
    },
    proposals: (accountId, limit, reference) =>
      database.reader.call('customers.proposals', accountId, limit, reference ?? null),
    refuse: (accountId, proposal, actor) =>
      database.write('customers.refuse', accountId, proposal, now().toISOString(), actor),
    pageForMonitoring: (after, limit) => database.pages.call('customers.pageForMonitoring', after, limit),
  };
}

/** A customer on its way into the database. */
export function customerRow(
  { found, makesRecord, ...customer }: CustomerToPut,
  at: Date,
  screeningRow: (screening: NewScreening, at: Date) => ScreeningRow,
): CustomerRow {
  return {
    ...customer,
    folded: searchText(customer.content.name, customer.reference, ...customer.content.otherNames),
    record: found && makesRecord ? screeningRow(found, at) : undefined,
    compared: found && !makesRecord ? comparedOf(found) : undefined,
    at: at.toISOString(),
  };
}

function comparedOf({ matches, entries, evidence }: NewScreening) {
  const names = matches.map(({ name }) => name);
  return { scores: matches.map(({ score }) => score), names, entries, evidence };
}
