-- Customers from A to Z, and those that nobody watches, which are few.
CREATE INDEX customers_by_name ON customers (account_id, substr(folded, 1, 60), id);
CREATE INDEX customers_unmonitored ON customers (account_id, id) WHERE NOT monitored;
CREATE INDEX customers_by_type ON customers (account_id, entity_type, id);
-- The name of the file that a batch came as, and whether the new customers in it are watched.
ALTER TABLE batches ADD COLUMN title text;
ALTER TABLE batches ADD COLUMN watched boolean NOT NULL DEFAULT true;
