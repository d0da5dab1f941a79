-- Since when somebody belongs to an account, however they sign in: an address is their own from then on. Of people of
-- before it is not known, so the day of their invitation stands for it.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE users IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE users ADD COLUMN joined_at timestamptz(3);
UPDATE users SET joined_at = created_at WHERE password IS NOT NULL;
DROP INDEX users_by_email;
CREATE UNIQUE INDEX users_by_email ON users (lower(email)) WHERE joined_at IS NOT NULL AND removed_at IS NULL;

-- A node of an older version sets a password, and nothing else says that its owner joined.
CREATE FUNCTION users_join() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.joined_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER users_join BEFORE UPDATE ON users FOR EACH ROW
  WHEN (NEW.password IS NOT NULL AND NEW.joined_at IS NULL) EXECUTE FUNCTION users_join();
