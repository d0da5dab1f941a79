-- Which address gave a list, which others fail and since when, and whether hooks were told.
ALTER TABLE source_states ADD COLUMN failing_since TEXT;
ALTER TABLE source_states ADD COLUMN address TEXT;
ALTER TABLE source_states ADD COLUMN failing TEXT NOT NULL DEFAULT '[]';
ALTER TABLE source_states ADD COLUMN is_told INTEGER NOT NULL DEFAULT 0 CHECK (is_told IN (0, 1));
UPDATE source_states SET failing_since = last_error_at, is_told = 1 WHERE last_error IS NOT NULL;
