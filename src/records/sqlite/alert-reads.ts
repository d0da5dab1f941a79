import { STATE_STEPS } from '../../alerts/alert-rules.ts';
import type { Alert, AlertEvent, AlertThen, Proposal, QueuedAlert } from '../../domain/alert.ts';
import type { ExtractedData, Reason } from '../../domain/verification.ts';
import type { AlertsFilter, AlertsQuery } from '../queries.ts';
import { MAX_HISTORY, type StoredAlert, type StoredThen, thenOf } from '../rows/alerts.ts';
import { countOf, pageOfIds } from './alert-filter.ts';
import { matchReader } from './alert-match.ts';
import type { Connection } from './connection.ts';
import { statements } from './page-query.ts';

const COLUMNS = `id, state, revision, remembered, changed, score, verification_id AS verificationId,
  opened_in AS openedIn, created_at AS createdAt, updated_at AS updatedAt,
  assignee, coalesce(case_id, id) AS caseId,
  (SELECT reference FROM customers WHERE customers.id = customer_id) AS customer`;

const STEPS = STATE_STEPS.map((step) => `'${step}'`).join(', ');

/** What the queue of alerts and the pages of records show of decisions. */
export function alertReads(db: Connection) {
  const queued = queuedView(db);
  const page = pageOf(db);
  const all = statements(db);
  const one = db.prepare<[number, number], StoredAlert>(
    `SELECT ${COLUMNS} FROM alerts WHERE id = ? AND account_id = ?`,
  );
  const ofScreening = db.prepare<[number, number], StoredThen>(
    `SELECT ${COLUMNS}, place, (
       SELECT kind FROM alert_events WHERE alert_events.alert_id = alert_sightings.alert_id AND kind IN (${STEPS})
         AND at <= (SELECT screenings.created_at FROM screenings WHERE screenings.id = screening_id)
       ORDER BY alert_events.id DESC LIMIT 1) AS lastStep
     FROM alert_sightings JOIN alerts ON id = alert_id WHERE screening_id = ? AND account_id = ?`,
  );
  const ofVerification = db.prepare<[number, number], StoredAlert>(
    `SELECT ${COLUMNS} FROM alerts WHERE verification_id = ? AND account_id = ?`,
  );
  const open = db.prepare<[number], { matches: number; reviews: number }>(
    `SELECT count(*) - count(verification_id) AS matches, count(verification_id) AS reviews
     FROM alerts WHERE account_id = ? AND state = 'open'`,
  );
  return {
    'alerts.page': (accountId: number, query: AlertsQuery): QueuedAlert[] => queued(page(accountId, query)),
    'alerts.count': (accountId: number, filter: AlertsFilter): number => {
      const { sql, values } = countOf(accountId, filter);
      return all<{ count: number }>(sql, values)[0]!.count;
    },
    'alerts.get': (accountId: number, id: number): QueuedAlert | undefined => queued(one.all(id, accountId))[0],
    'alerts.ofScreening': (accountId: number, id: number): Map<number, AlertThen> => {
      const rows = ofScreening.all(id, accountId);
      const alerts = queued(rows);
      return new Map(rows.map((row, index) => [row.place, thenOf(alerts[index]!, row)]));
    },
    'alerts.ofVerification': (accountId: number, id: number): QueuedAlert | undefined =>
      queued(ofVerification.all(id, accountId))[0],
    'alerts.open': (accountId: number): { matches: number; reviews: number } => open.get(accountId)!,
  };
}

/** The rows of one page, whose ids are found in an index alone. */
function pageOf(db: Connection) {
  const all = statements(db);
  return (accountId: number, query: AlertsQuery): StoredAlert[] => {
    const { sql, order, values } = pageOfIds(accountId, query);
    return all<StoredAlert>(`SELECT ${COLUMNS} FROM alerts WHERE id IN (${sql}) ORDER BY ${order}`, values);
  };
}

function alertView(db: Connection): (row: StoredAlert) => Alert {
  const actor = `coalesce('user:' || user_id, 'key:' || key_id, 'service')`;
  const decided = db.prepare<[number, number], AlertEvent>(
    `SELECT at, ${actor} AS "by", kind, reason, comment FROM alert_events WHERE alert_id = ? ORDER BY id DESC LIMIT ?`,
  );
  const sighted = db.prepare<[number, number | null, number], AlertEvent>(
    `SELECT created_at AS at, ${actor} AS "by", 'seen' AS kind, NULL AS reason, NULL AS comment
     FROM alert_sightings JOIN screenings ON id = screening_id
     WHERE alert_id = ? AND screening_id IS NOT ? ORDER BY screening_id DESC LIMIT ?`,
  );
  /** The newest steps, the oldest of them first. Most alerts have none: two searches of an index tell. */
  const history = (id: number, openedIn: number | null): AlertEvent[] => {
    const [seen, events] = [sighted.all(id, openedIn, MAX_HISTORY), decided.all(id, MAX_HISTORY)];
    if (seen.length === 0) return events.reverse();
    const steps = [...seen.reverse(), ...events.reverse()];
    return steps.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-MAX_HISTORY);
  };
  const proposal = db.prepare<[number], Proposal>(
    `SELECT at, ${actor} AS "by", decision, reason, comment FROM alert_proposals WHERE alert_id = ?`,
  );
  return ({ id, state, revision, remembered, changed, openedIn, assignee }) => ({
    id,
    state,
    revision,
    assignee,
    remembered: Boolean(remembered),
    changed: JSON.parse(changed) as string[],
    proposal: proposal.get(id) ?? null,
    history: history(id, openedIn),
  });
}

/** Alerts with what a decision needs. A record whose matches fill the page is unpacked once. */
function queuedView(db: Connection): (rows: readonly StoredAlert[]) => QueuedAlert[] {
  const view = alertView(db);
  const review = reviewView(db);
  const reader = matchReader(db);
  return (rows) => {
    const seen = reader();
    return rows.map((row): QueuedAlert => {
      const { verificationId, score, customer, caseId, createdAt, updatedAt } = row;
      const shared = { ...view(row), score, customer, caseId, createdAt, updatedAt };
      if (verificationId !== null) {
        return { ...shared, kind: 'review', record: verificationId, ...review(verificationId) };
      }
      const { name: subject, entityType, dateOfBirth, screeningId: record, match } = seen(row.id, customer !== null)!;
      return { ...shared, kind: 'match', record, subject, entityType, dateOfBirth, match, reasons: [] };
    });
  };
}

function reviewView(db: Connection) {
  const verified = db.prepare<[number], { data: string; reasons: string }>(
    'SELECT extracted_data AS data, reasons FROM verifications WHERE id = ?',
  );
  return (id: number) => {
    const { data, reasons } = verified.get(id)!;
    const { fullName, dateOfBirth } = JSON.parse(data) as ExtractedData;
    return { subject: fullName, entityType: null, dateOfBirth, match: null, reasons: JSON.parse(reasons) as Reason[] };
  };
}
