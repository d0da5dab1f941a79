import type { DayCounts, UsageCounts } from '../../domain/usage.ts';
import { addCounts, type Decided, decided } from '../rows/usage.ts';
import type { Connection } from './connection.ts';

type Between = [accountId: number, from: string, to: string];

const DAY_MS = 86_400_000;

/** What an account did between two instants, by day in UTC; each count is a range of an index and nothing else. */
export function usageReads(db: Connection) {
  const between = (counts: string, table: string) =>
    db.prepare<Between, Partial<DayCounts> & { rows: number }>(
      `SELECT count(*) AS rows, ${counts} FROM ${table} WHERE account_id = ? AND created_at >= ? AND created_at < ?`,
    );
  const counted = [
    between('sum(match_count = 0) AS clear, sum(match_count > 0) AS matched', 'screenings'),
    between(
      `sum(status = 'Verified') AS verified, sum(status = 'Not Verified') AS notVerified,
       sum(status = 'Manual Review Required') AS manualReview`,
      'verifications',
    ),
    between('count(*) AS opened', 'alerts'),
  ];
  // The decisions of the time are read, and not all alerts of the account: a month of them is soon found.
  const decisions = db.prepare<Between, Omit<Decided, 'hours'> & { hours: string }>(
    `SELECT day, decision, sources, "by",
       group_concat(max(0, round((julianday(at) - julianday(since)) * 24, 6))) AS hours
     FROM (
       SELECT substr(decision.at, 1, 10) AS day, decision.at, decision.kind AS decision, alerts.sources,
         coalesce('user:' || decision.user_id, 'key:' || decision.key_id, 'service') AS "by",
         max(alerts.created_at, coalesce((SELECT max(opening.at) FROM alert_events AS opening INDEXED BY alert_openings
           WHERE opening.alert_id = alerts.id AND opening.id < decision.id
             AND opening.kind IN ('reopened', 'changed', 'relisted')), '')) AS since
       FROM alert_events AS decision INDEXED BY alert_decisions CROSS JOIN alerts ON alerts.id = decision.alert_id
       WHERE alerts.account_id = ? AND decision.at >= ? AND decision.at < ?
         AND decision.kind IN ('confirmed', 'dismissed')
     ) GROUP BY day, decision, sources, "by"`,
  );
  return {
    usage: (accountId: number, from: string, to: string): UsageCounts => {
      const days = new Map<string, DayCounts>();
      for (const [start, end] of daysBetween(from, to)) {
        for (const statement of counted) {
          const { rows, ...counts } = statement.get(accountId, start, end)!;
          if (rows > 0) addCounts(days, { day: start.slice(0, 10), ...counts });
        }
      }
      const read = decisions.all(accountId, from, to);
      return {
        days: [...days.values()],
        decisions: read.map(({ hours, ...row }) => decided({ ...row, hours: hours.split(',').map(Number) })),
      };
    },
  };
}

/** Each day in UTC of a time, as far as it lies within. */
function* daysBetween(from: string, to: string): Generator<[start: string, end: string]> {
  for (let start = from; start < to; ) {
    const midnight = new Date((Math.floor(Date.parse(start) / DAY_MS) + 1) * DAY_MS).toISOString();
    const end = midnight < to ? midnight : to;
    yield [start, end];
    start = end;
  }
}
