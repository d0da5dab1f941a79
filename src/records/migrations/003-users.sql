-- People who use the dashboard. One who was removed stays, so that a decision still says whose it was; the address is
-- then free again. Without a password: invited, and has not come yet.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  email TEXT NOT NULL COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'analyst', 'viewer')),
  password TEXT,
  totp_secret TEXT,
  totp_pending TEXT,
  totp_step INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  last_seen_at TEXT,
  removed_at TEXT
) STRICT;
CREATE UNIQUE INDEX users_by_email ON users (email) WHERE removed_at IS NULL;
CREATE INDEX users_of_account ON users (account_id, id);

-- SHA-256 of a session's random value; times are ISO 8601 in UTC.
CREATE TABLE sessions (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  user_id INTEGER NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  seen_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_user ON sessions (user_id);

-- One-time links. Without a user: the first set-up, which asks for an address.
CREATE TABLE links (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  user_id INTEGER REFERENCES users (id),
  role TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX audit_of_account ON audit (account_id, sequence);

-- The dashboard counts the records of thirty days at each visit; these are all that it reads for that.
CREATE INDEX screenings_by_day ON screenings (account_id, created_at, match_count);
CREATE INDEX verifications_by_day ON verifications (account_id, created_at, status);
