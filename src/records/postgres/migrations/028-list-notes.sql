-- What was said of the lists is the same for all that is screened on a day, so it is kept once and records name it.
-- Records of before keep their words in `notes`. `day`: midnight in UTC.
-- Nodes of before know no other place for these words. `schema_known` says which schema a node reads; null: one of before.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE screenings IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE screenings ADD COLUMN about_lists text COLLATE "C";
ALTER TABLE nodes ADD COLUMN schema_known integer;
CREATE TABLE list_notes (
  digest text COLLATE "C" PRIMARY KEY,
  day timestamptz(3) NOT NULL,
  notes json NOT NULL
);
