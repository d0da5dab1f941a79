-- Days that records are kept; null: all are.
ALTER TABLE accounts ADD COLUMN keep_screenings integer;
ALTER TABLE accounts ADD COLUMN keep_verifications integer;
