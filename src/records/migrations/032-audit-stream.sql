-- How far whoever gets the audit log outside is, by a hash of the address: what waits is the log itself.
CREATE TABLE audit_stream (
  target TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  failing_since TEXT,
  error TEXT
) STRICT, WITHOUT ROWID;
