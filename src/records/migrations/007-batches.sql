-- Files of names that are screened row by row. `incomplete`: its rows are being put in or taken out, and nobody sees it;
-- `open`: it goes on. Whether an open one waits for quota is not written down: the account's quota says so.
CREATE TABLE batches (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  key_id TEXT REFERENCES keys (id),
  user_id INTEGER,
  entity_type TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'incomplete' CHECK (status IN ('incomplete', 'open', 'done', 'cancelled')),
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  matched INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  ended_at TEXT
) STRICT;
CREATE INDEX batches_of_account ON batches (account_id, number);
CREATE INDEX batches_unfinished ON batches (account_id, number) WHERE ended_at IS NULL;

-- `sent` is the row as it was sent (JSON), until a record holds it. A row with a screening or an error has its outcome.
CREATE TABLE batch_rows (
  batch INTEGER NOT NULL REFERENCES batches (number),
  row INTEGER NOT NULL,
  line INTEGER NOT NULL,
  reference TEXT NOT NULL,
  sent TEXT,
  screening_id INTEGER,
  error TEXT,
  PRIMARY KEY (batch, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_refusals ON batch_rows (batch, row) WHERE error IS NOT NULL;
