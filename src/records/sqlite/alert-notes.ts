import type { AlertAction, AlertEvent, ReasonCode } from '../../domain/alert.ts';
import { checkSteps, MAX_STEPS } from '../../domain/alert-steps.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import { actorOf } from '../rows/alerts.ts';
import { eventInserter } from './alert-events.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';

export type Note = ReturnType<typeof noter>;

/** Writes a step into the history of its alert and into the audit log, where comments are left out. Throws `full`. */
export function noter(db: Connection) {
  const audit = auditAppender(db);
  const event = eventInserter(db);
  const steps = db
    .prepare<[number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM alert_events WHERE alert_id = ? LIMIT ${MAX_STEPS})`,
    )
    .pluck();
  const touch = db.prepare('UPDATE alerts SET updated_at = ? WHERE id = ?');
  return (
    action: AlertAction,
    at: string,
    { kind, reason = null, comment }: Pick<AlertEvent, 'kind' | 'comment'> & { readonly reason?: ReasonCode | null },
    details: AuditEntry['details'] = {},
  ): void => {
    const { accountId, alertId, userId, keyId = null } = action;
    checkSteps(kind, steps.get(alertId)!);
    event(alertId, { at, kind, userId, keyId, reason, comment });
    touch.run(at, alertId);
    const actor = actorOf(action);
    const noted = { ...details, ...(reason && { reason }) };
    audit({ at, actor, action: `alert.${kind}`, subject: `alert:${alertId}`, accountId, details: noted });
  };
}
