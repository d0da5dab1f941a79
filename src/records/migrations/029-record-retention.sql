-- Days that records are kept; null: all are.
ALTER TABLE accounts ADD COLUMN keep_screenings INTEGER;
ALTER TABLE accounts ADD COLUMN keep_verifications INTEGER;
