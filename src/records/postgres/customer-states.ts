import { customerState } from '../../alerts/alert-rules.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import type { Transaction } from '../transaction.ts';

/** Keeps the states of customers in step with their alerts; answers those that have another one now. */
export async function refreshStates(tx: Transaction, customerIds: readonly number[], at: string): Promise<number[]> {
  const rows = await tx.all<{ customerId: number; states: AlertStateName[] }>(
    `SELECT customer_id, array_agg(DISTINCT state) AS states FROM alerts
     WHERE customer_id = ANY($1::bigint[]) GROUP BY customer_id`,
    customerIds,
  );
  const states = new Map(rows.map((row) => [row.customerId, customerState(row.states)]));
  return tx.column<number>(
    `UPDATE customers SET state = wanted.state, updated_at = $3
     FROM unnest($1::bigint[], $2::text[]) AS wanted (id, state)
     WHERE customers.id = wanted.id AND customers.state <> wanted.state RETURNING customers.id`,
    customerIds,
    customerIds.map((id) => states.get(id) ?? customerState([])),
    at,
  );
}

/** The same, and tells of each. */
export async function followStates(tx: Transaction, customerIds: readonly number[], at: string): Promise<void> {
  for (const id of await refreshStates(tx, customerIds, at)) await tellCustomer(tx, id, 'updated', at);
}

/** Tells hooks of a customer that is there. */
export async function tellCustomer(
  tx: Transaction,
  customerId: number,
  change: 'created' | 'updated' | 'deleted',
  at: string,
): Promise<void> {
  const customer = await tx.one<{ accountId: number; reference: string; name: string }>(
    'SELECT account_id, reference, name FROM customers WHERE id = $1',
    customerId,
  );
  const { accountId, reference, name } = customer!;
  await tx.outbox.write(accountId, 'customer.changed', at, () => ({
    data: { customer: reference, change, links: { customer: `/api/Customers/${reference}` } },
    ...(change !== 'deleted' && { details: { name }, subject: { customerId } }),
  }));
}
