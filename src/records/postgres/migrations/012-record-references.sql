-- What a caller calls a record by, where one was sent along. Few records have one, so their index is small.
-- Not `reference`: older programs join these tables with others that have a column of that name.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE verifications, screenings IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE screenings ADD COLUMN caller_reference text COLLATE "C";
ALTER TABLE verifications ADD COLUMN caller_reference text COLLATE "C";
CREATE INDEX screenings_by_reference ON screenings (account_id, caller_reference, id) WHERE caller_reference IS NOT NULL;
CREATE INDEX verifications_by_reference ON verifications (account_id, caller_reference, id) WHERE caller_reference IS NOT NULL;
