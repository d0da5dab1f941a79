-- `review_pictures`: owners and analysts may look at the pictures of verifications in the dashboard.
ALTER TABLE accounts ADD COLUMN review_pictures INTEGER NOT NULL DEFAULT 0 CHECK (review_pictures IN (0, 1));
