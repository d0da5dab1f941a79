-- Whether a decision needs a reason. Accounts of before go on as they were.
ALTER TABLE accounts ADD COLUMN require_reason boolean NOT NULL DEFAULT false;
