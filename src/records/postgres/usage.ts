import type { DayCounts, DecidedAlerts, UsageCounts } from '../../domain/usage.ts';
import { addCounts, type Decided, decided } from '../rows/usage.ts';
import type { Sql } from '../sql.ts';
import { amounts, areHours } from './record-hours.ts';

const COUNTED = [
  [
    'screenings',
    'count(*) FILTER (WHERE match_count = 0) AS clear, count(*) FILTER (WHERE match_count > 0) AS matched',
  ],
  [
    'verifications',
    `count(*) FILTER (WHERE status = 'Verified') AS verified,
     count(*) FILTER (WHERE status = 'Not Verified') AS not_verified,
     count(*) FILTER (WHERE status = 'Manual Review Required') AS manual_review`,
  ],
  ['alerts', 'count(*) AS opened'],
].map(
  ([table, counts]) =>
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${counts} FROM ${table}
     WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY day`,
);

const COLUMNS = {
  clear: 'clear',
  matched: 'matched',
  verified: 'Verified',
  not_verified: 'Not Verified',
  manual_review: 'Manual Review Required',
  opened: 'opened',
};
const OF_HOURS = `SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${amounts(COLUMNS)}
  FROM record_hours WHERE account_id = $1 AND hour >= $2 AND hour < $3 GROUP BY day`;

/** What an account did between two instants, by day in UTC. */
export const usageReads = {
  usage: async (sql: Sql, accountId: number, from: string, to: string): Promise<UsageCounts> => {
    const days = new Map<string, DayCounts>();
    for (const counted of areHours(from, to) ? [OF_HOURS] : COUNTED) {
      for (const row of await sql.all<Partial<DayCounts> & { day: string }>(counted, accountId, from, to)) {
        addCounts(days, row);
      }
    }
    return { days: [...days.values()], decisions: await decisions(sql, accountId, from, to) };
  },
};

async function decisions(sql: Sql, accountId: number, from: string, to: string): Promise<DecidedAlerts[]> {
  const rows = await sql.all<Decided>(
    `SELECT day, decision, sources, "by",
       array_agg(greatest(0, extract(epoch FROM at - since)::double precision / 3600)) AS hours
     FROM (
       SELECT to_char(decision.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, decision.at, decision.kind AS decision,
         alerts.sources, coalesce('user:' || decision.user_id, 'key:' || decision.key_id, 'service') AS "by",
         greatest(alerts.created_at, (SELECT max(opening.at) FROM alert_events AS opening
           WHERE opening.alert_id = alerts.id AND opening.id < decision.id
             AND opening.kind IN ('reopened', 'changed', 'relisted'))) AS since
       FROM alert_events AS decision JOIN alerts ON alerts.id = decision.alert_id
       WHERE alerts.account_id = $1 AND decision.at >= $2 AND decision.at < $3
         AND decision.kind IN ('confirmed', 'dismissed')
     ) AS decided GROUP BY day, decision, sources, "by"`,
    accountId,
    from,
    to,
  );
  return rows.map(decided);
}
