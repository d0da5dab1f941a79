import type { Actor } from '../../domain/actor.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import { matchReader } from './alert-match.ts';
import type { Connection } from './connection.ts';
import { outboxWriter } from './outbox.ts';

interface Told {
  readonly state: AlertStateName;
  readonly score: number;
  readonly customer: string | null;
  /** Of a verification; null where it was unreadable, and for a match. */
  readonly holder: string | null;
}

/** Tells hooks of an alert, inside the transaction that changed it. */
export function alertNews(db: Connection) {
  const write = outboxWriter(db);
  const reader = matchReader(db);
  const accountOf = db.prepare<[number], number>('SELECT account_id FROM alerts WHERE id = ?').pluck();
  const one = db.prepare<[number], Told>(
    `SELECT state, score,
       (SELECT reference FROM customers WHERE customers.id = customer_id) AS customer,
       (SELECT json_extract(extracted_data, '$.fullName') FROM verifications WHERE verifications.id = verification_id) AS holder
     FROM alerts WHERE id = ?`,
  );
  const contentOf = (alertId: number) => {
    const { state, score, customer, holder } = one.get(alertId)!;
    const seen = reader()(alertId);
    return {
      data: { alertId, state, customer, score, links: { alert: `/api/Alerts/${alertId}` } },
      details: { name: seen?.name ?? holder, entity: seen?.match.name ?? null },
      subject: { alertId },
    };
  };
  return {
    /** They wait for a person, for the first time or again. */
    opened: (accountId: number, alertIds: readonly number[], at: string): void => {
      for (const alertId of alertIds) write(accountId, 'alert.opened', at, () => contentOf(alertId));
    },
    decided: (
      alertId: number,
      at: string,
      by: { readonly actor: Actor; readonly reason: string | null; readonly comment: string | null },
    ): void => {
      const { actor, reason, comment } = by;
      write(accountOf.get(alertId)!, 'alert.decided', at, () => {
        const { data, details, subject } = contentOf(alertId);
        return { data: { ...data, actor, reason }, details: { ...details, comment }, subject };
      });
    },
  };
}
