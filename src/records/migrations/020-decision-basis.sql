-- What a decision rests on. `peak`: the highest score that an alert was seen with, where its last one is lower.
-- `decided_score`: the score that was decided on, or that a decision was proposed on. `seen_as`: the customer as it was
-- decided on or seen last, JSON.
ALTER TABLE alerts ADD COLUMN peak REAL;
ALTER TABLE alerts ADD COLUMN decided_score REAL;
ALTER TABLE alerts ADD COLUMN seen_as TEXT;
UPDATE alerts SET seen_as = (
  SELECT json_object('name', name, 'entityType', entity_type, 'dateOfBirth', date_of_birth,
    'otherNames', json(other_names))
  FROM customers WHERE customers.id = customer_id)
WHERE customer_id IS NOT NULL;

ALTER TABLE alert_memory ADD COLUMN score REAL NOT NULL DEFAULT 0;
ALTER TABLE alert_memory ADD COLUMN other_names TEXT NOT NULL DEFAULT '[]';
UPDATE alert_memory SET
  score = (SELECT alerts.score FROM alerts WHERE alerts.id = alert_id),
  other_names = coalesce((SELECT json_extract(seen_as, '$.otherNames') FROM alerts WHERE alerts.id = alert_id), '[]');

-- Since when somebody can decide; null: since they were made.
ALTER TABLE users ADD COLUMN role_since TEXT;
-- The user who made a key in the dashboard; null: the operator.
ALTER TABLE keys ADD COLUMN created_by INTEGER;

-- Deletions and changes of customers that wait for a second person. `content` (JSON) is null for a deletion; `records`:
-- it takes the screening records along.
CREATE TABLE customer_proposals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL UNIQUE REFERENCES customers (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  at TEXT NOT NULL,
  user_id INTEGER,
  key_id TEXT,
  content TEXT,
  records INTEGER NOT NULL DEFAULT 0 CHECK (records IN (0, 1))
) STRICT;
CREATE INDEX customer_proposals_of_account ON customer_proposals (account_id, id);
