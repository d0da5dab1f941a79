-- Passkeys of people (WebAuthn): the public half of a key pair whose private half their device keeps. `rp_id` is the
-- host that it was made for, `counter` what the authenticator last counted. `copied_at`: it counted back.
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  credential TEXT NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  synced INTEGER NOT NULL CHECK (synced IN (0, 1)),
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  copied_at TEXT
) STRICT;
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- SHA-256 of challenges that were answered: each counts once, whichever node gets the answer.
CREATE TABLE used_challenges (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  used_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_challenges_by_age ON used_challenges (used_at);

-- What authenticators know a person by: random, so that it tells nothing and is the same in no other service.
ALTER TABLE users ADD COLUMN passkey_handle TEXT;
ALTER TABLE accounts ADD COLUMN second_factor_required INTEGER NOT NULL DEFAULT 0
  CHECK (second_factor_required IN (0, 1));
