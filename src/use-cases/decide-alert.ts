import type { Alert, AlertAction, Decided, Decision } from '../domain/alert.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';

export interface DecideAlertPorts {
  readonly records: Pick<Records, 'alerts'>;
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
export type AlertOutcome = { readonly kind: 'done'; readonly alert: Alert } | Exclude<Decided, { kind: 'done' }>;

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
  return outcomeOf(ports, action, await ports.records.alerts.decide(action, wanted));
}

/** Opens an alert again; what a dismissal had remembered is forgotten. */
export async function undoDecision(
  ports: DecideAlertPorts,
  action: AlertAction,
  revision?: number,
): Promise<AlertOutcome> {
  return outcomeOf(ports, action, await ports.records.alerts.undo(action, revision));
}

/** Adds a comment. Throws `validation` for an empty one. */
export async function commentOnAlert(
  ports: DecideAlertPorts,
  action: AlertAction,
  comment: string,
): Promise<AlertOutcome> {
  const text = comment.trim();
  if (!text) throw new TouchstoneError('validation', 'comment is empty.');
  return outcomeOf(ports, action, await ports.records.alerts.comment(action, text));
}

async function outcomeOf(
  { records }: DecideAlertPorts,
  { accountId, alertId }: AlertAction,
  decided: Decided,
): Promise<AlertOutcome> {
  if (decided.kind !== 'done') return decided;
  const alert = await records.alerts.get(accountId, alertId);
  // A record that is deleted takes its alerts along, also between a decision and this.
  return alert ? { kind: 'done', alert } : { kind: 'missing' };
}
