import { inflateRawSync } from 'node:zlib';
import {
  canDecide,
  canReopen,
  changesMemory,
  memoryChange,
  type NewAlert,
  newAlert,
  OPEN_ALERT,
} from '../../alerts/alert-rules.ts';
import type { Dismissal } from '../../alerts/dismissals.ts';
import { subjectKey } from '../../alerts/subject-key.ts';
import type { AlertAction, AlertEvent, AlertStateName, Decision, DecisionResult } from '../../domain/alert.ts';
import type { EntityType } from '../../domain/entity-type.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';

/** A screening whose matches become alerts. */
export interface Alerting {
  readonly id: number;
  readonly accountId: number;
  readonly subject: string;
  /** Of every match that the record holds, best first. */
  readonly scores: readonly number[];
  /** Every match with its facts, JSON. */
  readonly evidence: string;
  readonly createdAt: string;
}

interface Stored {
  readonly id: number;
  readonly state: AlertStateName;
  readonly revision: number;
  readonly screeningId: number | null;
  readonly place: number | null;
}

/** Opens the alerts of a new record, inside its transaction. */
export function alertOpener(db: Connection) {
  const memory = memoryOf(db);
  const matchAt = matchReader(db);
  const insert = db.prepare<[number, number, number, number, AlertStateName, number, string]>(
    `INSERT INTO alerts (account_id, screening_id, place, score, state, remembered, changed)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertReview = db.prepare('INSERT INTO alerts (account_id, verification_id, score) VALUES (?, ?, ?)');
  const event = eventInserter(db);

  const open = ({ id, accountId, scores, createdAt }: Alerting, place: number, alert: NewAlert): void => {
    const { state, remembered, changed } = alert;
    const { lastInsertRowid } = insert.run(
      ...([accountId, id, place, scores[place]!, state, remembered ? 1 : 0, JSON.stringify(changed)] as const),
    );
    if (remembered) event(Number(lastInsertRowid), createdAt, null, 'remembered', null);
  };
  const factsOf = (alertId: number) => matchAt(alertId)?.match.facts ?? [];
  return {
    ofScreening: (screening: Alerting): void => {
      const dismissals = memory.of(screening.accountId, screening.subject);
      // Evidence is large, and almost nobody was dismissed before: it is parsed for those alone.
      const matches = dismissals.length > 0 ? (JSON.parse(screening.evidence) as EvidencedMatch[]) : undefined;
      // The worst match first, so that the newest alert of a record is its best match.
      for (let place = screening.scores.length - 1; place >= 0; place--) {
        open(screening, place, matches ? newAlert(matches[place]!.facts, dismissals, factsOf) : OPEN_ALERT);
      }
    },
    ofVerification: (id: number, accountId: number, confidence: number): void => {
      insertReview.run(accountId, id, confidence);
    },
  };
}

export function alertWrites(db: Connection) {
  const audit = auditAppender(db);
  const event = eventInserter(db);
  const memory = memoryOf(db);
  const remembering = rememberer(db, memory);
  const one = db.prepare<[number, number], Stored>(
    `SELECT id, state, revision, screening_id AS screeningId, place FROM alerts WHERE id = ? AND account_id = ?`,
  );
  const change = db.prepare('UPDATE alerts SET state = ?, revision = revision + 1, remembered = 0 WHERE id = ?');
  const note = (
    action: AlertAction,
    at: string,
    kind: AlertEvent['kind'],
    comment: string | null,
    details = {},
  ): void => {
    event(action.alertId, at, action.userId, kind, comment);
    const subject = `alert:${action.alertId}`;
    audit({
      ...{ at, actor: `user:${action.userId}`, action: `alert.${kind}`, subject },
      ...{ accountId: action.accountId, details },
    });
  };
  return {
    'alerts.decide': (action: AlertAction, at: string, wanted: Wanted): DecisionResult => {
      const alert = one.get(action.alertId, action.accountId);
      if (!alert) return { kind: 'missing' };
      if (!canDecide(alert, wanted.revision)) return { kind: 'stale' };
      change.run(wanted.decision, alert.id);
      const remembered = remembering(alert, action.accountId, wanted);
      note(action, at, wanted.decision, wanted.comment, remembered ? { remembered } : {});
      return { kind: 'done' };
    },
    'alerts.undo': (action: AlertAction, at: string, revision: number | undefined): DecisionResult => {
      const alert = one.get(action.alertId, action.accountId);
      if (!alert) return { kind: 'missing' };
      if (!canReopen(alert, revision)) return { kind: 'stale' };
      change.run('open', alert.id);
      memory.forget(alert.id);
      note(action, at, 'reopened', null);
      return { kind: 'done' };
    },
    'alerts.comment': (action: AlertAction, at: string, comment: string): DecisionResult => {
      if (!one.get(action.alertId, action.accountId)) return { kind: 'missing' };
      note(action, at, 'commented', comment);
      return { kind: 'done' };
    },
  };
}

interface Wanted {
  readonly decision: Decision;
  readonly comment: string | null;
  readonly remember: boolean;
  readonly revision?: number;
}

/** Changes the memory of dismissals as a decision asks; true where the dismissal is remembered. */
function rememberer(db: Connection, memory: Memory) {
  const matchAt = matchReader(db);
  return (alert: Stored, accountId: number, wanted: Wanted): boolean => {
    if (alert.screeningId === null || !changesMemory(wanted)) return false;
    const { subject, match } = matchAt(alert.id)!;
    const { forget, keep } = memoryChange(alert.id, match.facts, wanted.decision, memory.of(accountId, subject));
    for (const alertId of forget) memory.forget(alertId);
    if (keep) memory.keep(keep, accountId, subject);
    return keep !== undefined;
  };
}

type Memory = ReturnType<typeof memoryOf>;

function memoryOf(db: Connection) {
  const all = db.prepare<[number, string], Omit<Dismissal, 'entries'> & { entries: string }>(
    `SELECT alert_id AS alertId, entries, fingerprint FROM alert_memory
     WHERE account_id = ? AND subject = ? ORDER BY alert_id DESC`,
  );
  const insert = db.prepare(
    'INSERT INTO alert_memory (alert_id, account_id, subject, entries, fingerprint) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM alert_memory WHERE alert_id = ?');
  return {
    /** Newest first. */
    of: (accountId: number, subject: string): Dismissal[] =>
      all.all(accountId, subject).map((row) => ({ ...row, entries: JSON.parse(row.entries) as string[] })),
    keep: ({ alertId, entries, fingerprint: print }: Dismissal, accountId: number, subject: string): void => {
      insert.run(alertId, accountId, subject, JSON.stringify(entries), print);
    },
    forget: (alertId: number): void => {
      remove.run(alertId);
    },
  };
}

function eventInserter(db: Connection) {
  const insert = db.prepare('INSERT INTO alert_events (alert_id, at, user_id, kind, comment) VALUES (?, ?, ?, ?, ?)');
  return (
    alertId: number,
    at: string,
    userId: number | null,
    kind: AlertEvent['kind'],
    comment: string | null,
  ): void => {
    insert.run(alertId, at, userId, kind, comment);
  };
}

/** The match of an alert as its record keeps it, and whom it is about. */
function matchReader(db: Connection) {
  const one = db.prepare<
    [number],
    { name: string; entityType: EntityType; dateOfBirth: string | null; place: number; evidence: Buffer }
  >(
    `SELECT name, entity_type AS entityType, date_of_birth AS dateOfBirth, place, screening_evidence.matches AS evidence
     FROM alerts JOIN screenings ON screenings.id = alerts.screening_id
     JOIN screening_evidence ON screening_evidence.screening_id = alerts.screening_id WHERE alerts.id = ?`,
  );
  return (alertId: number): { subject: string; match: EvidencedMatch } | undefined => {
    const row = one.get(alertId);
    if (!row) return undefined;
    const matches = JSON.parse(inflateRawSync(row.evidence).toString()) as EvidencedMatch[];
    return { subject: subjectKey(row), match: matches[row.place]! };
  };
}
