-- Who signs in by the company's provider (OpenID Connect) is known by its issuer and subject, whatever the address.
-- `by_group`: they belong to the account by a group of the provider. `break_glass`: they keep a password where the
-- account lets nobody else have one.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE accounts, users, sessions IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE users ADD COLUMN issuer text;
ALTER TABLE users ADD COLUMN subject text;
ALTER TABLE users ADD COLUMN by_group boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD COLUMN break_glass boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX users_by_identity ON users (issuer, subject) WHERE subject IS NOT NULL AND removed_at IS NULL;

-- `sign_in_groups`: JSON, the groups whose people belong to the account, each with its role.
ALTER TABLE accounts ADD COLUMN sign_in_groups text NOT NULL DEFAULT '[]';
ALTER TABLE accounts ADD COLUMN password_sign_in boolean NOT NULL DEFAULT true;

-- Of a session that the provider began: what it gave, sealed under the master key; its own id of the session; when it
-- was last asked about the person, and by whom it is being asked since when. `confirmed_at`: when the person last gave
-- a proof to the provider for a change of their own sign-in.
ALTER TABLE sessions ADD COLUMN tokens bytea;
ALTER TABLE sessions ADD COLUMN provider_session text;
ALTER TABLE sessions ADD COLUMN checked_at timestamptz(3);
ALTER TABLE sessions ADD COLUMN claimed_at timestamptz(3);
ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz(3);

-- SHA-256 of logout tokens that were taken, so that none counts twice.
CREATE TABLE logout_tokens (
  hash bytea PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
