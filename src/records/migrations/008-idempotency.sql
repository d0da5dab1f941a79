-- Keys of requests that may come again, for 24 hours. Without an answer: the first request runs, or its answer is lost.
CREATE TABLE idempotency_keys (
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  created_at TEXT NOT NULL,
  answer TEXT,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
