-- What a browser calls itself, and since when somebody signs in with it; null: since before this was kept.
ALTER TABLE sessions ADD COLUMN agent TEXT;
ALTER TABLE known_browsers ADD COLUMN agent TEXT;
ALTER TABLE known_browsers ADD COLUMN first_at TEXT;
