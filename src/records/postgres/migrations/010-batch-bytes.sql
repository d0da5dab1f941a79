-- Bytes that the rows of a batch took as they came in: what waits, was stopped or was refused costs no quota, so it has
-- a bound of its own.
ALTER TABLE batches ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
