-- What a key may do, a JSON list; null: all, as keys of before may.
ALTER TABLE keys ADD COLUMN scopes TEXT;
