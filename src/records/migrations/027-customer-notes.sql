-- What people write down about a customer. A note goes with the customer.
CREATE TABLE customer_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  user_id INTEGER,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX notes_of_customer ON customer_notes (customer_id, id);
