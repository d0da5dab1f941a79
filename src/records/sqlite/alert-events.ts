import type { NewAlertEvent } from '../rows/alerts.ts';
import type { Connection } from './connection.ts';

/** Adds a step to the history of an alert. */
export function eventInserter(db: Connection): (alertId: number, event: NewAlertEvent) => void {
  const insert = db.prepare(
    `INSERT INTO alert_events (alert_id, at, user_id, key_id, kind, reason, comment) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return (alertId, { at, kind, userId = null, keyId = null, reason = null, comment = null }) => {
    insert.run(alertId, at, userId, keyId, kind, reason, comment);
  };
}
