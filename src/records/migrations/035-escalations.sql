-- Whom an alert was escalated to (`owner`, `analyst` or `user:ID`) and by whom: who escalates does not dismiss.
CREATE TABLE alert_escalations (
  alert_id INTEGER PRIMARY KEY REFERENCES alerts (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  user_id INTEGER,
  key_id TEXT,
  target TEXT NOT NULL
) STRICT;
CREATE INDEX escalations_by_target ON alert_escalations (target, alert_id);
INSERT INTO alert_escalations SELECT alert_id, at, user_id, key_id, 'owner' FROM alert_events WHERE id IN (
  SELECT max(alert_events.id) FROM alert_events JOIN alerts ON alerts.id = alert_id
  WHERE kind = 'escalated' AND state = 'escalated' GROUP BY alert_id);

-- Days in which a decision is due; null: no due dates. `waiting_since`: of an alert that opened again; null: it waits
-- since it was opened.
ALTER TABLE accounts ADD COLUMN due_days INTEGER;
ALTER TABLE alerts ADD COLUMN waiting_since TEXT;
UPDATE alerts SET waiting_since = (
  SELECT max(at) FROM alert_events WHERE alert_id = alerts.id AND kind IN ('changed', 'relisted', 'reopened'))
WHERE state IN ('open', 'escalated');
CREATE INDEX alerts_by_wait ON alerts (account_id, state, (coalesce(waiting_since, created_at)));
