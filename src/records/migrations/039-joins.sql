-- How many groups of entries each reason joined when a snapshot was compiled, JSON; null where an older program did.
ALTER TABLE snapshots ADD COLUMN joins TEXT;

-- Two entries (`source:id`) that the operator keeps apart. `first` is the smaller of the two.
CREATE TABLE separated_entries (
  first TEXT NOT NULL,
  second TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (first, second)
) STRICT, WITHOUT ROWID;
