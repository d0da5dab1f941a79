import type { Alert, AlertAction, Decision, DecisionResult } from '../domain/alert.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import type { Announce } from './events.ts';

export interface AlertPorts {
  readonly records: Pick<Records, 'alerts'>;
}

export interface DecideAlertPorts extends AlertPorts {
  readonly announce: Announce;
}

export interface AlertDecision {
  readonly decision: Decision;
  readonly comment?: string | undefined;
  /** Also for later matches of the same subject, until a list says something else of it. */
  readonly remember?: boolean | undefined;
  /** The revision that the person saw; anything else is refused as stale. */
  readonly revision?: number | undefined;
}

/** The alert as it is now. `stale`: somebody was faster. `missing`: there is none, or its record was deleted. */
export type AlertOutcome = { readonly kind: 'done'; readonly alert: Alert } | Exclude<DecisionResult, { kind: 'done' }>;

/** Confirms or dismisses an alert. Throws `validation` where a confirmation is to be remembered. */
export async function decideAlert(
  ports: DecideAlertPorts,
  action: AlertAction,
  given: AlertDecision,
): Promise<AlertOutcome> {
  const { decision, remember = false, revision } = given;
  if (remember && decision !== 'dismissed') {
    throw new TouchstoneError('validation', 'remember goes with a dismissal alone.');
  }
  const comment = given.comment?.trim() || null;
  const wanted = { decision, comment, remember, ...(revision !== undefined && { revision }) };
  const decided = await ports.records.alerts.decide(action, wanted);
  const { accountId, alertId: id } = action;
  if (decided.kind === 'done') ports.announce({ kind: 'alert-decided', accountId, id, decision });
  return outcomeOf(ports, action, decided);
}

/** Opens an alert again; what a dismissal had remembered is forgotten. */
export async function undoDecision(ports: AlertPorts, action: AlertAction, revision?: number): Promise<AlertOutcome> {
  return outcomeOf(ports, action, await ports.records.alerts.undo(action, revision));
}

/** Adds a comment. Throws `validation` for an empty one. */
export async function commentOnAlert(ports: AlertPorts, action: AlertAction, comment: string): Promise<AlertOutcome> {
  const text = comment.trim();
  if (!text) throw new TouchstoneError('validation', 'comment is empty.');
  return outcomeOf(ports, action, await ports.records.alerts.comment(action, text));
}

async function outcomeOf(
  { records }: AlertPorts,
  { accountId, alertId }: AlertAction,
  decided: DecisionResult,
): Promise<AlertOutcome> {
  if (decided.kind !== 'done') return decided;
  const alert = await records.alerts.get(accountId, alertId);
  // A record that is deleted takes its alerts along, also between a decision and this.
  return alert ? { kind: 'done', alert } : { kind: 'missing' };
}
