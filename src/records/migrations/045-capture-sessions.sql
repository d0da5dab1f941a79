-- People who verify themselves from a link. `token_hash`: SHA-256 of what the link has. `device`: SHA-256 of what the
-- one device is known by. `record_id`: the id that the verification will have, under which pictures lie until then.
-- `unit_period`: where a unit of the quota is reserved. `progress` and `attempt`: JSON of what the person did so far.
-- `ready_at`: all was there, and the verification can be made.
CREATE TABLE capture_sessions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  key_id TEXT REFERENCES keys (id),
  user_id INTEGER,
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  reference TEXT,
  language TEXT,
  country TEXT,
  document_types TEXT,
  redirect_url TEXT,
  movement INTEGER NOT NULL CHECK (movement IN (0, 1)),
  upload INTEGER NOT NULL CHECK (upload IN (0, 1)),
  status TEXT NOT NULL DEFAULT 'created'
    CHECK (status IN ('created', 'started', 'completed', 'expired', 'cancelled', 'failed')),
  reason TEXT CHECK ((reason IS NOT NULL) = (status = 'failed')),
  device BLOB,
  record_id INTEGER,
  unit_period TEXT,
  consented_at TEXT,
  consent_language TEXT,
  consent_hash TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  progress TEXT NOT NULL DEFAULT '{}',
  attempt TEXT,
  revision INTEGER NOT NULL DEFAULT 0,
  verification_id INTEGER REFERENCES verifications (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  started_at TEXT,
  ready_at TEXT,
  ended_at TEXT,
  CHECK ((ended_at IS NULL) = (status IN ('created', 'started')))
) STRICT;
CREATE INDEX capture_sessions_of_account ON capture_sessions (account_id, number);
CREATE INDEX capture_sessions_of_verification ON capture_sessions (verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX capture_sessions_open ON capture_sessions (expires_at) WHERE ended_at IS NULL;
CREATE INDEX capture_sessions_of_record ON capture_sessions (record_id) WHERE ended_at IS NULL AND record_id IS NOT NULL;
CREATE INDEX capture_sessions_ready ON capture_sessions (ready_at) WHERE ended_at IS NULL AND ready_at IS NOT NULL;
CREATE INDEX capture_sessions_ended ON capture_sessions (ended_at) WHERE ended_at IS NOT NULL;

-- How an account asks people: its name for them, the address of its privacy notice, and the origins that a person may
-- be led to at the end, JSON.
ALTER TABLE accounts ADD COLUMN asker TEXT;
ALTER TABLE accounts ADD COLUMN privacy_url TEXT;
ALTER TABLE accounts ADD COLUMN redirect_origins TEXT NOT NULL DEFAULT '[]';
