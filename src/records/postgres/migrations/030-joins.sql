-- How many groups of entries each reason joined when a snapshot was compiled, JSON; null where an older program did.
ALTER TABLE snapshots ADD COLUMN joins text;

-- Two entries (`source:id`) that the operator keeps apart. `first` is the smaller of the two.
CREATE TABLE separated_entries (
  first text COLLATE "C" NOT NULL,
  second text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (first, second)
);
