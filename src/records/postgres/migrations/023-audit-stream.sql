-- How far whoever gets the audit log outside is, by a hash of the address: what waits is the log itself.
CREATE TABLE audit_stream (
  target text COLLATE "C" PRIMARY KEY,
  sequence bigint NOT NULL,
  failing_since timestamptz(3),
  error text
);
