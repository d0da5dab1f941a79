import type { Made } from '../users-port.ts';
import type { Connection } from './connection.ts';

/** How many records of each result an account made since an instant, by the hour or the minute. */
export function madeReads(db: Connection) {
  const screenings = db.prepare<[number, number, string], Made>(
    `SELECT substr(created_at, 1, ?) AS at, iif(match_count > 0, 'matched', 'clear') AS kind, count(*) AS count
     FROM screenings WHERE account_id = ? AND created_at >= ? GROUP BY 1, 2`,
  );
  const verifications = db.prepare<[number, number, string], Made>(
    `SELECT substr(created_at, 1, ?) AS at,
       CASE status WHEN 'Verified' THEN 'verified' WHEN 'Not Verified' THEN 'notVerified' ELSE 'review' END AS kind,
       count(*) AS count
     FROM verifications WHERE account_id = ? AND created_at >= ? GROUP BY 1, 2`,
  );
  return {
    made: (accountId: number, since: string, precision: 'hour' | 'minute'): Made[] => {
      // "2026-11-21T09" and "2026-11-21T09:45".
      const length = precision === 'hour' ? 13 : 16;
      return [...screenings.all(length, accountId, since), ...verifications.all(length, accountId, since)];
    },
  };
}
