import type { RecordCounts } from '../../domain/record-counts.ts';
import type { Connection } from './connection.ts';

/** Later than any time that is written. */
const NO_END = '~';

/** Counts of records between instants, each a range of an index and nothing else. */
export function countReads(db: Connection) {
  const screenings = db.prepare<[number, string, string], Pick<RecordCounts, 'clear' | 'matched'>>(
    `SELECT total(match_count = 0) AS clear, total(match_count > 0) AS matched
     FROM screenings WHERE account_id = ? AND created_at >= ? AND created_at < ?`,
  );
  const verifications = db.prepare<[number, string, string], Omit<RecordCounts, 'clear' | 'matched'>>(
    `SELECT total(status = 'Verified') AS verified, total(status = 'Not Verified') AS notVerified,
       total(status = 'Manual Review Required') AS review
     FROM verifications WHERE account_id = ? AND created_at >= ? AND created_at < ?`,
  );
  return {
    counts: (accountId: number, from: readonly string[]): RecordCounts[] =>
      from.map((start, index) => {
        const end = from[index + 1] ?? NO_END;
        return { ...screenings.get(accountId, start, end)!, ...verifications.get(accountId, start, end)! };
      }),
  };
}
