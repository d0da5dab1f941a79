-- `factor_due`: nobody has shown a second factor for this session, since the provider or a one-time link began it.
-- Whoever has one shows it before anything else.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE sessions ADD COLUMN factor_due boolean NOT NULL DEFAULT false;
