-- What a browser calls itself, and since when somebody signs in with it; null: since before this was kept.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE sessions, known_browsers IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE sessions ADD COLUMN agent text;
ALTER TABLE known_browsers ADD COLUMN agent text;
ALTER TABLE known_browsers ADD COLUMN first_at timestamptz(3);
