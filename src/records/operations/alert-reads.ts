import { FOUR_EYES_SCORE, STATE_STEPS, stateAfterStep } from '../../alerts/alert-rules.ts';
import type { Alert, AlertEvent, Proposal, QueuedAlert } from '../../domain/alert.ts';
import { dueAt, type Escalation } from '../../domain/escalation.ts';
import type { ExtractedData, Reason } from '../../domain/verification.ts';
import { ofAccount } from '../operation.ts';
import type { AlertsFilter, AlertsQuery, BackwardPage } from '../queries.ts';
import type { Sql } from '../sql.ts';
import { countOfAlerts, pageOfAlerts } from './alert-filter.ts';
import { seenMatches } from './alert-match.ts';

type StoredAlert = Pick<
  QueuedAlert,
  | 'id'
  | 'state'
  | 'revision'
  | 'remembered'
  | 'score'
  | 'createdAt'
  | 'updatedAt'
  | 'waitingSince'
  | 'customer'
  | 'assignee'
  | 'caseId'
> & {
  readonly dueDays: number | null;
  readonly peak: number | null;
  readonly changed: string;
  readonly verificationId: number | null;
  readonly openedIn: number | null;
};

/** As one record saw it. */
interface SeenAlert extends StoredAlert {
  readonly place: number;
  /** The last step until then that changed its state; null where none did. */
  readonly lastStep: (typeof STATE_STEPS)[number] | null;
}

/** Steps of a history that are read, the newest ones. */
const MAX_HISTORY = 500;
const COLUMNS = `alerts.id, state, revision, remembered, changed, score, peak, verification_id, opened_in,
  alerts.created_at, alerts.updated_at, coalesce(waiting_since, alerts.created_at) AS waiting_since,
  (SELECT due_days FROM accounts WHERE accounts.id = alerts.account_id) AS due_days, assignee, coalesce(case_id, alerts.id) AS case_id,
  (SELECT reference FROM customers WHERE customers.id = customer_id) AS customer`;
const ACTOR = `coalesce('user:' || user_id, 'key:' || key_id, 'service')`;
const STEPS = STATE_STEPS.map((step) => `'${step}'`).join(', ');

/** What the queue of alerts and the pages of records show of decisions. */
export const alertReads = {
  /** One page in the order of the query, at most `query.limit`. */
  'alerts.page': ofAccount(async (sql: Sql, accountId: number, query: AlertsQuery) => {
    const { text, values } = pageOfAlerts(sql, COLUMNS, accountId, query);
    return queued(sql, await sql.all<StoredAlert>(text, ...values));
  }),
  /** How many alerts fulfil a filter. */
  'alerts.count': ofAccount(async (sql: Sql, accountId: number, filter: AlertsFilter) => {
    const { text, values } = countOfAlerts(sql, accountId, filter);
    return (await sql.value<number>(text, ...values))!;
  }),
  /** Undefined where the account has no such alert. */
  'alerts.get': ofAccount(async (sql: Sql, accountId: number, id: number) => {
    const one = `SELECT ${COLUMNS} FROM alerts WHERE id = $1 AND account_id = $2`;
    return (await queued(sql, await sql.all<StoredAlert>(one, id, accountId)))[0];
  }),
  /** Those whose dismissal also holds for others of the same subject, the newest first, with ids below `before`. */
  'alerts.remembered': ofAccount(async (sql: Sql, accountId: number, { limit, before }: BackwardPage) => {
    const rows = await sql.all<StoredAlert>(
      `SELECT ${COLUMNS} FROM alerts WHERE account_id = :accountId AND alerts.id < :before
         AND alerts.id IN (SELECT alert_id FROM alert_memory WHERE account_id = :accountId)
       ORDER BY alerts.id DESC LIMIT :limit`,
      { accountId, limit, before: before ?? Number.MAX_SAFE_INTEGER },
    );
    return queued(sql, rows);
  }),
  /** Those that one screening saw, by the place of their match, with the state that it left them in. */
  'alerts.ofScreening': ofAccount(async (sql: Sql, accountId: number, screeningId: number) => {
    const rows = await sql.all<SeenAlert>(
      `SELECT ${COLUMNS}, place, (
           SELECT kind FROM alert_events WHERE alert_events.alert_id = alert_sightings.alert_id AND kind IN (${STEPS})
             AND at <= (SELECT screenings.created_at FROM screenings WHERE screenings.id = screening_id)
           ORDER BY alert_events.id DESC LIMIT 1) AS last_step
         FROM alert_sightings JOIN alerts ON alerts.id = alert_id
         WHERE screening_id = :screeningId AND account_id = :accountId`,
      { screeningId, accountId },
    );
    const alerts = await queued(sql, rows);
    return new Map(
      rows.map(({ place, lastStep }, index) => [place, { ...alerts[index]!, stateThen: stateAfterStep(lastStep) }]),
    );
  }),
  /** Undefined where the verification asked for no manual review. */
  'alerts.ofVerification': ofAccount(async (sql: Sql, accountId: number, verificationId: number) => {
    const one = `SELECT ${COLUMNS} FROM alerts WHERE verification_id = $1 AND account_id = $2`;
    return (await queued(sql, await sql.all<StoredAlert>(one, verificationId, accountId)))[0];
  }),
  /** How many are open, how many of these `userId` works on, and since when the one waits that waits longest. */
  'alerts.waiting': ofAccount(async (sql: Sql, accountId: number, userId: number) => {
    const counts = await sql.one<{ open: number; mine: number }>(
      `SELECT count(*) AS open, count(*) FILTER (WHERE assignee = $2) AS mine
       FROM alerts WHERE account_id = $1 AND state = 'open'`,
      accountId,
      userId,
    );
    const since = (state: string) =>
      `(SELECT min(coalesce(waiting_since, created_at)) FROM alerts WHERE account_id = $1 AND state = '${state}')`;
    const waits = await sql.column<string | null>(
      `SELECT ${since('open')} UNION ALL SELECT ${since('escalated')}`,
      accountId,
    );
    return { ...counts!, oldest: waits.filter((wait) => wait !== null).sort()[0] ?? null };
  }),
  /** How many are open. */
  'alerts.open': ofAccount(async (sql: Sql, accountId: number) => {
    const open = await sql.one<{ matches: number; reviews: number }>(
      `SELECT count(*) - count(verification_id) AS matches, count(verification_id) AS reviews
       FROM alerts WHERE account_id = $1 AND state = 'open'`,
      accountId,
    );
    return open!;
  }),
};

/** Alerts with what a decision needs, each read once for all of a page. */
async function queued(sql: Sql, rows: readonly StoredAlert[]): Promise<QueuedAlert[]> {
  if (rows.length === 0) return [];
  const [view, reviews] = [await views(sql, rows), await reviewsOf(sql, rows)];
  const seen = await seenMatches(
    sql,
    rows.filter(({ verificationId }) => verificationId === null).map(({ id }) => id),
  );
  return rows.map((row): QueuedAlert => {
    const { verificationId, score, customer, caseId, createdAt, updatedAt } = row;
    const due = row.state === 'open' || row.state === 'escalated' ? dueAt(row.waitingSince, row.dueDays) : null;
    const times = { createdAt, updatedAt, waitingSince: row.waitingSince, dueAt: due };
    const shared = { ...view(row), score, customer, caseId, ...times };
    if (verificationId !== null) {
      return { ...shared, record: verificationId, ...reviews.get(verificationId)! };
    }
    const { name: subject, entityType, dateOfBirth, screeningId: record, match, origin } = seen.get(row.id)!;
    const seenAs = { record, subject, entityType, dateOfBirth, match, origin };
    return { ...shared, ...seenAs, reasons: [], document: null };
  });
}

type OfAlert<T> = T & { readonly alertId: number };

async function views(sql: Sql, rows: readonly StoredAlert[]): Promise<(row: StoredAlert) => Alert> {
  const ids = rows.map(({ id }) => id);
  const histories = await historiesOf(sql, ids);
  const proposals = await sql.all<OfAlert<Proposal>>(
    `SELECT alert_id, at, ${ACTOR} AS "by", decision, reason, comment FROM alert_proposals
     WHERE alert_id = ANY($1::bigint[])`,
    ids,
  );
  const escalations = await sql.all<OfAlert<Escalation>>(
    `SELECT alert_id, at, ${ACTOR} AS "by", target AS "to" FROM alert_escalations WHERE alert_id = ANY($1::bigint[])`,
    ids,
  );
  const escalated = new Map(escalations.map(({ alertId, ...escalation }) => [alertId, escalation]));
  const proposed = new Map(proposals.map(({ alertId, ...proposal }) => [alertId, proposal]));
  return ({ id, state, revision, remembered, changed, assignee, score, peak, verificationId }) => ({
    id,
    kind: verificationId === null ? 'match' : 'review',
    state,
    revision,
    assignee,
    remembered,
    changed: JSON.parse(changed) as string[],
    proposal: proposed.get(id) ?? null,
    escalation: escalated.get(id) ?? null,
    strong: verificationId === null && Math.max(score, peak ?? 0) >= FOUR_EYES_SCORE,
    history: histories.get(id) ?? [],
  });
}

/** The newest steps of alerts, the oldest of them first. A record that saw an alert again is a step too. */
async function historiesOf(sql: Sql, ids: readonly number[]): Promise<Map<number, AlertEvent[]>> {
  const seen = await sql.all<OfAlert<AlertEvent>>(
    `SELECT alerts.id AS alert_id, screenings.created_at AS at, ${ACTOR} AS "by", 'seen' AS kind, NULL AS reason,
       NULL AS comment
     FROM alerts JOIN alert_sightings ON alert_sightings.alert_id = alerts.id
       AND screening_id >= ${newest('alert_sightings', 'screening_id')} AND screening_id IS DISTINCT FROM opened_in
     JOIN screenings ON screenings.id = screening_id
     WHERE alerts.id = ANY($1::bigint[]) ORDER BY screening_id`,
    ids,
  );
  const events = await sql.all<OfAlert<AlertEvent>>(
    `SELECT alert_id, at, ${ACTOR} AS "by", kind, reason, comment
     FROM alerts JOIN alert_events ON alert_id = alerts.id AND alert_events.id >= ${newest('alert_events', 'id')}
     WHERE alerts.id = ANY($1::bigint[]) ORDER BY alert_events.id`,
    ids,
  );
  const histories = Map.groupBy([...seen, ...events], ({ alertId }) => alertId);
  return new Map(
    [...histories].map(([id, steps]) => [
      id,
      steps
        .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
        .slice(-MAX_HISTORY)
        .map(({ alertId: _, ...step }) => step),
    ]),
  );
}

/** The id from which on as many rows of an alert follow as a history has. */
function newest(table: string, id: string): string {
  return `coalesce((SELECT one.${id} FROM ${table} AS one WHERE one.alert_id = alerts.id
    ORDER BY one.${id} DESC LIMIT 1 OFFSET ${MAX_HISTORY}), 0)`;
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
      const { fullName, dateOfBirth, documentType, documentNumber, expiryDate, country } = JSON.parse(
        extractedData,
      ) as ExtractedData;
      const view = { subject: fullName, entityType: null, dateOfBirth, match: null, origin: null };
      const document = { documentType, documentNumber, expiryDate, country };
      return [id, { ...view, document, reasons: JSON.parse(reasons) as Reason[] }];
    }),
  );
}
