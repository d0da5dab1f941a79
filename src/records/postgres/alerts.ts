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
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { alertAssignments } from './alert-assignments.ts';
import { seenMatches } from './alert-match.ts';
import { dismissalsOfSubjects, forgetDismissals, keepDismissal, subjectOf } from './alert-memory.ts';
import { tellDecided } from './alert-news.ts';
import { note } from './alert-notes.ts';
import { followStates } from './customer-states.ts';
import { isSecond } from './second-person.ts';

export const alertWrites = {
  ...alertAssignments,
  'alerts.step': async (
    tx: Transaction,
    action: AlertAction,
    at: string,
    wanted: WantedStep,
  ): Promise<DecisionResult> => {
    const alert = await alertOf(tx, action);
    if (!alert) return { kind: 'missing' };
    if (!isCurrent(alert, wanted.revision)) return { kind: 'stale' };
    if (!canStep(alert, wanted.step, (await proposalOf(tx, alert.id)) !== undefined)) return { kind: 'undecidable' };
    const isMatch = alert.verificationId === null;
    if (isMatch && needsSecond(wanted.step, alert.peak, Boolean(alert.fourEyes))) {
      await propose(tx, alert, action, at, { ...wanted, step: wanted.step });
      return { kind: 'proposed' };
    }
    await step(tx, alert, action, at, wanted);
    return { kind: 'done' };
  },
  /** Accepted by a second person alone (`alerts/second-person.ts`). Everybody may refuse. */
  'alerts.answerProposal': async (
    tx: Transaction,
    action: AlertAction,
    at: string,
    answer: ProposalAnswer,
  ): Promise<DecisionResult> => {
    const { accept, comment } = answer;
    const alert = await alertOf(tx, action);
    if (!alert) return { kind: 'missing' };
    const proposal = await proposalOf(tx, alert.id);
    if (!proposal || (answer.at !== undefined && answer.at !== proposal.at)) return { kind: 'stale' };
    if (accept && !(await isSecond(tx, proposal, action))) return { kind: 'undecidable' };
    await tx.run('DELETE FROM alert_proposals WHERE alert_id = $1', alert.id);
    if (!accept) {
      await restOn(tx, alert.id, null, null);
      await note(tx, action, at, { kind: 'refused', comment });
      return { kind: 'done' };
    }
    const { decision, reason } = proposal;
    const wanted = { step: decision, reason, comment, remember: Boolean(proposal.remember) };
    await step(tx, alert, action, at, wanted, { proposedBy: proposerOf(proposal) });
    return { kind: 'done' };
  },
  'alerts.comment': async (
    tx: Transaction,
    action: AlertAction,
    at: string,
    comment: string,
  ): Promise<DecisionResult> => {
    if (!(await alertOf(tx, action))) return { kind: 'missing' };
    await note(tx, action, at, { kind: 'commented', comment });
    return { kind: 'done' };
  },
};

function alertOf(sql: Sql, { alertId, accountId }: AlertAction): Promise<SteppedAlert | undefined> {
  return sql.one<SteppedAlert>(
    `SELECT alerts.id, state, revision, score, greatest(score, peak) AS peak, customer_id, verification_id, four_eyes
     FROM alerts JOIN accounts ON accounts.id = account_id WHERE alerts.id = $1 AND account_id = $2`,
    alertId,
    accountId,
  );
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
  at: string,
  wanted: WantedStep,
  agreed: AuditEntry['details'] = {},
): Promise<void> {
  const { id, customerId } = alert;
  const seen = (await seenMatches(tx, [id])).get(id);
  const dismissed = wanted.step === 'dismissed' && seen ? fingerprint(seen.match.facts) : null;
  const score = wanted.step === 'confirmed' || wanted.step === 'dismissed' ? alert.score : null;
  await tx.run(
    `UPDATE alerts SET state = $2, revision = revision + 1, remembered = false, fingerprint = $3, decided_score = $4
     WHERE id = $1`,
    id,
    stateAfter(wanted.step),
    dismissed,
    score,
  );
  const remembered = await remember(tx, alert, action.accountId, wanted, seen);
  const { step: kind, reason, comment } = wanted;
  await note(tx, action, at, { kind, reason, comment }, { ...agreed, ...(remembered && { remembered }) });
  await tellDecided(tx, id, at, { actor: actorOf(action), reason, comment });
  if (customerId !== null) await followStates(tx, [customerId], at);
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
  at: string,
  wanted: WantedStep & { readonly step: Decision },
): Promise<void> {
  const { alertId, userId, keyId = null } = action;
  const { step: decision, reason, comment } = wanted;
  await tx.run(
    `INSERT INTO alert_proposals (alert_id, at, user_id, key_id, decision, reason, comment, remember)
     VALUES (:alertId, :at, :userId, :keyId, :decision, :reason, :comment, :remember)`,
    { alertId, at, userId, keyId, decision, reason, comment, remember: wanted.remember },
  );
  const facts = (await seenMatches(tx, [alertId])).get(alertId)?.match.facts;
  await restOn(tx, alertId, score, facts ? fingerprint(facts) : null);
  await note(tx, action, at, { kind: `proposed-${decision}`, reason, comment });
}

/** What a proposal rests on. */
async function restOn(sql: Sql, id: number, score: number | null, facts: string | null): Promise<void> {
  await sql.run('UPDATE alerts SET decided_score = $2, fingerprint = $3 WHERE id = $1', id, score, facts);
}
