-- By which copies of a selfie are known, and looked up by the first digits. Null where none were looked for.
ALTER TABLE verifications ADD COLUMN selfie_print text COLLATE "C";
CREATE INDEX verifications_by_selfie ON verifications (account_id, left(selfie_print, 8));
