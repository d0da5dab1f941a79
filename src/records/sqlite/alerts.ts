import { canStep, changesMemory, isCurrent, memoryChange, needsSecond, stateAfter } from '../../alerts/alert-rules.ts';
import { fingerprint } from '../../alerts/entry-facts.ts';
import { subjectKey } from '../../alerts/subject-key.ts';
import type { AlertAction, Decision, DecisionResult, WantedStep } from '../../domain/alert.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import {
  actorOf,
  type ProposalAnswer,
  proposerOf,
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
import { secondPersonTest } from './second-person.ts';

/** What a proposal rests on. */
const REST_ON = 'UPDATE alerts SET decided_score = :score, fingerprint = :fingerprint WHERE id = :id';

export function alertWrites(db: Connection) {
  const one = db.prepare<[number, number], SteppedAlert>(
    `SELECT alerts.id, state, revision, score, max(score, coalesce(peak, 0)) AS peak, customer_id AS customerId, verification_id AS verificationId,
       four_eyes AS fourEyes
     FROM alerts JOIN accounts ON accounts.id = account_id WHERE alerts.id = ? AND account_id = ?`,
  );
  const proposalOf = db.prepare<[number], StoredProposal>(
    `SELECT at, user_id AS userId, key_id AS keyId, decision, reason, comment, remember
     FROM alert_proposals WHERE alert_id = ?`,
  );
  const note = noter(db);
  const step = stepper(db, note);
  const propose = proposer(db, note);
  const isSecond = secondPersonTest(db);
  const withdraw = db.prepare('DELETE FROM alert_proposals WHERE alert_id = ?');
  const restOn = db.prepare(REST_ON);
  return {
    'alerts.step': (action: AlertAction, at: string, wanted: WantedStep): DecisionResult => {
      const alert = one.get(action.alertId, action.accountId);
      if (!alert) return { kind: 'missing' };
      if (!isCurrent(alert, wanted.revision)) return { kind: 'stale' };
      if (!canStep(alert, wanted.step, proposalOf.get(alert.id) !== undefined)) return { kind: 'undecidable' };
      const isMatch = alert.verificationId === null;
      if (isMatch && needsSecond(wanted.step, alert.peak, Boolean(alert.fourEyes))) {
        propose(alert, action, at, { ...wanted, step: wanted.step });
        return { kind: 'proposed' };
      }
      step(alert, action, at, wanted);
      return { kind: 'done' };
    },
    /** Accepted by a second person alone (`alerts/second-person.ts`). Everybody may refuse. */
    'alerts.answerProposal': (action: AlertAction, at: string, answer: ProposalAnswer): DecisionResult => {
      const { accept, comment } = answer;
      const alert = one.get(action.alertId, action.accountId);
      if (!alert) return { kind: 'missing' };
      const proposal = proposalOf.get(alert.id);
      if (!proposal || (answer.at !== undefined && answer.at !== proposal.at)) return { kind: 'stale' };
      if (accept && !isSecond(proposal, action)) return { kind: 'undecidable' };
      withdraw.run(alert.id);
      if (!accept) {
        restOn.run({ id: alert.id, score: null, fingerprint: null });
        note(action, at, { kind: 'refused', comment });
        return { kind: 'done' };
      }
      const { decision, reason } = proposal;
      const wanted = { step: decision, reason, comment, remember: Boolean(proposal.remember) };
      step(alert, action, at, wanted, { proposedBy: proposerOf(proposal) });
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
    `UPDATE alerts SET state = :state, revision = revision + 1, remembered = 0, fingerprint = :fingerprint,
       decided_score = :score WHERE id = :id`,
  );
  /** True where the dismissal is remembered. */
  const remember = (
    { id, score }: SteppedAlert,
    accountId: number,
    wanted: WantedStep,
    seen: SeenMatch | undefined,
  ): boolean => {
    if (wanted.step === 'reopened') memory.forget(id);
    if (!seen || !changesMemory(wanted)) return false;
    const subject = subjectKey(seen);
    const decision = wanted.step as Decision;
    const { forget, keep } = memoryChange(id, seen.match.facts, decision, memory.of(accountId, subject));
    for (const alertId of forget) memory.forget(alertId);
    if (keep) memory.keep({ ...keep, score, otherNames: seen.otherNames }, accountId, subject);
    return keep !== undefined;
  };
  return (
    alert: SteppedAlert,
    action: AlertAction,
    at: string,
    wanted: WantedStep,
    agreed: AuditEntry['details'] = {},
  ): void => {
    const { id } = alert;
    const seen = reader()(id);
    const dismissed = wanted.step === 'dismissed' && seen ? fingerprint(seen.match.facts) : null;
    const score = wanted.step === 'confirmed' || wanted.step === 'dismissed' ? alert.score : null;
    change.run({ id, score, state: stateAfter(wanted.step), fingerprint: dismissed });
    const remembered = remember(alert, action.accountId, wanted, seen);
    const { step: kind, reason, comment } = wanted;
    note(action, at, { kind, reason, comment }, { ...agreed, ...(remembered && { remembered }) });
    news.decided(id, at, { actor: actorOf(action), reason, comment });
    if (alert.customerId !== null) follow(alert.customerId, at);
  };
}

/** Keeps a decision until a second person accepts it. */
function proposer(db: Connection, note: Note) {
  const reader = matchReader(db);
  const restOn = db.prepare(REST_ON);
  const insert = db.prepare(
    `INSERT INTO alert_proposals (alert_id, at, user_id, key_id, decision, reason, comment, remember)
     VALUES (:alertId, :at, :userId, :keyId, :decision, :reason, :comment, :remember)`,
  );
  return (
    { score }: SteppedAlert,
    action: AlertAction,
    at: string,
    wanted: WantedStep & { readonly step: Decision },
  ): void => {
    const { alertId, userId, keyId = null } = action;
    const { step: decision, reason, comment } = wanted;
    insert.run({ alertId, at, userId, keyId, decision, reason, comment, remember: wanted.remember ? 1 : 0 });
    const facts = reader()(alertId)?.match.facts;
    restOn.run({ id: alertId, score, fingerprint: facts ? fingerprint(facts) : null });
    note(action, at, { kind: `proposed-${decision}`, reason, comment });
  };
}
