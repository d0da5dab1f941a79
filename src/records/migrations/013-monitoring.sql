-- Comparisons of customers with what changed on the lists. Customers up to the id `after` are compared. Screenings up to
-- the id `seen` are known to rest on the snapshot `to_snapshot`, or were compared with it.
CREATE TABLE monitoring_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reason TEXT NOT NULL CHECK (reason IN ('lists', 'engine')),
  from_snapshot TEXT,
  to_snapshot TEXT NOT NULL,
  after INTEGER NOT NULL DEFAULT 0,
  seen INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT
) STRICT;
CREATE UNIQUE INDEX monitoring_run_under_way ON monitoring_runs ((1)) WHERE ended_at IS NULL;

CREATE TABLE monitoring_counts (
  run INTEGER NOT NULL REFERENCES monitoring_runs (id),
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  customers INTEGER NOT NULL DEFAULT 0,
  compared INTEGER NOT NULL DEFAULT 0,
  opened INTEGER NOT NULL DEFAULT 0,
  reopened INTEGER NOT NULL DEFAULT 0,
  delisted INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX customers_monitored ON customers (account_id) WHERE monitored = 1;
