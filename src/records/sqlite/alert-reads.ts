import { inflateRawSync } from 'node:zlib';
import type { Alert, AlertEvent, AlertStateName, QueuedAlert } from '../../domain/alert.ts';
import type { EntityType } from '../../domain/entity-type.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { ExtractedData, Reason } from '../../domain/verification.ts';
import type { AlertsQuery } from '../queries.ts';
import type { Connection } from './connection.ts';
import { Conditions, keyset, recordConditions, statements } from './page-query.ts';

interface StoredAlert {
  readonly id: number;
  readonly state: AlertStateName;
  readonly revision: number;
  readonly remembered: number;
  readonly changed: string;
  readonly score: number;
  readonly screeningId: number | null;
  readonly place: number | null;
  readonly verificationId: number | null;
}

const ALERT = `id, state, revision, remembered, changed, score, screening_id AS screeningId, place,
  verification_id AS verificationId`;
const STATES: readonly AlertStateName[] = ['open', 'confirmed', 'dismissed'];

/** What the queue of alerts and the pages of records show of decisions. */
export function alertReads(db: Connection) {
  const alert = alertView(db);
  const queued = queuedView(db);
  const page = pageOf(db);
  const one = db.prepare<[number, number], StoredAlert>(`SELECT ${ALERT} FROM alerts WHERE id = ? AND account_id = ?`);
  const ofScreening = db.prepare<[number, number], StoredAlert & { place: number }>(
    `SELECT ${ALERT} FROM alerts WHERE screening_id = ? AND account_id = ?`,
  );
  const ofVerification = db.prepare<[number, number], StoredAlert>(
    `SELECT ${ALERT} FROM alerts WHERE verification_id = ? AND account_id = ?`,
  );
  const open = db.prepare<[number], { matches: number; reviews: number }>(
    `SELECT count(screening_id) AS matches, count(verification_id) AS reviews
     FROM alerts WHERE account_id = ? AND state = 'open'`,
  );
  return {
    'alerts.page': (accountId: number, query: AlertsQuery): QueuedAlert[] => queued(page(accountId, query)),
    'alerts.get': (accountId: number, id: number): Alert | undefined => {
      const row = one.get(id, accountId);
      return row && alert(row);
    },
    'alerts.ofScreening': (accountId: number, id: number): Map<number, Alert> =>
      new Map(ofScreening.all(id, accountId).map((row) => [row.place, alert(row)])),
    'alerts.ofVerification': (accountId: number, id: number): Alert | undefined => {
      const row = ofVerification.get(id, accountId);
      return row && alert(row);
    },
    'alerts.open': (accountId: number): { matches: number; reviews: number } => open.get(accountId)!,
  };
}

/** The rows of one page, found in an index alone; a text is looked for in the records first. */
function pageOf(db: Connection) {
  const all = statements(db);
  return (accountId: number, query: AlertsQuery): StoredAlert[] => {
    const { state, kind, from, to, text } = query;
    const where = new Conditions().add('account_id = ?', accountId);
    // Without a wanted state all are named, so that the index is searched and not the table.
    if (state) where.add('state = ?', state);
    else where.add(`state IN (${STATES.map((name) => `'${name}'`).join(', ')})`);
    if (kind) where.add(`${kind === 'match' ? 'screening_id' : 'verification_id'} IS NOT NULL`);
    if (from || to || text) {
      const records = recordConditions(accountId, query);
      const among = (column: string, table: string) => `${column} IN (SELECT id FROM ${table} WHERE ${records.sql})`;
      where.add(
        `(${among('screening_id', 'screenings')} OR ${among('verification_id', 'verifications')})`,
        ...records.values,
        ...records.values,
      );
    }
    const order = keyset(where, query.sort, query, { id: 'id', value: 'score' });
    const ids = `SELECT id FROM alerts WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
    const sql = `SELECT ${ALERT} FROM alerts WHERE id IN (${ids}) ORDER BY ${order}`;
    return all<StoredAlert>(sql, [...where.values, query.limit]);
  };
}

function alertView(db: Connection): (row: StoredAlert) => Alert {
  const events = db.prepare<[number], AlertEvent>(
    `SELECT at, coalesce('user:' || user_id, 'service') AS "by", kind, comment
     FROM alert_events WHERE alert_id = ? ORDER BY id`,
  );
  return ({ id, state, revision, remembered, changed }) => ({
    ...{ id, state, revision },
    remembered: remembered === 1,
    changed: JSON.parse(changed) as string[],
    history: events.all(id),
  });
}

interface ScreenedSubject {
  readonly name: string;
  readonly entityType: EntityType;
  readonly dateOfBirth: string | null;
  readonly createdAt: string;
  readonly evidence: Buffer;
}

/** Alerts with what a decision needs. A record whose matches fill the page is unpacked once. */
function queuedView(db: Connection): (rows: readonly StoredAlert[]) => QueuedAlert[] {
  const view = alertView(db);
  const review = reviewView(db);
  const screened = db.prepare<[number], ScreenedSubject>(
    `SELECT name, entity_type AS entityType, date_of_birth AS dateOfBirth, created_at AS createdAt,
       screening_evidence.matches AS evidence
     FROM screenings JOIN screening_evidence ON screening_id = id WHERE id = ?`,
  );
  const unpack = (id: number) => {
    const { evidence, name, ...subject } = screened.get(id)!;
    const matches = JSON.parse(inflateRawSync(evidence).toString()) as EvidencedMatch[];
    return { subject: { ...subject, subject: name }, matches };
  };
  return (rows) => {
    const unpacked = new Map<number, ReturnType<typeof unpack>>();
    return rows.map((row): QueuedAlert => {
      const { screeningId, verificationId, place, score } = row;
      if (screeningId === null) {
        return { ...view(row), score, record: verificationId!, kind: 'review', ...review(verificationId!) };
      }
      const { subject, matches } = unpacked.get(screeningId) ?? unpack(screeningId);
      unpacked.set(screeningId, { subject, matches });
      const match = matches[place!] ?? null;
      return { ...view(row), score, record: screeningId, kind: 'match', ...subject, match, reasons: [] };
    });
  };
}

function reviewView(db: Connection) {
  const verified = db.prepare<[number], { data: string; reasons: string; createdAt: string }>(
    'SELECT extracted_data AS data, reasons, created_at AS createdAt FROM verifications WHERE id = ?',
  );
  return (id: number) => {
    const { data, reasons, createdAt } = verified.get(id)!;
    const { fullName, dateOfBirth } = JSON.parse(data) as ExtractedData;
    const subject = { subject: fullName, entityType: null, dateOfBirth, createdAt };
    return { ...subject, match: null, reasons: JSON.parse(reasons) as Reason[] };
  };
}
