import type { DayCounts, DecidedAlert, UsageCounts } from '../../domain/usage.ts';
import { type Decided, decision, NOTHING } from '../rows/usage.ts';
import type { Connection } from './connection.ts';

type Between = [accountId: number, from: string, to: string];

/** What an account did between two instants, by day in UTC; each count reads an index alone. */
export function usageReads(db: Connection) {
  const byDay = (counts: string, table: string) =>
    db.prepare<Between, Partial<DayCounts> & { day: string }>(
      `SELECT substr(created_at, 1, 10) AS day, ${counts} FROM ${table}
       WHERE account_id = ? AND created_at >= ? AND created_at < ? GROUP BY day`,
    );
  const counted = [
    byDay('sum(match_count = 0) AS clear, sum(match_count > 0) AS matched', 'screenings'),
    byDay(
      `sum(status = 'Verified') AS verified, sum(status = 'Not Verified') AS notVerified,
       sum(status = 'Manual Review Required') AS manualReview`,
      'verifications',
    ),
    byDay('count(*) AS opened', 'alerts'),
  ];
  const decided = db.prepare<Between, Omit<DecidedAlert, 'hours' | 'sources' | 'day'> & Decided>(
    `SELECT decision.at, decision.kind AS decision, alerts.sources,
       coalesce('user:' || decision.user_id, 'key:' || decision.key_id, 'service') AS "by",
       max(alerts.created_at, coalesce((SELECT max(opening.at) FROM alert_events AS opening
         WHERE opening.alert_id = alerts.id AND opening.id < decision.id
           AND opening.kind IN ('reopened', 'changed', 'relisted')), '')) AS since
     FROM alert_events AS decision JOIN alerts ON alerts.id = decision.alert_id
     WHERE alerts.account_id = ? AND decision.at >= ? AND decision.at < ?
       AND decision.kind IN ('confirmed', 'dismissed')
     ORDER BY decision.at, decision.id`,
  );
  return {
    usage: (accountId: number, from: string, to: string): UsageCounts => {
      const days = new Map<string, DayCounts>();
      for (const statement of counted) {
        for (const { day, ...counts } of statement.all(accountId, from, to)) {
          days.set(day, { ...NOTHING, ...days.get(day), day, ...counts });
        }
      }
      return { days: [...days.values()], decisions: decided.all(accountId, from, to).map(decision) };
    },
  };
}
