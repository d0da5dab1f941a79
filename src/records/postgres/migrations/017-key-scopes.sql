-- What a key may do, a list; null: all, as keys of before may.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE keys IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE keys ADD COLUMN scopes json;
