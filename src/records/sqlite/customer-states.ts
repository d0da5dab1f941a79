import { customerState } from '../../alerts/alert-rules.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import type { Connection } from './connection.ts';
import { outboxWriter } from './outbox.ts';

/** Keeps the state of a customer in step with the alerts, inside the transaction that changes one. */
export function customerStates(db: Connection) {
  const states = db
    .prepare<[number], AlertStateName>('SELECT DISTINCT state FROM alerts WHERE customer_id = ?')
    .pluck();
  const update = db.prepare(
    'UPDATE customers SET state = :state, updated_at = :at WHERE id = :customerId AND state <> :state',
  );
  const tell = customerTeller(db);
  /** True where the state is another one now. */
  const refresh = (customerId: number, at: string): boolean =>
    update.run({ customerId, at, state: customerState(states.all(customerId)) }).changes > 0;
  return {
    refresh,
    /** The same, and tells of it. */
    follow: (customerId: number, at: string): void => {
      if (refresh(customerId, at)) tell(customerId, 'updated', at);
    },
  };
}

/** Tells hooks of a customer that is there. */
export function customerTeller(db: Connection) {
  const write = outboxWriter(db);
  const one = db.prepare<[number], { accountId: number; reference: string; name: string }>(
    'SELECT account_id AS accountId, reference, name FROM customers WHERE id = ?',
  );
  return (customerId: number, change: 'created' | 'updated' | 'deleted', at: string): void => {
    const { accountId, reference, name } = one.get(customerId)!;
    write(accountId, 'customer.changed', at, () => ({
      data: { customer: reference, change, links: { customer: `/api/Customers/${reference}` } },
      ...(change !== 'deleted' && { details: { name }, subject: { customerId } }),
    }));
  };
}
