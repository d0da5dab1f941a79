import { canStep, changesMemory, isCurrent, memoryChange, needsSecond, stateAfter } from '../../alerts/alert-rules.ts';
import { fingerprint } from '../../alerts/entry-facts.ts';
import { subjectKey } from '../../alerts/subject-key.ts';
import type { AlertAction, Decision, DecisionResult, WantedStep } from '../../domain/alert.ts';
import {
  actorOf,
  type ProposalAnswer,
  type SeenMatch,
  type SteppedAlert,
  type StoredProposal,
} from '../rows/alerts.ts';
import { alertAssignments } from './alert-assignments.ts';
import { matchReader } from './alert-match.ts';
import { alertMemory } from './alert-memory.ts';
import { alertNews } from './alert-news.ts';
import { type Note, noter } from './alert-notes.ts';
import type { Connection } from './connection.ts';
import { customerStates } from './customer-states.ts';

export function alertWrites(db: Connection) {
  const one = db.prepare<[number, number], SteppedAlert>(
    `SELECT alerts.id, state, revision, score, customer_id AS customerId, verification_id AS verificationId,
       four_eyes AS fourEyes
     FROM alerts JOIN accounts ON accounts.id = account_id WHERE alerts.id = ? AND account_id = ?`,
  );
  const proposalOf = db.prepare<[number], StoredProposal>(
    'SELECT user_id AS userId, decision, reason, comment, remember FROM alert_proposals WHERE alert_id = ?',
  );
  const note = noter(db);
  const step = stepper(db, note);
  const propose = proposer(db, note);
  const withdraw = db.prepare('DELETE FROM alert_proposals WHERE alert_id = ?');
  return {
    'alerts.step': (action: AlertAction, at: string, wanted: WantedStep): DecisionResult => {
      const alert = one.get(action.alertId, action.accountId);
      if (!alert) return { kind: 'missing' };
      if (!isCurrent(alert, wanted.revision)) return { kind: 'stale' };
      if (!canStep(alert, wanted.step, proposalOf.get(alert.id) !== undefined)) return { kind: 'undecidable' };
      const isMatch = alert.verificationId === null;
      if (isMatch && needsSecond(wanted.step, alert.score, Boolean(alert.fourEyes))) {
        propose(action, at, { ...wanted, step: wanted.step });
        return { kind: 'proposed' };
      }
      step(alert, action, at, wanted);
      return { kind: 'done' };
    },
    /** By another person than the one who proposed, or by anybody where that was a key. Everybody may refuse. */
    'alerts.answerProposal': (action: AlertAction, at: string, { accept, comment }: ProposalAnswer): DecisionResult => {
      const alert = one.get(action.alertId, action.accountId);
      if (!alert) return { kind: 'missing' };
      const proposal = proposalOf.get(alert.id);
      if (!proposal) return { kind: 'stale' };
      if (accept && (action.userId === null || action.userId === proposal.userId)) return { kind: 'undecidable' };
      withdraw.run(alert.id);
      const { decision, reason, remember } = proposal;
      if (!accept) note(action, at, { kind: 'refused', comment });
      else step(alert, action, at, { step: decision, reason, comment, remember: Boolean(remember) });
      return { kind: 'done' };
    },
    ...alertAssignments(db, note),
    'alerts.comment': (action: AlertAction, at: string, comment: string): DecisionResult => {
      if (!one.get(action.alertId, action.accountId)) return { kind: 'missing' };
      note(action, at, { kind: 'commented', comment });
      return { kind: 'done' };
    },
  };
}

/** Takes a step that is allowed: the state, what is remembered, the history, and the state of the customer. */
function stepper(db: Connection, note: Note) {
  const memory = alertMemory(db);
  const reader = matchReader(db);
  const news = alertNews(db);
  const { follow } = customerStates(db);
  const change = db.prepare(
    `UPDATE alerts SET state = :state, revision = revision + 1, remembered = 0, fingerprint = :fingerprint
     WHERE id = :id`,
  );
  /** True where the dismissal is remembered. */
  const remember = (id: number, accountId: number, wanted: WantedStep, seen: SeenMatch | undefined): boolean => {
    if (wanted.step === 'reopened') memory.forget(id);
    if (!seen || !changesMemory(wanted)) return false;
    const subject = subjectKey(seen);
    const decision = wanted.step as Decision;
    const { forget, keep } = memoryChange(id, seen.match.facts, decision, memory.of(accountId, subject));
    for (const alertId of forget) memory.forget(alertId);
    if (keep) memory.keep(keep, accountId, subject);
    return keep !== undefined;
  };
  return (alert: SteppedAlert, action: AlertAction, at: string, wanted: WantedStep): void => {
    const { id } = alert;
    const seen = reader()(id);
    const dismissed = wanted.step === 'dismissed' && seen ? fingerprint(seen.match.facts) : null;
    change.run({ id, at, state: stateAfter(wanted.step), fingerprint: dismissed });
    const remembered = remember(id, action.accountId, wanted, seen);
    const { step: kind, reason, comment } = wanted;
    note(action, at, { kind, reason, comment }, remembered ? { remembered } : {});
    news.decided(id, at, { actor: actorOf(action), reason, comment });
    if (alert.customerId !== null) follow(alert.customerId, at);
  };
}

/** Keeps a decision until a second person accepts it. */
function proposer(db: Connection, note: Note) {
  const insert = db.prepare(
    `INSERT INTO alert_proposals (alert_id, at, user_id, key_id, decision, reason, comment, remember)
     VALUES (:alertId, :at, :userId, :keyId, :decision, :reason, :comment, :remember)`,
  );
  return (action: AlertAction, at: string, wanted: WantedStep & { readonly step: Decision }): void => {
    const { alertId, userId, keyId = null } = action;
    const { step: decision, reason, comment } = wanted;
    insert.run({ alertId, at, userId, keyId, decision, reason, comment, remember: wanted.remember ? 1 : 0 });
    note(action, at, { kind: `proposed-${decision}`, reason, comment });
  };
}
