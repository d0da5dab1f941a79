import type { AlertAction, QueuedAlert } from '../domain/alert.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import type { AlertsQuery } from '../records/queries.ts';
import type { AlertOutcome } from './decide-alert.ts';

export interface AssignAlertPorts {
  readonly records: Pick<Records, 'alerts' | 'users'>;
}

/**
 * Names who works on an alert by their address, or nobody (null). `from`: who the caller saw there; undefined: whoever
 * it was. `stale`: somebody else has it by now. Throws `validation` for somebody who cannot decide.
 */
export async function assignAlert(
  { records }: AssignAlertPorts,
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
  { records }: AssignAlertPorts,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  query: Omit<AlertsQuery, 'limit'>,
): Promise<QueuedAlert | undefined> {
  const id = await records.alerts.claim({ accountId, userId }, query);
  return id === undefined ? undefined : records.alerts.get(accountId, id);
}

/** Addresses of the people of an account who may decide, by their ids. */
export async function deciders(records: Pick<Records, 'users'>, accountId: number): Promise<Map<number, string>> {
  const people = await records.users.list(accountId);
  const deciding = people.filter(
    ({ role, invitedUntil, suspendedAt }) => role !== 'viewer' && invitedUntil === null && suspendedAt === null,
  );
  return new Map(deciding.map(({ id, email }) => [id, email]));
}

function idOf(people: ReadonlyMap<number, string>, address: string): number | undefined {
  const wanted = address.trim().toLowerCase();
  return [...people].find(([, email]) => email.toLowerCase() === wanted)?.[0];
}
