-- Searches of accounts in the news. `question`: what was asked, JSON. `found`: events, coverage and notes, compressed JSON.
CREATE TABLE media_searches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  key_id TEXT REFERENCES keys (id),
  user_id INTEGER,
  name TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  date_of_birth TEXT,
  question TEXT NOT NULL,
  score REAL NOT NULL,
  event_count INTEGER NOT NULL,
  found BLOB NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX media_searches_of_account ON media_searches (account_id, id);
CREATE INDEX media_searches_by_day ON media_searches (account_id, created_at, id);

-- Names that nobody is to find in the news, of all accounts.
CREATE TABLE media_barred_names (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  folded TEXT NOT NULL UNIQUE,
  reason TEXT NOT NULL,
  barred_by TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
