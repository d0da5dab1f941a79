import { customerState } from '../../alerts/alert-rules.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import { RowList } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** Keeps the states of customers in step with their alerts; answers those that have another one now, by their ids. */
export async function refreshStates(tx: Transaction, customerIds: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ customerId: number; state: AlertStateName }>(
    'SELECT DISTINCT customer_id, state FROM alerts WHERE customer_id = ANY($1::bigint[])',
    customerIds,
  );
  const alerts = Map.groupBy(rows, ({ customerId }) => customerId);
  const wanted = customerIds.map((id) => ({
    id,
    at: tx.at,
    state: customerState((alerts.get(id) ?? []).map(({ state }) => state)),
  }));
  const changed = await tx.column<number>(
    `UPDATE customers SET state = :state, updated_at = :at FROM given (id bigint, state text, at timestamptz)
     WHERE customers.id = :id AND customers.state <> :state RETURNING customers.id`,
    new RowList(wanted),
  );
  return changed.sort((one, other) => one - other);
}

/** The same, and tells of each. */
export async function followStates(tx: Transaction, customerIds: readonly number[]): Promise<void> {
  for (const id of await refreshStates(tx, customerIds)) await tellCustomer(tx, id, 'updated');
}

/** Tells hooks of a customer that is there. */
export async function tellCustomer(
  tx: Transaction,
  customerId: number,
  change: 'created' | 'updated' | 'deleted',
): Promise<void> {
  const customer = await tx.one<{ accountId: number; reference: string; name: string }>(
    'SELECT account_id, reference, name FROM customers WHERE id = $1',
    customerId,
  );
  const { accountId, reference, name } = customer!;
  const data = { customer: reference, change, links: { customer: `/api/Customers/${reference}` } };
  await tx.outbox.write(accountId, 'customer.changed', tx.at, () =>
    change === 'deleted' ? { data } : { data, details: { name }, subject: { customerId } },
  );
}
