-- Numbers that came with a name: `[{ "value", "type"?, "country"? }]`, JSON. Null on a record where none was sent.
ALTER TABLE screenings ADD COLUMN identifiers TEXT;
ALTER TABLE customers ADD COLUMN identifiers TEXT NOT NULL DEFAULT '[]';
