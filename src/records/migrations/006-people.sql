-- An address is somebody's own from the moment a link is accepted, which is when a password is set. Until then it only
-- stands in an invitation, and every account may invite it.
DROP INDEX users_by_email;
CREATE UNIQUE INDEX users_by_email ON users (email) WHERE password IS NOT NULL AND removed_at IS NULL;
CREATE UNIQUE INDEX users_of_account_by_email ON users (account_id, email) WHERE removed_at IS NULL;

-- Browsers in which a person signed in before: SHA-256 of the random value of a cookie.
CREATE TABLE known_browsers (
  user_id INTEGER NOT NULL REFERENCES users (id),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  seen_at TEXT NOT NULL,
  PRIMARY KEY (hash, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_browsers_of_user ON known_browsers (user_id, seen_at);

-- Codes that stand in for a lost authenticator, each once: Argon2id as PHC strings, one salt for the codes of a person.
CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users (id),
  hash TEXT NOT NULL,
  used_at TEXT,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

-- A session alone was enough to begin these.
UPDATE users SET totp_pending = NULL;
