import type { RecordCounts } from '../../domain/record-counts.ts';
import type { Sql } from '../sql.ts';
import { amounts, areHours } from './record-hours.ts';

/** Later than any time that is written. */
const NO_END = 'infinity';

const COLUMNS = {
  clear: 'clear',
  matched: 'matched',
  verified: 'Verified',
  not_verified: 'Not Verified',
  review: 'Manual Review Required',
};
const OF_HOURS = `SELECT counted.*
  FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS part (start, "end", place)
  CROSS JOIN LATERAL (
    SELECT ${amounts(COLUMNS)} FROM record_hours WHERE account_id = $1 AND hour >= start AND hour < "end") AS counted
  ORDER BY place`;
/** Each a range of an index and nothing else. */
const OF_RECORDS = `SELECT screened.clear, screened.matched, verified.verified, verified.not_verified, verified.review
       FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS part (start, "end", number)
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE match_count = 0) AS clear, count(*) FILTER (WHERE match_count > 0) AS matched
         FROM screenings WHERE account_id = $1 AND created_at >= start AND created_at < "end") AS screened
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE status = 'Verified') AS verified,
           count(*) FILTER (WHERE status = 'Not Verified') AS not_verified,
           count(*) FILTER (WHERE status = 'Manual Review Required') AS review
         FROM verifications WHERE account_id = $1 AND created_at >= start AND created_at < "end") AS verified
       ORDER BY number`;

/** Counts of records between instants. */
export const countReads = {
  counts: (sql: Sql, accountId: number, from: readonly string[]): Promise<RecordCounts[]> =>
    sql.all<RecordCounts>(
      areHours(...from) ? OF_HOURS : OF_RECORDS,
      accountId,
      from,
      from.map((_, index) => from[index + 1] ?? NO_END),
    ),
};
