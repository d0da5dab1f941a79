import type { Actor } from '../../domain/actor.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import type { ExtractedData } from '../../domain/verification.ts';
import type { Transaction } from '../transaction.ts';
import { seenMatches } from './alert-match.ts';

interface AlertNews {
  readonly state: AlertStateName;
  readonly score: number;
  readonly customer: string | null;
  /** JSON of what was read from the document; null for a match. */
  readonly holder: string | null;
}

/** Tells hooks of alerts that wait for a person, for the first time or again. */
export async function tellOpened(
  tx: Transaction,
  accountId: number,
  alertIds: readonly number[],
  at: string,
): Promise<void> {
  if (alertIds.length === 0 || !(await tx.outbox.reaches(accountId))) return;
  for (const alertId of alertIds) await tx.outbox.write(accountId, 'alert.opened', at, () => contentOf(tx, alertId));
}

/** Tells hooks of a decision. */
export async function tellDecided(
  tx: Transaction,
  alertId: number,
  by: { readonly actor: Actor; readonly reason: string | null; readonly comment: string | null },
): Promise<void> {
  const { actor, reason, comment } = by;
  const accountId = (await tx.value<number>('SELECT account_id FROM alerts WHERE id = $1', alertId))!;
  await tx.outbox.write(accountId, 'alert.decided', tx.at, async () => {
    const { data, details, subject } = await contentOf(tx, alertId);
    return { data: { ...data, actor, reason }, details: { ...details, comment }, subject };
  });
}

async function contentOf(tx: Transaction, alertId: number) {
  const news = await tx.one<AlertNews>(
    `SELECT state, score,
       (SELECT reference FROM customers WHERE customers.id = customer_id) AS customer,
       (SELECT extracted_data FROM verifications WHERE verifications.id = verification_id) AS holder
     FROM alerts WHERE id = $1`,
    alertId,
  );
  const { state, score, customer, holder } = news!;
  const seen = (await seenMatches(tx, [alertId])).get(alertId);
  const fullName = holder === null ? null : (JSON.parse(holder) as ExtractedData).fullName;
  return {
    data: { alertId, state, customer, score, links: { alert: `/api/Alerts/${alertId}` } },
    details: { name: seen?.name ?? fullName, entity: seen?.match.name ?? null },
    subject: { alertId },
  };
}
