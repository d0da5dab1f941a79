-- Rows of a batch of customers become customers; those of any other one become screenings.
ALTER TABLE batches ADD COLUMN kind TEXT NOT NULL DEFAULT 'screenings' CHECK (kind IN ('screenings', 'customers'));
