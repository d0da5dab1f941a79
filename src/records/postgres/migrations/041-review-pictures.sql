-- `review_pictures`: owners and analysts may look at the pictures of verifications in the dashboard.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE accounts ADD COLUMN review_pictures boolean NOT NULL DEFAULT false;
