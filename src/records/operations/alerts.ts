import {
  canStep,
  changesMemory,
  checkReason,
  isCurrent,
  memoryChange,
  needsSecond,
  stateAfter,
} from '../../alerts/alert-rules.ts';
import { fingerprint } from '../../alerts/entry-facts.ts';
import { subjectKey } from '../../alerts/subject-key.ts';
import { actorOf } from '../../domain/actor.ts';
import type { AlertAction, Decision, DecisionResult, WantedStep } from '../../domain/alert.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import { DEFAULT_TARGET } from '../../domain/escalation.ts';
import { ofAccount } from '../operation.ts';
import type { AlertsQuery } from '../queries.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { pageOfAlerts } from './alert-filter.ts';
import { type SeenMatch, seenMatches } from './alert-match.ts';
import { dismissalsOfSubjects, forgetDismissals, keepDismissal, subjectOf } from './alert-memory.ts';
import { note, tellDecided } from './alert-notes.ts';
import { followStates } from './customer-states.ts';
import { mayDismiss, noteEscalation } from './escalations.ts';
import { isSecond, type StoredProposal } from './second-person.ts';

/** What a step needs of an alert. */
interface SteppedAlert {
  readonly id: number;
  readonly state: AlertStateName;
  readonly revision: number;
  readonly score: number;
  /** The highest score that it was ever seen with. */
  readonly peak: number;
  readonly customerId: number | null;
  readonly verificationId: number | null;
  readonly fourEyes: boolean;
  readonly requireReason: boolean;
}

/** An account's answer to a proposal, by a person. */
interface ProposalAnswer {
  readonly accept: boolean;
  /** When the proposal was made that is answered; undefined: the one that waits. */
  readonly at?: string;
  readonly comment: string | null;
}

/**
 * Alerts of accounts; screenings, verifications and monitoring open them. There is one for a customer and a listed
 * entity, or for a name, type and birth date and an entity. Of another account none is found.
 */
export const alertWrites = {
  /**
   * Takes a step, or keeps it as a proposal where the account asks for four eyes. A reopening also forgets what a
   * dismissal had remembered. Audited, without the comment. Throws as `checkReason` does.
   */
  'alerts.step': ofAccount(
    async (tx: Transaction, action: AlertAction, wanted: WantedStep): Promise<DecisionResult> => {
      const alert = await alertOf(tx, action);
      if (!alert) return { kind: 'missing' };
      if (!isCurrent(alert, wanted.revision)) return { kind: 'stale' };
      if (!canStep(alert, wanted.step, (await proposalOf(tx, alert.id)) !== undefined)) return { kind: 'undecidable' };
      if (wanted.step === 'dismissed' && !(await mayDismiss(tx, alert.id, action))) return { kind: 'escalator' };
      const isMatch = alert.verificationId === null;
      checkReason({ kind: isMatch ? 'match' : 'review', requireReason: alert.requireReason }, wanted);
      if (isMatch && needsSecond(wanted.step, alert.peak, alert.fourEyes)) {
        await propose(tx, alert, action, { ...wanted, step: wanted.step });
        return { kind: 'proposed' };
      }
      await step(tx, alert, action, wanted);
      return { kind: 'done' };
    },
  ),
  /**
   * A person's answer to a proposal. `undecidable`: who accepts is no second person (`alerts/second-person.ts`).
   * Everybody may refuse. `stale`: no proposal waits, or not the one of `at`. Throws `reason-required` for one that
   * was made before the account asked for reasons.
   */
  'alerts.answerProposal': ofAccount(
    async (tx: Transaction, action: AlertAction, answer: ProposalAnswer): Promise<DecisionResult> => {
      const { accept, comment } = answer;
      const alert = await alertOf(tx, action);
      if (!alert) return { kind: 'missing' };
      const proposal = await proposalOf(tx, alert.id);
      if (!proposal || (answer.at !== undefined && answer.at !== proposal.at)) return { kind: 'stale' };
      if (accept && !(await isSecond(tx, proposal, action))) return { kind: 'undecidable' };
      const dismisses = accept && proposal.decision === 'dismissed';
      if (dismisses && !(await mayDismiss(tx, alert.id, action))) return { kind: 'escalator' };
      await tx.run('DELETE FROM alert_proposals WHERE alert_id = $1', alert.id);
      if (!accept) {
        await restOn(tx, alert.id, null, null);
        await note(tx, action, { kind: 'refused', comment });
        return { kind: 'done' };
      }
      const { decision, reason, remember } = proposal;
      const wanted = { step: decision, reason, comment, remember };
      checkReason({ kind: 'match', requireReason: alert.requireReason }, wanted);
      await step(tx, alert, action, wanted, { proposedBy: actorOf(proposal) });
      return { kind: 'done' };
    },
  ),
  /** Says `missing` where the account has no such alert. */
  'alerts.comment': ofAccount(
    async (tx: Transaction, action: AlertAction, comment: string): Promise<DecisionResult> => {
      if (!(await alertOf(tx, action))) return { kind: 'missing' };
      await note(tx, action, { kind: 'commented', comment });
      return { kind: 'done' };
    },
  ),
  /**
   * Names the user who works on it, or nobody. Audited; the same again changes nothing. `stale`: it is not `from` who
   * works on it now.
   */
  'alerts.assign': ofAccount(
    async (
      tx: Transaction,
      action: AlertAction,
      { from, to }: { readonly from: number | null; readonly to: number | null },
    ): Promise<DecisionResult> => {
      const assignee = await tx.value<number | null>(
        'SELECT assignee FROM alerts WHERE id = :alertId AND account_id = :accountId',
        { alertId: action.alertId, accountId: action.accountId },
      );
      if (assignee === undefined) return { kind: 'missing' };
      if (assignee !== from) return { kind: 'stale' };
      if (from !== to) await assign(tx, action, to);
      return { kind: 'done' };
    },
  ),
  /**
   * Names the user of the action for the first open alert of a query that nobody works on, and answers its id. Two
   * users never get the same one. Undefined where there is none.
   */
  'alerts.claim': ofAccount(
    async (
      tx: Transaction,
      action: Omit<AlertAction, 'alertId'>,
      query: Omit<AlertsQuery, 'limit'>,
    ): Promise<number | undefined> => {
      const own = action.userId === null ? {} : { notProposedBy: action.userId };
      const wanted = { ...query, ...own, state: 'open', assignee: null, limit: 1 } as const;
      const { text, values } = pageOfAlerts(tx, 'id', action.accountId, wanted);
      const id = await tx.value<number>(text, ...values);
      if (id !== undefined) await assign(tx, { ...action, alertId: id }, action.userId);
      return id;
    },
  ),
};

async function assign(tx: Transaction, action: AlertAction, to: number | null): Promise<void> {
  await tx.run('UPDATE alerts SET assignee = $1 WHERE id = $2', to, action.alertId);
  const details: Readonly<Record<string, string>> = to === null ? {} : { assignee: `user:${to}` };
  await note(tx, action, { kind: to === null ? 'released' : 'assigned', comment: null }, details);
}

async function alertOf(sql: Sql, { alertId, accountId }: AlertAction): Promise<SteppedAlert | undefined> {
  const row = await sql.one<Omit<SteppedAlert, 'peak'> & { readonly peak: number | null }>(
    `SELECT alerts.id, state, revision, score, peak, customer_id, verification_id, four_eyes, require_reason
     FROM alerts JOIN accounts ON accounts.id = account_id WHERE alerts.id = :alertId AND account_id = :accountId`,
    { alertId, accountId },
  );
  return row && { ...row, peak: Math.max(row.score, row.peak ?? 0) };
}

function proposalOf(sql: Sql, alertId: number): Promise<StoredProposal | undefined> {
  return sql.one<StoredProposal>(
    'SELECT at, user_id, key_id, decision, reason, comment, remember FROM alert_proposals WHERE alert_id = $1',
    alertId,
  );
}

/** Takes a step that is allowed: the state, what is remembered, the history, and the state of the customer. */
async function step(
  tx: Transaction,
  alert: SteppedAlert,
  action: AlertAction,
  wanted: WantedStep,
  agreed: AuditEntry['details'] = {},
): Promise<void> {
  const { id, customerId } = alert;
  const seen = (await seenMatches(tx, [id])).get(id);
  const dismissed = wanted.step === 'dismissed' && seen ? fingerprint(seen.match.facts) : null;
  const score = wanted.step === 'confirmed' || wanted.step === 'dismissed' ? alert.score : null;
  await tx.run(
    `UPDATE alerts SET state = :state, revision = revision + 1, remembered = false, fingerprint = :dismissed,
       decided_score = :score,
       waiting_since = CASE WHEN :state = 'open' AND state <> 'escalated' THEN :at ELSE waiting_since END WHERE id = :id`,
    { id, at: tx.at, state: stateAfter(wanted.step), dismissed, score },
  );
  await noteEscalation(tx, action, wanted);
  const remembered = await remember(tx, alert, action.accountId, wanted, seen);
  const { step: kind, reason, comment } = wanted;
  const details = {
    ...agreed,
    ...(remembered && { remembered }),
    ...(kind === 'escalated' && { to: wanted.to ?? DEFAULT_TARGET }),
  };
  await note(tx, action, { kind, reason, comment }, details);
  await tellDecided(tx, id, { actor: actorOf(action), reason, comment });
  if (customerId !== null) await followStates(tx, [customerId]);
}

/** True where the dismissal is remembered. */
async function remember(
  tx: Transaction,
  { id, score }: SteppedAlert,
  accountId: number,
  wanted: WantedStep,
  seen: SeenMatch | undefined,
): Promise<boolean> {
  if (wanted.step === 'reopened') await forgetDismissals(tx, [id]);
  if (!seen || !changesMemory(wanted)) return false;
  const subject = { accountId, subject: subjectKey(seen) };
  const dismissals = (await dismissalsOfSubjects(tx, [subject])).get(subjectOf(subject)) ?? [];
  const { forget, keep } = memoryChange(id, seen.match.facts, wanted.step as Decision, dismissals);
  await forgetDismissals(tx, forget);
  if (keep) await keepDismissal(tx, { ...keep, score, otherNames: seen.otherNames }, subject);
  return keep !== undefined;
}

/** Keeps a decision until a second person accepts it. */
async function propose(
  tx: Transaction,
  { score }: SteppedAlert,
  action: AlertAction,
  wanted: WantedStep & { readonly step: Decision },
): Promise<void> {
  const { alertId, userId, keyId = null } = action;
  const { step: decision, reason, comment, remember } = wanted;
  await tx.run(
    `INSERT INTO alert_proposals (alert_id, at, user_id, key_id, decision, reason, comment, remember)
     VALUES (:alertId, :at, :userId, :keyId, :decision, :reason, :comment, :remember)`,
    { alertId, at: tx.at, userId, keyId, decision, reason, comment, remember },
  );
  const facts = (await seenMatches(tx, [alertId])).get(alertId)?.match.facts;
  await restOn(tx, alertId, score, facts ? fingerprint(facts) : null);
  await note(tx, action, { kind: `proposed-${decision}`, reason, comment });
}

/** What a proposal rests on. */
async function restOn(sql: Sql, id: number, score: number | null, facts: string | null): Promise<void> {
  await sql.run('UPDATE alerts SET decided_score = $2, fingerprint = $3 WHERE id = $1', id, score, facts);
}
