import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { EvidencedMatch } from '../../src/domain/match.ts';
import { matchView } from '../../src/domain/match.ts';
import type { NewScreening } from '../../src/domain/screening.ts';
import { DATABASE_FILE } from '../../src/open-records.ts';
import type { Records } from '../../src/records/port.ts';
import { customerPut, screening, withEntries } from '../../test/records/samples.ts';
import { inventedName } from '../dashboard/fill.ts';

/** Records that are on their way to the disk at once. */
const CLIENTS = 256;
const SOURCES = ['us-ofac-sdn', 'un-sc', 'eu-fsf', 'uk-sanctions', 'wikidata-pep', 'fbi-wanted'];

/** An account's screenings with one alert each, every hundredth of them of a customer. */
export async function fillAlerts(records: Records, accountId: number, count: number): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      const turn = next++;
      const found = matched(accountId, turn);
      if (turn % 100 === 0) await customerPut(records, accountId, `watched-${turn}`, found);
      else await records.screenings.create(found);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Customers beside them, and decisions: written as SQL, since only reading is measured. */
export function fillCustomers(dataDir: string, accountId: number, count: number): void {
  const db = new Database(join(dataDir, DATABASE_FILE));
  db.prepare(
    `WITH RECURSIVE turns (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM turns WHERE n < :count)
     INSERT INTO customers (account_id, reference, name, folded, entity_type, other_names, categories, min_score,
       monitored, state, created_at, updated_at)
     SELECT :accountId, 'C-' || n, 'Customer ' || n, 'customer ' || n, 'Individual', '[]',
       '["pep","sanctions","wanted"]', 70, 1, CASE n % 50 WHEN 0 THEN 'open' WHEN 1 THEN 'confirmed' ELSE 'clear' END,
       '2026-01-01T00:00:00.000Z', strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n * 20, 'unixepoch')
     FROM turns`,
  ).run({ accountId, count });
  db.exec(`UPDATE alerts SET state = 'dismissed' WHERE id % 3 = 0;
    UPDATE alerts SET state = 'confirmed' WHERE id % 50 = 1;
    UPDATE alerts SET state = 'escalated' WHERE id % 500 = 2`);
  db.close();
}

function matched(accountId: number, turn: number): NewScreening {
  const wanted = withEntries(screening(accountId, null, inventedName(turn)), [
    `${SOURCES[turn % SOURCES.length]}:${turn}`,
  ]);
  const score = 70 + (turn % 3_000) / 100;
  const matches = (JSON.parse(wanted.evidence) as EvidencedMatch[]).map((match) => ({ ...match, score }));
  return { ...wanted, matches: matches.map(matchView), evidence: JSON.stringify(matches) };
}
