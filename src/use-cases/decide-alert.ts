import type { AlertAction, AlertStep, DecisionResult, QueuedAlert, ReasonCode } from '../domain/alert.ts';
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
  readonly decision: AlertStep;
  readonly reason?: ReasonCode | undefined;
  readonly comment?: string | undefined;
  /** Also for other alerts of the same name, type and birth date, until a list says something else of the entity. */
  readonly remember?: boolean | undefined;
  /** The revision that the decision rests on; anything else is refused as stale. */
  readonly revision?: number | undefined;
}

/**
 * `done` and `proposed` come with the alert as it is now. `proposed`: a second person has to accept it. `stale`:
 * somebody was faster. `undecidable`: its state does not allow it. `missing`: there is none, or its record was deleted.
 */
export type AlertOutcome =
  | { readonly kind: 'done' | 'proposed'; readonly alert: QueuedAlert }
  | { readonly kind: 'stale' | 'undecidable' | 'missing' };

/** Takes a step with an alert. Throws `validation` where anything but a dismissal is to be remembered. */
export async function decideAlert(
  ports: DecideAlertPorts,
  action: AlertAction,
  given: AlertDecision,
): Promise<AlertOutcome> {
  const { decision: step, remember = false, revision, reason = null } = given;
  if (remember && step !== 'dismissed') {
    throw new TouchstoneError('validation', 'remember goes with a dismissal alone.');
  }
  const comment = given.comment?.trim() || null;
  const wanted = { step, reason, comment, remember, ...(revision !== undefined && { revision }) };
  const { kind } = await ports.records.alerts.step(action, wanted);
  if (kind === 'done') announceDecision(ports, action, step);
  return outcomeOf(ports, action, kind);
}

/**
 * A person's answer to a decision that waits for a second one. `at`: when the one was proposed that was looked at.
 * `undecidable`: who accepts is no second person. `stale`: another proposal waits, or none.
 */
export async function answerProposal(
  ports: DecideAlertPorts,
  action: AlertAction,
  given: { readonly accept: boolean; readonly comment?: string | undefined; readonly at?: string | undefined },
): Promise<AlertOutcome> {
  const { accept, comment, at } = given;
  const answer = { accept, comment: comment?.trim() || null, ...(at !== undefined && { at }) };
  const { kind } = await ports.records.alerts.answerProposal(action, answer);
  const outcome = await outcomeOf(ports, action, kind);
  const { state } = outcome.kind === 'done' && accept ? outcome.alert : { state: undefined };
  if (state === 'confirmed' || state === 'dismissed') announceDecision(ports, action, state);
  return outcome;
}

/** Adds a comment. Throws `validation` for an empty one. */
export async function commentOnAlert(ports: AlertPorts, action: AlertAction, comment: string): Promise<AlertOutcome> {
  const text = comment.trim();
  if (!text) throw new TouchstoneError('validation', 'comment is empty.');
  const { kind } = await ports.records.alerts.comment(action, text);
  return outcomeOf(ports, action, kind);
}

function announceDecision(
  { announce }: DecideAlertPorts,
  { accountId, alertId: id }: AlertAction,
  decision: AlertStep,
) {
  announce({ kind: 'alert-decided', accountId, id, decision });
}

async function outcomeOf(
  { records }: AlertPorts,
  { accountId, alertId }: AlertAction,
  kind: DecisionResult['kind'],
): Promise<AlertOutcome> {
  if (kind !== 'done' && kind !== 'proposed') return { kind };
  const alert = await records.alerts.get(accountId, alertId);
  // A record that is deleted takes its alerts along, also between a decision and this.
  return alert ? { kind, alert } : { kind: 'missing' };
}
