import { entryKey } from '../../domain/list-entry.ts';
import type { CustomerFound, MonitoringRecords } from '../monitoring-port.ts';
import type { FoundRow } from '../rows/monitoring.ts';
import type { Store } from './store.ts';

export function monitoringRecords(database: Store, now: () => Date): MonitoringRecords {
  const at = () => now().toISOString();
  return {
    latest: () => database.reader.call('monitoring.latest'),
    runs: (accountId, limit, before) => database.pages.call('monitoring.runs', accountId, limit, before),
    begin: (run) => database.write('monitoring.begin', run, at()),
    apply: (runId, { found, ...page }) =>
      database.write('monitoring.apply', runId, { ...page, found: found.map(foundRow) }, at()),
    restart: (runId, to) => database.write('monitoring.restart', runId, to),
    end: (runId) => database.write('monitoring.end', runId, at()),
    late: (limit) => database.pages.call('monitoring.late', limit),
    applyLate: (runId, { found, ...late }) =>
      database.write('monitoring.applyLate', runId, { ...late, found: found.map(foundRow) }, at()),
    watchedEntries: () => database.pages.call('monitoring.watchedEntries'),
  };
}

function foundRow({ customerId, matches }: CustomerFound): FoundRow {
  return {
    customerId,
    scores: matches.map(({ score }) => score),
    names: matches.map(({ name }) => name),
    entries: matches.map((match) => match.entries.map(entryKey)),
    evidence: JSON.stringify(matches),
  };
}
