-- Ids of accounts, screenings and verifications are never given twice: AUTOINCREMENT remembers the highest one.
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT,
  quota INTEGER NOT NULL CHECK (quota BETWEEN 1 AND 2147483647),
  plan TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  allow TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT,
  requests INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_of_account ON keys (account_id);

-- Units used in a calendar month (UTC), such as 2026-11.
CREATE TABLE quota_use (
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  period TEXT NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (account_id, period)
) STRICT, WITHOUT ROWID;

-- What lists show. `matches` holds the views of the ten best; the rest is in screening_evidence, so that a list
-- of a thousand records reads few pages.
CREATE TABLE screenings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  key_id TEXT REFERENCES keys (id),
  name TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  date_of_birth TEXT,
  min_score REAL NOT NULL,
  match_count INTEGER NOT NULL,
  highest_score REAL NOT NULL,
  matches TEXT NOT NULL,
  qualifying INTEGER NOT NULL,
  snapshot TEXT NOT NULL,
  engine TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX screenings_of_account ON screenings (account_id, id);

-- Every match with its facts and its explanation: JSON, compressed (raw deflate).
CREATE TABLE screening_evidence (
  screening_id INTEGER PRIMARY KEY REFERENCES screenings (id) ON DELETE CASCADE,
  matches BLOB NOT NULL
) STRICT;

CREATE TABLE verifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  key_id TEXT REFERENCES keys (id),
  face_match INTEGER NOT NULL CHECK (face_match IN (0, 1)),
  match_confidence REAL NOT NULL,
  liveness_score REAL,
  status TEXT NOT NULL,
  extracted_data TEXT NOT NULL,
  reasons TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX verifications_of_account ON verifications (account_id, id);

-- Kept for good; the newest is in force.
CREATE TABLE snapshots (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  engine TEXT NOT NULL,
  sources TEXT NOT NULL
) STRICT;

CREATE TABLE source_states (
  source TEXT PRIMARY KEY,
  checked_at TEXT,
  last_error TEXT,
  last_error_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  account_id INTEGER,
  details TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_keeps_entries BEFORE DELETE ON audit BEGIN
  SELECT RAISE (ABORT, 'audit entries cannot be deleted');
END;
CREATE TRIGGER audit_keeps_words BEFORE UPDATE ON audit BEGIN
  SELECT RAISE (ABORT, 'audit entries cannot be changed');
END;
-- INSERT OR REPLACE would delete without the trigger above noticing.
CREATE TRIGGER audit_has_no_gaps BEFORE INSERT ON audit
WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM audit) BEGIN
  SELECT RAISE (ABORT, 'audit entries are numbered without gaps');
END;
