-- What a receiver answered to the last attempt, its first 2 KB.
ALTER TABLE webhook_deliveries ADD COLUMN last_answer text;
