-- Numbers that came with a name: `[{ "value", "type"?, "country"? }]`. Null on a record where none was sent.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE customers, screenings IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE screenings ADD COLUMN identifiers json;
ALTER TABLE customers ADD COLUMN identifiers json NOT NULL DEFAULT '[]';
