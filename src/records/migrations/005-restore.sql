-- After a restore nobody knows what was withdrawn since the backup: keys, people and one-time links wait until they are
-- resumed.
ALTER TABLE keys ADD COLUMN suspended_at TEXT;
ALTER TABLE users ADD COLUMN suspended_at TEXT;
ALTER TABLE links ADD COLUMN suspended_at TEXT;

-- Owners of an operator's account see to what all accounts share, such as the lists. The first account that the service
-- itself made was it so far; an account that an operator made for a customer is not.
ALTER TABLE accounts ADD COLUMN operator INTEGER NOT NULL DEFAULT 0 CHECK (operator IN (0, 1));
UPDATE accounts SET operator = 1 WHERE id = 1 AND EXISTS (
  SELECT 1 FROM audit WHERE action = 'account.created' AND subject = 'account:1' AND actor = 'service'
);

-- The key that an entry's hash is made with, by its id; null: a plain SHA-256, as before this version.
ALTER TABLE audit ADD COLUMN key TEXT;
-- Keys of former master keys, each sealed under the one in use then, so that older entries can still be checked.
CREATE TABLE audit_keys (
  id TEXT PRIMARY KEY,
  sealed_under TEXT NOT NULL,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- A restore leaps over the numbers that may have been given after the backup.
DROP TRIGGER audit_has_no_gaps;
CREATE TRIGGER audit_has_no_gaps BEFORE INSERT ON audit
WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM audit)
  AND NOT (NEW.action = 'backup.restored' AND NEW.sequence > (SELECT coalesce(max(sequence), 0) FROM audit)) BEGIN
  SELECT RAISE (ABORT, 'audit entries are numbered without gaps');
END;

-- AUTOINCREMENT, so that no number is given again after a restore either.
CREATE TABLE numbered_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  alert_id INTEGER NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  user_id INTEGER,
  kind TEXT NOT NULL,
  comment TEXT
) STRICT;
INSERT INTO numbered_events SELECT id, alert_id, at, user_id, kind, comment FROM alert_events ORDER BY id;
DROP TABLE alert_events;
ALTER TABLE numbered_events RENAME TO alert_events;
CREATE INDEX events_of_alert ON alert_events (alert_id, id);
