-- What a caller calls a record by, where one was sent along. Few records have one, so their index is small.
-- Not `reference`: older programs join these tables with others that have a column of that name.
ALTER TABLE screenings ADD COLUMN caller_reference TEXT;
ALTER TABLE verifications ADD COLUMN caller_reference TEXT;
CREATE INDEX screenings_by_reference ON screenings (account_id, caller_reference, id) WHERE caller_reference IS NOT NULL;
CREATE INDEX verifications_by_reference ON verifications (account_id, caller_reference, id) WHERE caller_reference IS NOT NULL;
