import type { Actor } from '../../domain/actor.ts';
import type { Decision } from '../../domain/alert.ts';
import type { DayCounts, DecidedAlerts, UsageCounts } from '../../domain/usage.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import { amounts, areHours } from './record-hours.ts';

type TimeSpan = readonly [from: string, to: string];

/** Decisions that are alike. */
interface DecisionRow {
  /** Day, decision, who took it, and the lists, divided by blanks: one text is grouped faster than four. */
  readonly alike: string;
  /** Of each decision the milliseconds that its alert had been open, divided by commas. */
  readonly waits: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOTHING = { clear: 0, matched: 0, verified: 0, notVerified: 0, manualReview: 0, opened: 0 };

const COUNTED = {
  screenings: 'count(*) FILTER (WHERE match_count = 0) AS clear, count(*) FILTER (WHERE match_count > 0) AS matched',
  verifications: `count(*) FILTER (WHERE status = 'Verified') AS verified,
    count(*) FILTER (WHERE status = 'Not Verified') AS not_verified,
    count(*) FILTER (WHERE status = 'Manual Review Required') AS manual_review`,
  alerts: 'count(*) AS opened',
};
const COLUMNS = {
  clear: 'clear',
  matched: 'matched',
  verified: 'Verified',
  not_verified: 'Not Verified',
  manual_review: 'Manual Review Required',
  opened: 'opened',
};
/** PostgreSQL keeps how many records were made in each hour. */
const OF_HOURS = `SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${amounts(COLUMNS)}
  FROM record_hours WHERE account_id = $1 AND hour >= $2 AND hour < $3 GROUP BY day`;

export const usageReads = {
  /** What an account did from an instant to before another, by day in UTC; ISO 8601 with milliseconds. */
  usage: ofAccount(async (sql: Sql, accountId: number, from: string, to: string): Promise<UsageCounts> => {
    const days = new Map<string, DayCounts>();
    const isWhole = sql.dialect === 'postgresql' && areHours(from, to);
    const texts = isWhole ? [OF_HOURS] : Object.entries(COUNTED).map(([table, counts]) => countsOf(sql, table, counts));
    for (const span of sql.dialect === 'sqlite' ? daysBetween(from, to) : [[from, to] as const]) {
      for (const text of texts) {
        for (const row of await sql.all<Partial<DayCounts> & { day: string }>(text, accountId, ...span)) {
          days.set(row.day, { ...NOTHING, ...days.get(row.day), ...row });
        }
      }
    }
    return { days: [...days.values()], decisions: await decisions(sql, accountId, from, to) };
  }),
};

/** Counts of a table by day. SQLite is asked for one day after the other: each is a range of an index alone. */
function countsOf(sql: Sql, table: string, counts: string): string {
  const { day, end } = sql.either({
    postgresql: { day: "to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')", end: 'GROUP BY day' },
    sqlite: { day: 'substr($2, 1, 10)', end: 'HAVING count(*) > 0' },
  });
  return `SELECT ${day} AS day, ${counts} FROM ${table}
    WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 ${end}`;
}

/** Each day in UTC of a time, as far as it lies within. */
function* daysBetween(from: string, to: string): Generator<TimeSpan> {
  for (let start = from; start < to; ) {
    const midnight = new Date((Math.floor(Date.parse(start) / DAY_MS) + 1) * DAY_MS).toISOString();
    const end = midnight < to ? midnight : to;
    yield [start, end];
    start = end;
  }
}

/** The decisions of the time are read, and not all alerts of the account: a month of them is soon found. */
const DECIDED = {
  postgresql: {
    day: "to_char(decision.at AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
    waits: "string_agg(greatest(0, round(extract(epoch FROM at - since) * 1000))::bigint::text, ',')",
    openings: 'alert_events AS opening',
    decisions: 'alert_events AS decision JOIN',
  },
  sqlite: {
    day: 'substr(decision.at, 1, 10)',
    waits: 'group_concat(max(0, CAST(round((julianday(at) - julianday(since)) * 86400000) AS INTEGER)))',
    openings: 'alert_events AS opening INDEXED BY alert_openings',
    decisions: 'alert_events AS decision INDEXED BY alert_decisions CROSS JOIN',
  },
};

async function decisions(sql: Sql, accountId: number, from: string, to: string): Promise<DecidedAlerts[]> {
  const parts = sql.either(DECIDED);
  const rows = await sql.all<DecisionRow>(
    `SELECT alike, ${parts.waits} AS waits
     FROM (
       SELECT decision.at, ${parts.day} || ' ' || decision.kind || ' '
         || coalesce('user:' || decision.user_id, 'key:' || decision.key_id, 'service') || ' ' || alerts.sources AS alike,
         greatest(alerts.created_at, coalesce((SELECT max(opening.at) FROM ${parts.openings}
           WHERE opening.alert_id = alerts.id AND opening.id < decision.id
             AND opening.kind IN ('reopened', 'changed', 'relisted')), alerts.created_at)) AS since
       FROM ${parts.decisions} alerts ON alerts.id = decision.alert_id
       WHERE alerts.account_id = $1 AND decision.at >= $2 AND decision.at < $3
         AND decision.kind IN ('confirmed', 'dismissed')
     ) AS decided GROUP BY alike`,
    accountId,
    from,
    to,
  );
  return rows.map(({ alike, waits }) => {
    const [day, decision, by, ...sources] = alike.split(' ') as [string, Decision, Actor, ...string[]];
    const hours = waits.split(',').map((wait) => Number(wait) / HOUR_MS);
    return { day, decision, by, hours, sources: sources.filter(Boolean) };
  });
}
