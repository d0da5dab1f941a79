import { inflateRawSync } from 'node:zlib';
import { changes } from '../../alerts/changes.ts';
import { entryKey, fingerprint } from '../../alerts/facts.ts';
import { concerning, type Dismissal, recall } from '../../alerts/recall.ts';
import { subjectKey } from '../../alerts/subject.ts';
import type { AlertEvent, AlertStateName, Decided, Decision, Deed } from '../../domain/alert.ts';
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

  const open = ({ id, accountId, scores, createdAt }: Alerting, place: number, found: Found): void => {
    const remembered = found.kind === 'remembered';
    const state = remembered ? 'dismissed' : 'open';
    const changed = JSON.stringify(found.kind === 'changed' ? found.sentences : []);
    const { lastInsertRowid } = insert.run(
      ...([accountId, id, place, scores[place]!, state, remembered ? 1 : 0, changed] as const),
    );
    if (remembered) event(Number(lastInsertRowid), createdAt, null, 'remembered', null);
  };
  return {
    ofScreening: (screening: Alerting): void => {
      const dismissals = memory.of(screening.accountId, screening.subject);
      // Evidence is large, and almost nobody was dismissed before: it is parsed for those alone.
      const matches = dismissals.length > 0 ? (JSON.parse(screening.evidence) as EvidencedMatch[]) : undefined;
      // The worst match first, so that the newest alert of a record is its best match.
      for (let place = screening.scores.length - 1; place >= 0; place--) {
        open(screening, place, matches ? recalled(dismissals, matches[place]!, matchAt) : { kind: 'new' });
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
  const note = (deed: Deed, at: string, kind: AlertEvent['kind'], comment: string | null, details = {}): void => {
    event(deed.alertId, at, deed.userId, kind, comment);
    const subject = `alert:${deed.alertId}`;
    audit({
      ...{ at, actor: `user:${deed.userId}`, action: `alert.${kind}`, subject },
      ...{ accountId: deed.accountId, details },
    });
  };
  return {
    'alerts.decide': (deed: Deed, at: string, wanted: Wanted): Decided => {
      const alert = one.get(deed.alertId, deed.accountId);
      if (!alert) return { kind: 'missing' };
      if (alert.state !== 'open' || (wanted.revision ?? alert.revision) !== alert.revision) return { kind: 'stale' };
      change.run(wanted.decision, alert.id);
      const remembered = remembering(alert, deed.accountId, wanted);
      note(deed, at, wanted.decision, wanted.comment, remembered ? { remembered } : {});
      return { kind: 'done' };
    },
    'alerts.undo': (deed: Deed, at: string, revision: number | undefined): Decided => {
      const alert = one.get(deed.alertId, deed.accountId);
      if (!alert) return { kind: 'missing' };
      if (alert.state === 'open' || (revision ?? alert.revision) !== alert.revision) return { kind: 'stale' };
      change.run('open', alert.id);
      memory.forget(alert.id);
      note(deed, at, 'reopened', null);
      return { kind: 'done' };
    },
    'alerts.comment': (deed: Deed, at: string, comment: string): Decided => {
      if (!one.get(deed.alertId, deed.accountId)) return { kind: 'missing' };
      note(deed, at, 'commented', comment);
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

type Found =
  | { readonly kind: 'new' | 'remembered' }
  | { readonly kind: 'changed'; readonly sentences: readonly string[] };

function recalled(dismissals: readonly Dismissal[], match: EvidencedMatch, matchAt: MatchReader): Found {
  const found = recall(dismissals, match.facts);
  if (found.kind !== 'changed') return { kind: found.kind };
  const before = matchAt(found.alertId)?.match.facts ?? [];
  return { kind: 'changed', sentences: changes(before, match.facts) };
}

/** Remembers a dismissal in the place of earlier ones of the same entries; a confirmation forgets them. */
function rememberer(db: Connection, memory: Memory) {
  const matchAt = matchReader(db);
  return (alert: Stored, accountId: number, { decision, remember }: Wanted): boolean => {
    if (alert.screeningId === null || (decision === 'dismissed' && !remember)) return false;
    const { subject, match } = matchAt(alert.id)!;
    const entries = match.facts.map(entryKey);
    for (const { alertId } of concerning(memory.of(accountId, subject), entries)) memory.forget(alertId);
    if (decision === 'confirmed') return false;
    memory.keep({ alertId: alert.id, entries, fingerprint: fingerprint(match.facts) }, accountId, subject);
    return true;
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

type MatchReader = ReturnType<typeof matchReader>;

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
