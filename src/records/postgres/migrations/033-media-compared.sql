-- Up to which row of an index of the news customers were compared. Each node has an index of its own.
CREATE TABLE media_compared (
  index_id text COLLATE "C" PRIMARY KEY,
  upto bigint NOT NULL,
  at timestamptz(3) NOT NULL
);
