import type { RecordCounts } from '../../domain/record-counts.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import { amounts, areHours } from './record-hours.ts';

/** Later than any time that is written. */
const NO_END = { postgresql: 'infinity', sqlite: '~' };

const COLUMNS = {
  clear: 'clear',
  matched: 'matched',
  verified: 'Verified',
  not_verified: 'Not Verified',
  review: 'Manual Review Required',
};

/** Rows of the account `$1` in one span of time: a range of an index and nothing else. */
const spanOf = (table: string, from: string, to: string) =>
  `FROM ${table} WHERE account_id = $1 AND created_at >= ${from} AND created_at < ${to}`;
const screened = (from: string, to: string) =>
  `SELECT count(*) FILTER (WHERE match_count = 0) AS clear, count(*) FILTER (WHERE match_count > 0) AS matched
   ${spanOf('screenings', from, to)}`;
const verified = (from: string, to: string) =>
  `SELECT count(*) FILTER (WHERE status = 'Verified') AS verified,
     count(*) FILTER (WHERE status = 'Not Verified') AS not_verified,
     count(*) FILTER (WHERE status = 'Manual Review Required') AS review
   ${spanOf('verifications', from, to)}`;

/** PostgreSQL counts all spans in one statement: by the hours that it keeps counts of, where they are whole hours. */
const SPANS = `FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS span ("from", "to", place)`;
const OF_HOURS = `SELECT counted.* ${SPANS} CROSS JOIN LATERAL (
    SELECT ${amounts(COLUMNS)} FROM record_hours WHERE account_id = $1 AND hour >= "from" AND hour < "to") AS counted
  ORDER BY place`;
const OF_RECORDS = `SELECT screened.*, verified.* ${SPANS}
  CROSS JOIN LATERAL (${screened('"from"', '"to"')}) AS screened
  CROSS JOIN LATERAL (${verified('"from"', '"to"')}) AS verified
  ORDER BY place`;
/** SQLite one after the other. */
const OF_SPAN = `SELECT * FROM (${screened('$2', '$3')}) AS screened, (${verified('$2', '$3')}) AS verified`;

export const countReads = {
  /**
   * How many records an account created between each of these instants and the next; the last ends now. ISO 8601,
   * ascending.
   */
  counts: ofAccount(async (sql: Sql, accountId: number, from: readonly string[]): Promise<RecordCounts[]> => {
    const to = from.map((_, place) => from[place + 1] ?? sql.either(NO_END));
    if (sql.dialect === 'postgresql') return sql.all(areHours(...from) ? OF_HOURS : OF_RECORDS, accountId, from, to);
    const counts: RecordCounts[] = [];
    for (const [place, start] of from.entries()) {
      counts.push((await sql.one<RecordCounts>(OF_SPAN, accountId, start, to[place]))!);
    }
    return counts;
  }),
};
