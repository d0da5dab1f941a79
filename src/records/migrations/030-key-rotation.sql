-- The value before a key was rotated works until then. `uses_since`: what a key did is noted since then; null: since it
-- was made.
ALTER TABLE keys ADD COLUMN previous_hash BLOB;
ALTER TABLE keys ADD COLUMN previous_until TEXT;
ALTER TABLE keys ADD COLUMN rotated_at TEXT;
ALTER TABLE keys ADD COLUMN uses_since TEXT;
UPDATE keys SET uses_since = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');

-- Who was shown a value of a key, besides whoever made it. Null: the operator.
CREATE TABLE key_rotations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key_id TEXT NOT NULL REFERENCES keys (id),
  at TEXT NOT NULL,
  user_id INTEGER
) STRICT;
CREATE INDEX key_rotations_of_key ON key_rotations (key_id, user_id);

-- The last day (UTC) on which a key did something: a row for each scope.
CREATE TABLE key_uses (
  key_id TEXT NOT NULL REFERENCES keys (id),
  scope TEXT NOT NULL,
  day TEXT NOT NULL,
  PRIMARY KEY (key_id, scope)
) STRICT, WITHOUT ROWID;
