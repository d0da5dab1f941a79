import type { AlertAction, DecisionResult } from '../../domain/alert.ts';
import { ofAccount } from '../operation.ts';
import type { AlertsQuery } from '../queries.ts';
import type { Transaction } from '../transaction.ts';
import { pageOfAlerts } from './alert-filter.ts';
import { note } from './alert-notes.ts';

/** Who works on an alert. The account is locked, so that nobody takes what somebody else just took. */
export const alertAssignments = {
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
        'SELECT assignee FROM alerts WHERE id = $1 AND account_id = $2',
        action.alertId,
        action.accountId,
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
      const wanted = { ...query, state: 'open', assignee: null, limit: 1 } as const;
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
