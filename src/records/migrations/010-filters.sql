-- What the lists of the API are filtered and sorted by: an index for each order, which holds every filter, so that a
-- page among 100,000 records reads one index and its own rows. `name_key`: the name with its case folded.
ALTER TABLE screenings ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
UPDATE screenings SET name_key = name_key(name);
DROP INDEX screenings_by_day;
CREATE INDEX screenings_by_day ON screenings (account_id, created_at, id, match_count, entity_type);
CREATE INDEX screenings_by_score ON screenings (account_id, highest_score, id, created_at, match_count, entity_type);
CREATE INDEX screenings_by_name ON screenings (account_id, name_key, id, created_at, match_count, entity_type);

ALTER TABLE verifications ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE verifications ADD COLUMN document_type TEXT;
UPDATE verifications SET document_type = json_extract(extracted_data, '$.documentType'),
  name_key = name_key(coalesce(json_extract(extracted_data, '$.fullName'), ''));
DROP INDEX verifications_by_day;
CREATE INDEX verifications_by_day ON verifications (account_id, created_at, id, status, document_type);
CREATE INDEX verifications_by_confidence
  ON verifications (account_id, match_confidence, id, created_at, status, document_type);
CREATE INDEX verifications_by_name ON verifications (account_id, name_key, id, created_at, status, document_type);
