-- By which copies of a selfie are known, and looked up by the first digits. Null where none were looked for.
ALTER TABLE verifications ADD COLUMN selfie_print TEXT;
CREATE INDEX verifications_by_selfie ON verifications (account_id, substr(selfie_print, 1, 8))
  WHERE selfie_print IS NOT NULL;
