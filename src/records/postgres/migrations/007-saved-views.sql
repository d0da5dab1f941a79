-- The filters of the queue that a person keeps, as JSON.
ALTER TABLE users ADD COLUMN views text NOT NULL DEFAULT '[]';
