import type { NewAlertEvent } from '../rows/alerts.ts';
import type { Sql } from '../sql.ts';

export interface StepOfAlert extends NewAlertEvent {
  readonly alertId: number;
}

/** Adds steps to the histories of alerts. */
export async function insertSteps(sql: Sql, steps: readonly StepOfAlert[]): Promise<void> {
  if (steps.length === 0) return;
  await sql.run(
    `INSERT INTO alert_events (alert_id, at, user_id, key_id, kind, reason, comment)
     SELECT "alertId", at, "userId", "keyId", kind, reason, comment
     FROM ROWS FROM (json_to_recordset($1::json) AS ("alertId" bigint, at timestamptz, "userId" bigint, "keyId" text,
       kind text, reason text, comment text)) WITH ORDINALITY ORDER BY ordinality`,
    JSON.stringify(steps),
  );
}
