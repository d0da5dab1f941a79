-- Decisions of a time, and when an alert opened again, without the rows of the histories.
DROP INDEX alert_decisions;
CREATE INDEX alert_decisions ON alert_events (at, alert_id, kind, user_id, key_id)
  WHERE kind IN ('confirmed', 'dismissed');
CREATE INDEX alert_openings ON alert_events (alert_id, id, at) WHERE kind IN ('reopened', 'changed', 'relisted');
-- What customers are searched by, without their rows.
DROP INDEX customers_of_account;
CREATE INDEX customers_of_account ON customers (account_id, id, state, folded);
