import type { AlertAction, AlertStep, DecisionResult, QueuedAlert, ReasonCode } from '../domain/alert.ts';
import { DEFAULT_TARGET, type EscalationTarget, isDecidingRole } from '../domain/escalation.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import type { AlertsQuery } from '../records/queries.ts';
import { say } from '../sentences.ts';
import type { Ports } from './ports.ts';

type DecisionPorts = Pick<Ports, 'records' | 'announce'>;

export interface AlertDecision {
  readonly decision: AlertStep;
  readonly reason?: ReasonCode | undefined;
  readonly comment?: string | undefined;
  /** Whom it is escalated to: a role that decides, or somebody's address; the owners where nobody is named. */
  readonly to?: string | undefined;
  /** Also for other alerts of the same name, type and birth date, until a list says something else of the entity. */
  readonly remember?: boolean | undefined;
  /** The revision that the decision rests on; anything else is refused as stale. */
  readonly revision?: number | undefined;
}

/**
 * `done` and `proposed` come with the alert as it is now. `proposed`: a second person has to accept it. `stale`:
 * somebody was faster. `undecidable`: its state does not allow it. `escalator`: who escalated does not dismiss.
 * `missing`: there is none, or its record was deleted.
 */
export type AlertOutcome =
  | { readonly kind: 'done' | 'proposed'; readonly alert: QueuedAlert }
  | { readonly kind: 'stale' | 'undecidable' | 'missing' | 'escalator' };

/**
 * Takes a step with an alert. Throws `validation` where anything but a dismissal is to be remembered, and where nobody
 * else is to decide an escalation.
 */
export async function decideAlert(
  ports: DecisionPorts,
  action: AlertAction,
  given: AlertDecision,
): Promise<AlertOutcome> {
  const { decision: step, remember = false, revision, reason = null } = given;
  if (remember && step !== 'dismissed') {
    throw new TouchstoneError('validation', 'remember goes with a dismissal alone.');
  }
  const comment = given.comment?.trim() || null;
  const to = await targetOf(ports, action, given);
  const wanted = { step, reason, comment, remember, ...(to && { to }), ...(revision !== undefined && { revision }) };
  const { kind } = await ports.records.alerts.step(action, wanted);
  if (kind === 'done') announceDecision(ports, action, step);
  return outcomeOf(ports, action, kind);
}

/**
 * A person's answer to a decision that waits for a second one. `at`: when the one was proposed that was looked at.
 * `undecidable`: who accepts is no second person. `stale`: another proposal waits, or none.
 */
export async function answerProposal(
  ports: DecisionPorts,
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
export async function commentOnAlert(
  ports: Pick<Ports, 'records'>,
  action: AlertAction,
  comment: string,
): Promise<AlertOutcome> {
  const text = comment.trim();
  if (!text) throw new TouchstoneError('validation', 'comment is empty.');
  const { kind } = await ports.records.alerts.comment(action, text);
  return outcomeOf(ports, action, kind);
}

/** The most alerts of one decision: what a person can look through before it. */
export const MAX_DECIDED_AT_ONCE = 100;

/** One of several alerts that get the same decision. */
export interface AlertAmongMany {
  readonly id: number;
  /** The revision that the decision rests on. */
  readonly revision?: number | undefined;
}

/**
 * Takes the same step with several alerts, one after another. Each is decided, proposed or refused by itself. Throws
 * `validation` for none, too many, and one that comes twice.
 */
export async function decideAlerts(
  ports: DecisionPorts,
  action: Omit<AlertAction, 'alertId'>,
  alerts: readonly AlertAmongMany[],
  decision: Omit<AlertDecision, 'revision'>,
): Promise<readonly (AlertOutcome & { readonly id: number })[]> {
  if (alerts.length === 0 || alerts.length > MAX_DECIDED_AT_ONCE) {
    throw new TouchstoneError('validation', `alerts must name 1 to ${MAX_DECIDED_AT_ONCE} alerts.`);
  }
  if (new Set(alerts.map(({ id }) => id)).size < alerts.length) {
    throw new TouchstoneError('validation', 'alerts names an alert twice.');
  }
  const outcomes: (AlertOutcome & { readonly id: number })[] = [];
  for (const { id, revision } of alerts) {
    const decided = decideAlert(ports, { ...action, alertId: id }, { ...decision, revision });
    outcomes.push({ id, ...(await decided.catch(undecidableAlone)) });
  }
  return outcomes;
}

/** One whose history is full, or whose kind has other reasons, keeps none of the others from being decided. */
function undecidableAlone(error: unknown): AlertOutcome {
  if (error instanceof TouchstoneError && (error.code === 'full' || error.code === 'validation'))
    return { kind: 'undecidable' };
  throw error;
}

/**
 * Names who works on an alert by their address, or nobody (null). `from`: who the caller saw there; undefined: whoever
 * it was. `stale`: somebody else has it by now. Throws `validation` for somebody who cannot decide.
 */
export async function assignAlert(
  { records }: Pick<Ports, 'records'>,
  action: AlertAction,
  { to, from }: { readonly to: string | null; readonly from?: string | null | undefined },
): Promise<AlertOutcome> {
  const { accountId, alertId } = action;
  const people = await deciders(records, accountId);
  const assignee = to === null ? null : idOf(people, to);
  if (assignee === undefined) {
    throw new TouchstoneError('validation', 'assignee must be the address of an owner or analyst of this account.');
  }
  const alert = await records.alerts.get(accountId, alertId);
  if (!alert) return { kind: 'missing' };
  const seen = from === undefined ? alert.assignee : from === null ? null : (idOf(people, from) ?? alert.assignee);
  const { kind } = await records.alerts.assign(action, { from: seen, to: assignee });
  if (kind !== 'done') return { kind: kind === 'missing' ? 'missing' : 'stale' };
  const assigned = await records.alerts.get(accountId, alertId);
  return assigned ? { kind: 'done', alert: assigned } : { kind: 'missing' };
}

/** Gives a person the first open alert of a query that nobody works on; undefined where there is none. */
export async function claimAlert(
  { records }: Pick<Ports, 'records'>,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  query: Omit<AlertsQuery, 'limit'>,
): Promise<QueuedAlert | undefined> {
  const id = await records.alerts.claim({ accountId, userId }, query);
  return id === undefined ? undefined : records.alerts.get(accountId, id);
}

/** Whom an escalation names; undefined for any other step. Throws `validation` where nobody else would decide. */
async function targetOf(
  { records }: Pick<Ports, 'records'>,
  { accountId, userId }: Omit<AlertAction, 'alertId'>,
  { decision, to }: Pick<AlertDecision, 'decision' | 'to'>,
): Promise<EscalationTarget | undefined> {
  if (decision !== 'escalated') {
    if (to !== undefined) throw new TouchstoneError('validation', 'to goes with an escalation alone.');
    return undefined;
  }
  const wanted = to ?? DEFAULT_TARGET;
  // A program may escalate before anybody has joined.
  if (userId === null && to === undefined) return DEFAULT_TARGET;
  const others = (await assignable(records, accountId)).filter(({ id }) => id !== userId);
  if (isDecidingRole(wanted)) {
    if (others.some(({ role }) => role === wanted)) return wanted;
    throw new TouchstoneError('validation', say('refusal.nobody-to-escalate'));
  }
  const person = others.find(({ email }) => email.toLowerCase() === wanted.trim().toLowerCase());
  if (!person) throw new TouchstoneError('validation', say('refusal.escalated-to-nobody'));
  return `user:${person.id}`;
}

/** The people of an account who may decide and can sign in, the oldest first. */
export async function assignable({ users }: Pick<Records, 'users'>, accountId: number) {
  const people = await users.list(accountId);
  return people.flatMap(({ id, email, role, invitedUntil, suspendedAt }) =>
    isDecidingRole(role) && invitedUntil === null && suspendedAt === null ? [{ id, email, role }] : [],
  );
}

/** Addresses of the people of an account who may decide, by their ids. */
async function deciders(records: Pick<Records, 'users'>, accountId: number): Promise<Map<number, string>> {
  return new Map((await assignable(records, accountId)).map(({ id, email }) => [id, email]));
}

function idOf(people: ReadonlyMap<number, string>, address: string): number | undefined {
  const wanted = address.trim().toLowerCase();
  return [...people].find(([, email]) => email.toLowerCase() === wanted)?.[0];
}

function announceDecision({ announce }: DecisionPorts, { accountId, alertId: id }: AlertAction, decision: AlertStep) {
  announce({ kind: 'alert-decided', accountId, id, decision });
}

async function outcomeOf(
  { records }: Pick<Ports, 'records'>,
  { accountId, alertId }: AlertAction,
  kind: DecisionResult['kind'],
): Promise<AlertOutcome> {
  if (kind !== 'done' && kind !== 'proposed') return { kind };
  const alert = await records.alerts.get(accountId, alertId);
  // A record that is deleted takes its alerts along, also between a decision and this.
  return alert ? { kind, alert } : { kind: 'missing' };
}
