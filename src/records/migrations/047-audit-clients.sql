-- Network addresses of clients beside entries of the audit log, where the operator wants them in the audit stream. They
-- stand outside of the chain, and go once a receiver has the entry.
CREATE TABLE audit_clients (
  sequence INTEGER PRIMARY KEY,
  client TEXT NOT NULL
) STRICT;
