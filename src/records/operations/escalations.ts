import { type Hand, isSameHand } from '../../alerts/same-hand.ts';
import type { AlertAction, WantedStep } from '../../domain/alert.ts';
import { DEFAULT_TARGET } from '../../domain/escalation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

type Actors = Pick<Hand, 'userId' | 'keyId'>;

/** Whether somebody may dismiss an alert: who escalated it does not, also where they took that back. */
export async function mayDismiss(sql: Sql, alertId: number, by: AlertAction): Promise<boolean> {
  return !(await isEscalator(sql, alertId, by));
}

/** What a step makes of the escalation of its alert. Taking back one's own leaves it: it still binds. */
export async function noteEscalation(tx: Transaction, action: AlertAction, { step, to }: WantedStep): Promise<void> {
  const { alertId, userId, keyId = null } = action;
  if (step === 'reopened' && (await isEscalator(tx, alertId, action))) return;
  await tx.run('DELETE FROM alert_escalations WHERE alert_id = $1', alertId);
  if (step !== 'escalated') return;
  await tx.run(
    `INSERT INTO alert_escalations (alert_id, at, user_id, key_id, target)
     VALUES (:alertId, :at, :userId, :keyId, :target)`,
    { alertId, at: tx.at, userId, keyId, target: to ?? DEFAULT_TARGET },
  );
}

/** What waits for a person who no longer decides waits for the owners. */
export async function handOverEscalations(sql: Sql, userId: number): Promise<void> {
  await sql.run('UPDATE alert_escalations SET target = $1 WHERE target = $2', DEFAULT_TARGET, `user:${userId}`);
}

async function isEscalator(sql: Sql, alertId: number, { userId, keyId = null }: AlertAction): Promise<boolean> {
  const escalated = 'SELECT user_id, key_id FROM alert_escalations WHERE alert_id = $1';
  const by = await sql.one<Actors>(escalated, alertId);
  return by !== undefined && isSameHand(await handOf(sql, by), await handOf(sql, { userId, keyId }));
}

async function handOf(sql: Sql, { userId, keyId }: Actors): Promise<Hand> {
  const known = await sql.one<Pick<Hand, 'email' | 'keyMaker'>>(
    'SELECT (SELECT email FROM users WHERE id = $1) AS email, (SELECT created_by FROM keys WHERE id = $2) AS key_maker',
    userId,
    keyId,
  );
  return { userId, keyId, ...known! };
}
