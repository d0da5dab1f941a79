-- Whether a decision needs a reason. Accounts of before go on as they were.
ALTER TABLE accounts ADD COLUMN require_reason INTEGER NOT NULL DEFAULT 0 CHECK (require_reason IN (0, 1));
