-- Who made a screening in the dashboard, and what was said of the lists then (sentences, JSON).
ALTER TABLE screenings ADD COLUMN user_id INTEGER;
ALTER TABLE screenings ADD COLUMN notes TEXT NOT NULL DEFAULT '[]';

-- Folded names. Everything that a table is filtered and sorted by is in its index, so that a filter that finds nothing
-- among 100,000 records reads the index alone.
ALTER TABLE screenings ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE screenings SET folded = fold(name);
DROP INDEX screenings_of_account;
CREATE INDEX screenings_of_account ON screenings (account_id, id, match_count, highest_score, created_at, folded);
ALTER TABLE verifications ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE verifications SET folded = fold(coalesce(json_extract(extracted_data, '$.fullName'), ''));
DROP INDEX verifications_of_account;
CREATE INDEX verifications_of_account ON verifications (account_id, id, status, match_confidence, created_at, folded);

-- What a person has to decide: a match (by its place in the record) or a verification.
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  screening_id INTEGER REFERENCES screenings (id) ON DELETE CASCADE,
  place INTEGER,
  verification_id INTEGER REFERENCES verifications (id) ON DELETE CASCADE,
  score REAL NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'dismissed')),
  revision INTEGER NOT NULL DEFAULT 0,
  remembered INTEGER NOT NULL DEFAULT 0 CHECK (remembered IN (0, 1)),
  changed TEXT NOT NULL DEFAULT '[]',
  CHECK ((screening_id IS NULL) = (place IS NULL) AND (screening_id IS NULL) <> (verification_id IS NULL))
) STRICT;
CREATE INDEX alerts_of_account ON alerts (account_id, state, id, score, screening_id, verification_id);
CREATE INDEX alerts_by_score ON alerts (account_id, state, score, id, screening_id, verification_id);
CREATE UNIQUE INDEX alerts_of_screening ON alerts (screening_id, place) WHERE screening_id IS NOT NULL;
CREATE UNIQUE INDEX alerts_of_verification ON alerts (verification_id) WHERE verification_id IS NOT NULL;

-- Without a user: the service, from what was remembered.
CREATE TABLE alert_events (
  id INTEGER PRIMARY KEY,
  alert_id INTEGER NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  user_id INTEGER,
  kind TEXT NOT NULL,
  comment TEXT
) STRICT;
CREATE INDEX events_of_alert ON alert_events (alert_id, id);

-- A dismissal that holds for its subject until the lists say something else of the entries (JSON, `source:id`).
CREATE TABLE alert_memory (
  alert_id INTEGER PRIMARY KEY REFERENCES alerts (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  subject TEXT NOT NULL,
  entries TEXT NOT NULL,
  fingerprint TEXT NOT NULL
) STRICT;
CREATE INDEX memory_of_subject ON alert_memory (account_id, subject);

-- Of the records that are there. The record itself holds the ten best matches, the evidence all of them. The worst
-- match comes first, so that the newest alert of a record is its best match.
INSERT INTO alerts (account_id, screening_id, place, score)
SELECT account_id, screenings.id, found.key, json_extract(found.value, '$.score')
FROM screenings LEFT JOIN screening_evidence ON screening_id = screenings.id,
  json_each(iif(match_count > 10, inflated(screening_evidence.matches), screenings.matches)) AS found
WHERE match_count > 0 ORDER BY screenings.id, found.key DESC;
INSERT INTO alerts (account_id, verification_id, score)
SELECT account_id, id, match_confidence FROM verifications WHERE status = 'Manual Review Required' ORDER BY id;
