-- Since when somebody belongs to an account, however they sign in: an address is their own from then on. Of people of
-- before it is not known, so the day of their invitation stands for it.
ALTER TABLE users ADD COLUMN joined_at TEXT;
UPDATE users SET joined_at = created_at WHERE password IS NOT NULL;
DROP INDEX users_by_email;
CREATE UNIQUE INDEX users_by_email ON users (email) WHERE joined_at IS NOT NULL AND removed_at IS NULL;
