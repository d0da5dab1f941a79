-- What led to the result of a verification, as JSON: where each field came from, check digits, measures, thresholds.
-- Never an image, a crop or an embedding.
ALTER TABLE verifications ADD COLUMN evidence TEXT NOT NULL DEFAULT '{}';
