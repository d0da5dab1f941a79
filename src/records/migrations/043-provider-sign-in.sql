-- Who signs in by the company's provider (OpenID Connect) is known by its issuer and subject, whatever the address.
-- `by_group`: they belong to the account by a group of the provider. `break_glass`: they keep a password where the
-- account lets nobody else have one.
ALTER TABLE users ADD COLUMN issuer TEXT;
ALTER TABLE users ADD COLUMN subject TEXT;
ALTER TABLE users ADD COLUMN by_group INTEGER NOT NULL DEFAULT 0 CHECK (by_group IN (0, 1));
ALTER TABLE users ADD COLUMN break_glass INTEGER NOT NULL DEFAULT 0 CHECK (break_glass IN (0, 1));
CREATE UNIQUE INDEX users_by_identity ON users (issuer, subject) WHERE subject IS NOT NULL AND removed_at IS NULL;

-- `sign_in_groups`: JSON, the groups whose people belong to the account, each with its role.
ALTER TABLE accounts ADD COLUMN sign_in_groups TEXT NOT NULL DEFAULT '[]';
ALTER TABLE accounts ADD COLUMN password_sign_in INTEGER NOT NULL DEFAULT 1 CHECK (password_sign_in IN (0, 1));

-- Of a session that the provider began: what it gave, sealed under the master key; its own id of the session; when it
-- was last asked about the person, and by whom it is being asked since when. `confirmed_at`: when the person last gave
-- a proof to the provider for a change of their own sign-in.
ALTER TABLE sessions ADD COLUMN tokens BLOB;
ALTER TABLE sessions ADD COLUMN provider_session TEXT;
ALTER TABLE sessions ADD COLUMN checked_at TEXT;
ALTER TABLE sessions ADD COLUMN claimed_at TEXT;
ALTER TABLE sessions ADD COLUMN confirmed_at TEXT;

-- SHA-256 of logout tokens that were taken, so that none counts twice.
CREATE TABLE logout_tokens (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
