-- Up to which row of an index of the news customers were compared. Each node has an index of its own.
CREATE TABLE media_compared (
  index_id TEXT PRIMARY KEY,
  upto INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT;
