import type { AlertAction, DecisionResult } from '../../domain/alert.ts';
import type { AlertsQuery } from '../queries.ts';
import type { Transaction } from '../transaction.ts';
import { pageOfAlerts } from './alert-filter.ts';
import { note } from './alert-notes.ts';

/** Who works on an alert. The account is locked, so that nobody takes what somebody else just took. */
export const alertAssignments = {
  'alerts.assign': async (
    tx: Transaction,
    action: AlertAction,
    at: string,
    { from, to }: { readonly from: number | null; readonly to: number | null },
  ): Promise<DecisionResult> => {
    const assignee = await tx.value<number | null>(
      'SELECT assignee FROM alerts WHERE id = $1 AND account_id = $2',
      action.alertId,
      action.accountId,
    );
    if (assignee === undefined) return { kind: 'missing' };
    if (assignee !== from) return { kind: 'stale' };
    if (from !== to) await assign(tx, action, at, to);
    return { kind: 'done' };
  },
  'alerts.claim': async (
    tx: Transaction,
    action: Omit<AlertAction, 'alertId'>,
    at: string,
    query: Omit<AlertsQuery, 'limit'>,
  ): Promise<number | undefined> => {
    const { sql, values } = pageOfAlerts(action.accountId, { ...query, state: 'open', assignee: null, limit: 1 });
    const id = await tx.value<number>(`SELECT id ${sql}`, ...values);
    if (id !== undefined) await assign(tx, { ...action, alertId: id }, at, action.userId);
    return id;
  },
};

async function assign(tx: Transaction, action: AlertAction, at: string, to: number | null): Promise<void> {
  await tx.run('UPDATE alerts SET assignee = $1 WHERE id = $2', to, action.alertId);
  const details = to === null ? {} : { assignee: `user:${to}` };
  await note(tx, action, at, { kind: to === null ? 'released' : 'assigned', comment: null }, details);
}
