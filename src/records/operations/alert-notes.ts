import { type Actor, actorOf } from '../../domain/actor.ts';
import type { AlertAction, AlertEvent, ReasonCode } from '../../domain/alert.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import { checkSteps, MAX_STEPS } from '../../domain/alert-steps.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import type { ExtractedData } from '../../domain/verification.ts';
import { RowList, type Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { seenMatches } from './alert-match.ts';

/** A step in the history of an alert, on its way into the database. */
export interface NewStep extends Pick<AlertEvent, 'at' | 'kind'> {
  readonly alertId: number;
  /** Without a user and a key: the service. */
  readonly userId?: number | null;
  readonly keyId?: string | null;
  readonly reason?: string | null;
  readonly comment?: string | null;
  /** The run of monitoring that took it. */
  readonly run?: number | null;
}

const NO_DETAILS = { userId: null, keyId: null, reason: null, comment: null, run: null };

/** Adds steps to the histories of alerts, in their order. */
export async function insertSteps(sql: Sql, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return;
  await sql.run(
    `INSERT INTO alert_events (alert_id, at, user_id, key_id, kind, reason, comment, run)
     SELECT :alertId, :at, :userId, :keyId, :kind, :reason, :comment, :run
     FROM given (alertId bigint, at timestamptz, userId bigint, keyId text, kind text, reason text, comment text,
       run bigint)
     ORDER BY ordinality`,
    new RowList(steps.map((step) => ({ ...NO_DETAILS, ...step }))),
  );
}

/** Writes a step into the history of its alert and into the audit log, where comments are left out. Throws `full`. */
export async function note(
  tx: Transaction,
  action: AlertAction,
  { kind, reason = null, comment }: Pick<AlertEvent, 'kind' | 'comment'> & { readonly reason?: ReasonCode | null },
  details: AuditEntry['details'] = {},
): Promise<void> {
  const { accountId, alertId, userId, keyId = null } = action;
  const { at } = tx;
  const steps = `SELECT count(*) FROM (SELECT 1 FROM alert_events WHERE alert_id = $1 LIMIT ${MAX_STEPS}) AS steps`;
  checkSteps(kind, (await tx.value<number>(steps, alertId))!);
  await insertSteps(tx, [{ alertId, at, kind, userId, keyId, reason, comment }]);
  await tx.run('UPDATE alerts SET updated_at = $1 WHERE id = $2', at, alertId);
  const noted = reason ? { ...details, reason } : details;
  tx.audit({
    at,
    actor: actorOf(action),
    action: `alert.${kind}`,
    subject: `alert:${alertId}`,
    accountId,
    details: noted,
  });
}

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
