-- Days that files of names and deliveries of webhooks are kept, where an account says so.
ALTER TABLE accounts ADD COLUMN keep_batches integer;
ALTER TABLE accounts ADD COLUMN keep_deliveries integer;
