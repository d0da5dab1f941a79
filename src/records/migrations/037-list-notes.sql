-- What was said of the lists is the same for all that is screened on a day, so it is kept once and records name it.
-- Records of before keep their words in `notes`. `day`: midnight in UTC.
CREATE TABLE list_notes (
  digest TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  notes TEXT NOT NULL
) STRICT, WITHOUT ROWID;
ALTER TABLE screenings ADD COLUMN about_lists TEXT;
