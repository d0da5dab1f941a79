-- Which address gave a list, which others fail and since when, and whether hooks were told.
ALTER TABLE source_states
  ADD COLUMN failing_since timestamptz(3),
  ADD COLUMN address text,
  ADD COLUMN failing text NOT NULL DEFAULT '[]',
  ADD COLUMN is_told boolean NOT NULL DEFAULT false;
UPDATE source_states SET failing_since = last_error_at, is_told = true WHERE last_error IS NOT NULL;
