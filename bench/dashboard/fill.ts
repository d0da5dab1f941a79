import type { VerificationStatus } from '../../src/domain/verification.ts';
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
