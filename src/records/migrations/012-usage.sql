-- What an account did by day: openings of alerts, and decisions among all the steps of their histories.
CREATE INDEX alerts_by_opening ON alerts (account_id, created_at);
CREATE INDEX alert_decisions ON alert_events (at, alert_id, kind) WHERE kind IN ('confirmed', 'dismissed');
