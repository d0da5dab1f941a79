/** Raised whenever what stands in the tables is made otherwise: an index of another form is made again. */
export const FORM = 1;

/** What an index of the news is made of. */
export const TABLES = `
  CREATE TABLE names (key INTEGER, size INTEGER, number INTEGER, text TEXT, PRIMARY KEY (key, size, number))
    WITHOUT ROWID, STRICT;
  CREATE TABLE mentions (number INTEGER, row INTEGER, PRIMARY KEY (number, row)) WITHOUT ROWID, STRICT;
  CREATE TABLE words (word INTEGER PRIMARY KEY, names INTEGER NOT NULL) STRICT;
  CREATE TABLE events (row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, day TEXT NOT NULL, body BLOB NOT NULL)
    STRICT;
  CREATE UNIQUE INDEX events_by_id ON events (id, day);
  CREATE INDEX events_by_day ON events (day);
  CREATE TABLE totals (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE days (day TEXT PRIMARY KEY, state TEXT NOT NULL, files INTEGER NOT NULL, articles INTEGER NOT NULL,
    bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO totals VALUES ('person', 0), ('organization', 0), ('events', 0);`;
