import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { VerificationStatus } from '../../src/domain/verification.ts';
import { DATABASE_FILE } from '../../src/open-records.ts';
import type { Records } from '../../src/records/port.ts';
import { accountWithKey, screening, verification } from '../../test/records/samples.ts';

/** Records that are on their way to the disk at once. */
const CLIENTS = 512;
const GIVEN =
  'Ada Bruno Çelik Dorota Émile Fatıma Gunnar Hedwig İlker João Kamala Łukasz Märta Nikolaj Óscar Priya'.split(' ');
const PARTS = 'bal dor fim gus hex jov kul mer nax pol rin sür tåv wen zot'.split(' ');
const STATUSES: readonly VerificationStatus[] = [
  ...Array<VerificationStatus>(8).fill('Verified'),
  'Not Verified',
  'Manual Review Required',
];

/** An account with so many screenings (every third with one to three matches) and so many verifications. */
export async function fill(records: Records, count: number): Promise<number> {
  const { accountId, keyId } = await accountWithKey(records, 2_147_483_647);
  await inParallel(count, async (turn) => {
    const matches = turn % 3 === 0 ? 1 + (Math.floor(turn / 3) % 3) : 0;
    await records.screenings.create(screening(accountId, keyId, inventedName(turn), matches));
  });
  await inParallel(count, async (turn) => {
    const sample = verification(accountId, await records.verifications.reserve());
    await records.verifications.create({
      ...sample,
      status: STATUSES[turn % STATUSES.length]!,
      matchConfidence: 60 + (turn % 4_000) / 100,
      extractedData: { ...sample.extractedData, fullName: inventedName(turn).toUpperCase() },
    });
  });
  return accountId;
}

/**
 * Spreads what is there over the year before now, the oldest first. Writes the decisions of decided alerts, hours after
 * their openings, by five people. As SQL, since only reading is measured.
 */
export function spreadOverYear(dataDir: string): void {
  const db = new Database(join(dataDir, DATABASE_FILE));
  for (const table of ['screenings', 'verifications', 'alerts']) {
    db.exec(`UPDATE ${table} SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-364 days',
      '+' || ((id - first) * 31449600 / (last - first + 1)) || ' seconds')
      FROM (SELECT min(id) AS first, max(id) AS last FROM ${table}) AS ids`);
  }
  db.exec(`INSERT INTO alert_events (alert_id, at, user_id, kind, reason)
    SELECT id, strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+' || (id % 20) || ' hours'), 1 + id % 5, state,
      iif(state = 'confirmed', 'same-person', 'other-person')
    FROM alerts WHERE state IN ('confirmed', 'dismissed') ORDER BY id`);
  db.close();
}

/** The same for the same number, and another for another. */
export function inventedName(turn: number): string {
  const digits = String(turn).padStart(5, '0');
  const family = [...digits].map((digit, place) => PARTS[(Number(digit) + place) % PARTS.length]!).join('');
  return `${GIVEN[turn % GIVEN.length]} ${family[0]!.toUpperCase()}${family.slice(1)}`;
}

async function inParallel(count: number, work: (turn: number) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}
