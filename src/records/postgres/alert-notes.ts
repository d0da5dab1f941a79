import type { AlertAction, AlertEvent, ReasonCode } from '../../domain/alert.ts';
import { checkSteps, MAX_STEPS } from '../../domain/alert-steps.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import { actorOf } from '../rows/alerts.ts';
import type { Transaction } from '../transaction.ts';
import { insertSteps } from './alert-events.ts';

/** Writes a step into the history of its alert and into the audit log, where comments are left out. Throws `full`. */
export async function note(
  tx: Transaction,
  action: AlertAction,
  at: string,
  { kind, reason = null, comment }: Pick<AlertEvent, 'kind' | 'comment'> & { readonly reason?: ReasonCode | null },
  details: AuditEntry['details'] = {},
): Promise<void> {
  const { accountId, alertId, userId, keyId = null } = action;
  const steps = `SELECT count(*) FROM (SELECT 1 FROM alert_events WHERE alert_id = $1 LIMIT ${MAX_STEPS}) AS steps`;
  checkSteps(kind, (await tx.value<number>(steps, alertId))!);
  await insertSteps(tx, [{ alertId, at, kind, userId, keyId, reason, comment }]);
  await tx.run('UPDATE alerts SET updated_at = $1 WHERE id = $2', at, alertId);
  const actor = actorOf(action);
  const noted = { ...details, ...(reason && { reason }) };
  tx.audit({ at, actor, action: `alert.${kind}`, subject: `alert:${alertId}`, accountId, details: noted });
}
