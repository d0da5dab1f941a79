import { STATE_STEPS } from '../../alerts/alert-rules.ts';
import type { Alert, AlertEvent, AlertThen, Proposal, QueuedAlert } from '../../domain/alert.ts';
import type { ExtractedData, Reason } from '../../domain/verification.ts';
import type { AlertsFilter, AlertsQuery } from '../queries.ts';
import { MAX_HISTORY, type StoredAlert, type StoredThen, thenOf } from '../rows/alerts.ts';
import type { Sql } from '../sql.ts';
import { alertConditions, pageOfAlerts } from './alert-filter.ts';
import { seenMatches } from './alert-match.ts';

const COLUMNS = `alerts.id, state, revision, remembered, changed, score, verification_id, opened_in,
  alerts.created_at, alerts.updated_at, assignee, coalesce(case_id, alerts.id) AS case_id,
  (SELECT reference FROM customers WHERE customers.id = customer_id) AS customer`;
const ACTOR = `coalesce('user:' || user_id, 'key:' || key_id, 'service')`;

/** What the queue of alerts and the pages of records show of decisions. */
export const alertReads = {
  'alerts.page': async (sql: Sql, accountId: number, query: AlertsQuery): Promise<QueuedAlert[]> => {
    const { sql: page, values } = pageOfAlerts(accountId, query);
    return queued(sql, await sql.all<StoredAlert>(`SELECT ${COLUMNS} ${page}`, ...values));
  },
  'alerts.count': async (sql: Sql, accountId: number, filter: AlertsFilter): Promise<number> => {
    const where = alertConditions(accountId, filter);
    return (await sql.value<number>(`SELECT count(*) FROM alerts WHERE ${where.sql}`, ...where.values))!;
  },
  'alerts.get': async (sql: Sql, accountId: number, id: number): Promise<QueuedAlert | undefined> => {
    const one = `SELECT ${COLUMNS} FROM alerts WHERE id = $1 AND account_id = $2`;
    return (await queued(sql, await sql.all<StoredAlert>(one, id, accountId)))[0];
  },
  'alerts.ofScreening': async (sql: Sql, accountId: number, id: number): Promise<Map<number, AlertThen>> => {
    const rows = await sql.all<StoredThen>(
      `SELECT ${COLUMNS}, place, (
         SELECT kind FROM alert_events WHERE alert_events.alert_id = alert_sightings.alert_id AND kind = ANY($3)
           AND at <= (SELECT screenings.created_at FROM screenings WHERE screenings.id = screening_id)
         ORDER BY alert_events.id DESC LIMIT 1) AS last_step
       FROM alert_sightings JOIN alerts ON alerts.id = alert_id
       WHERE screening_id = $1 AND account_id = $2`,
      id,
      accountId,
      STATE_STEPS,
    );
    const alerts = await queued(sql, rows);
    return new Map(rows.map((row, index) => [row.place, thenOf(alerts[index]!, row)]));
  },
  'alerts.ofVerification': async (sql: Sql, accountId: number, id: number): Promise<QueuedAlert | undefined> => {
    const one = `SELECT ${COLUMNS} FROM alerts WHERE verification_id = $1 AND account_id = $2`;
    return (await queued(sql, await sql.all<StoredAlert>(one, id, accountId)))[0];
  },
  'alerts.open': async (sql: Sql, accountId: number): Promise<{ matches: number; reviews: number }> =>
    (await sql.one<{ matches: number; reviews: number }>(
      `SELECT count(*) - count(verification_id) AS matches, count(verification_id) AS reviews
       FROM alerts WHERE account_id = $1 AND state = 'open'`,
      accountId,
    ))!,
};

/** Alerts with what a decision needs, each read once for all of a page. */
async function queued(sql: Sql, rows: readonly StoredAlert[]): Promise<QueuedAlert[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [view, reviews] = [await views(sql, rows), await reviewsOf(sql, rows)];
  const seen = await seenMatches(sql, ids);
  return rows.map((row): QueuedAlert => {
    const { verificationId, score, customer, caseId, createdAt, updatedAt } = row;
    const shared = { ...view(row), score, customer, caseId, createdAt, updatedAt };
    if (verificationId !== null) {
      return { ...shared, kind: 'review', record: verificationId, ...reviews.get(verificationId)! };
    }
    const { name: subject, entityType, dateOfBirth, screeningId: record, match } = seen.get(row.id)!;
    return { ...shared, kind: 'match', record, subject, entityType, dateOfBirth, match, reasons: [] };
  });
}

type OfAlert<T> = T & { readonly alertId: number };

async function views(sql: Sql, rows: readonly StoredAlert[]): Promise<(row: StoredAlert) => Alert> {
  const ids = rows.map(({ id }) => id);
  const events = await sql.all<OfAlert<AlertEvent>>(
    `SELECT alert_id, at, "by", kind, reason, comment FROM unnest($1::bigint[], $2::bigint[]) AS wanted (id, opened_in)
     CROSS JOIN LATERAL (
       SELECT alert_id, at, ${ACTOR} AS "by", kind, reason, comment, id AS number
       FROM alert_events WHERE alert_id = wanted.id
       UNION ALL
       SELECT alert_id, created_at, ${ACTOR}, 'seen', NULL, NULL, 0
       FROM alert_sightings JOIN screenings ON screenings.id = screening_id
       WHERE alert_id = wanted.id AND screening_id IS DISTINCT FROM wanted.opened_in
       ORDER BY at DESC, number DESC LIMIT ${MAX_HISTORY}) AS history
     ORDER BY at, number`,
    ids,
    rows.map(({ openedIn }) => openedIn),
  );
  const proposals = await sql.all<OfAlert<Proposal>>(
    `SELECT alert_id, at, ${ACTOR} AS "by", decision, reason, comment FROM alert_proposals
     WHERE alert_id = ANY($1::bigint[])`,
    ids,
  );
  const histories = Map.groupBy(events, ({ alertId }) => alertId);
  const proposed = new Map(proposals.map(({ alertId, ...proposal }) => [alertId, proposal]));
  return ({ id, state, revision, remembered, changed, assignee }) => ({
    id,
    state,
    revision,
    assignee,
    remembered: Boolean(remembered),
    changed: JSON.parse(changed) as string[],
    proposal: proposed.get(id) ?? null,
    history: (histories.get(id) ?? []).map(({ alertId: _, ...event }) => event),
  });
}

async function reviewsOf(sql: Sql, rows: readonly StoredAlert[]) {
  const ids = rows.flatMap(({ verificationId }) => (verificationId === null ? [] : [verificationId]));
  if (ids.length === 0) return new Map();
  const verified = await sql.all<{ id: number; extractedData: string; reasons: string }>(
    'SELECT id, extracted_data, reasons FROM verifications WHERE id = ANY($1::bigint[])',
    ids,
  );
  return new Map(
    verified.map(({ id, extractedData, reasons }) => {
      const { fullName, dateOfBirth } = JSON.parse(extractedData) as ExtractedData;
      const view = { subject: fullName, entityType: null, dateOfBirth, match: null };
      return [id, { ...view, reasons: JSON.parse(reasons) as Reason[] }];
    }),
  );
}
