-- Customers of an account. `other_names` and `categories` are JSON. `state` follows from the alerts.
CREATE TABLE customers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  reference TEXT NOT NULL,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  date_of_birth TEXT,
  other_names TEXT NOT NULL,
  categories TEXT NOT NULL,
  min_score REAL NOT NULL,
  monitored INTEGER NOT NULL CHECK (monitored IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'clear' CHECK (state IN ('clear', 'open', 'confirmed')),
  revision INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX customers_by_reference ON customers (account_id, reference);
CREATE INDEX customers_of_account ON customers (account_id, id);
CREATE INDEX customers_by_state ON customers (account_id, state, id);
CREATE INDEX customers_by_update ON customers (account_id, updated_at, id);
CREATE INDEX customers_by_state_and_update ON customers (account_id, state, updated_at, id);

-- Screenings of a customer outlive it, unless they are to go along.
ALTER TABLE screenings ADD COLUMN customer_id INTEGER REFERENCES customers (id) ON DELETE SET NULL;
CREATE INDEX screenings_of_customer ON screenings (customer_id, id) WHERE customer_id IS NOT NULL;

-- What was told of a customer by name goes with the customer.
ALTER TABLE webhook_details ADD COLUMN customer_id INTEGER REFERENCES customers (id) ON DELETE CASCADE;
CREATE INDEX webhook_details_of_customer ON webhook_details (customer_id) WHERE customer_id IS NOT NULL;

-- Decisions from a score of 85 on take a second person.
ALTER TABLE accounts ADD COLUMN four_eyes INTEGER NOT NULL DEFAULT 0 CHECK (four_eyes IN (0, 1));

-- One alert for a subject and a listed entity, however often it is found. Without a customer `subject` is the key of
-- name, type and day of birth. `entries` (JSON, `source:id`) and `sources` (ids, a blank between) are of the last
-- sighting. `fingerprint` is of the facts that were dismissed. `opened_in`: the screening that opened it.
CREATE TABLE subject_alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  subject TEXT,
  customer_id INTEGER REFERENCES customers (id) ON DELETE CASCADE,
  verification_id INTEGER REFERENCES verifications (id) ON DELETE CASCADE,
  score REAL NOT NULL,
  state TEXT NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'confirmed', 'dismissed', 'escalated', 'delisted')),
  revision INTEGER NOT NULL DEFAULT 0,
  remembered INTEGER NOT NULL DEFAULT 0 CHECK (remembered IN (0, 1)),
  changed TEXT NOT NULL DEFAULT '[]',
  entries TEXT NOT NULL DEFAULT '[]',
  sources TEXT NOT NULL DEFAULT '',
  fingerprint TEXT,
  opened_in INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((subject IS NOT NULL) + (customer_id IS NOT NULL) + (verification_id IS NOT NULL) = 1)
) STRICT;

-- Without a user and a key: the service.
CREATE TABLE subject_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  alert_id INTEGER NOT NULL REFERENCES subject_alerts (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  user_id INTEGER,
  key_id TEXT,
  kind TEXT NOT NULL,
  reason TEXT,
  comment TEXT
) STRICT;

CREATE TABLE subject_memory (
  alert_id INTEGER PRIMARY KEY REFERENCES subject_alerts (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  subject TEXT NOT NULL,
  entries TEXT NOT NULL,
  fingerprint TEXT NOT NULL
) STRICT;

-- Which match of which record saw an alert.
CREATE TABLE alert_sightings (
  screening_id INTEGER NOT NULL REFERENCES screenings (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  alert_id INTEGER NOT NULL REFERENCES subject_alerts (id) ON DELETE CASCADE,
  PRIMARY KEY (screening_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX sightings_of_alert ON alert_sightings (alert_id, screening_id, place);
-- An alert goes with the last record that saw it. Those of customers go with them.
CREATE TRIGGER alerts_need_a_record AFTER DELETE ON alert_sightings
WHEN NOT EXISTS (SELECT 1 FROM alert_sightings WHERE alert_id = OLD.alert_id) BEGIN
  DELETE FROM subject_alerts WHERE id = OLD.alert_id AND subject IS NOT NULL;
END;

-- The match of a customer's alert when it was seen last: JSON, compressed (raw deflate).
CREATE TABLE alert_evidence (
  alert_id INTEGER PRIMARY KEY REFERENCES subject_alerts (id) ON DELETE CASCADE,
  match BLOB NOT NULL
) STRICT;

-- Decisions that wait for a second person.
CREATE TABLE alert_proposals (
  alert_id INTEGER PRIMARY KEY REFERENCES subject_alerts (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  user_id INTEGER,
  key_id TEXT,
  decision TEXT NOT NULL CHECK (decision IN ('confirmed', 'dismissed')),
  reason TEXT,
  comment TEXT,
  remember INTEGER NOT NULL CHECK (remember IN (0, 1))
) STRICT;

-- The alerts of before, one for each match, are folded: those of one account and subject that share an entry are one.
CREATE TABLE old_matches (
  alert_id INTEGER PRIMARY KEY,
  root INTEGER NOT NULL,
  subject TEXT NOT NULL,
  entries TEXT NOT NULL,
  sources TEXT NOT NULL,
  fingerprint TEXT NOT NULL
) STRICT;
INSERT INTO old_matches
SELECT alerts.id, alerts.id, subject_key(name, entity_type, date_of_birth), entry_keys(found.value),
  entry_sources(found.value), fingerprint(found.value)
FROM screenings JOIN screening_evidence ON screening_evidence.screening_id = screenings.id,
  json_each(inflated(screening_evidence.matches)) AS found
  JOIN alerts ON alerts.screening_id = screenings.id AND alerts.place = found.key;

CREATE TABLE old_keys (alert_id INTEGER NOT NULL, entry TEXT NOT NULL, root INTEGER NOT NULL) STRICT;
INSERT INTO old_keys
SELECT alert_id, account_id || char(10) || old_matches.subject || char(10) || entry.value, alert_id
FROM old_matches JOIN alerts ON alerts.id = alert_id, json_each(old_matches.entries) AS entry;
CREATE INDEX old_keys_by_entry ON old_keys (entry, root);
CREATE INDEX old_keys_by_alert ON old_keys (alert_id, root);
-- Each round carries the lowest id one entry further. Lists join at most a handful of entries in one entity.
UPDATE old_keys SET root = (SELECT min(root) FROM old_keys AS other WHERE other.entry = old_keys.entry);
UPDATE old_keys SET root = (SELECT min(root) FROM old_keys AS other WHERE other.alert_id = old_keys.alert_id);
UPDATE old_keys SET root = (SELECT min(root) FROM old_keys AS other WHERE other.entry = old_keys.entry);
UPDATE old_keys SET root = (SELECT min(root) FROM old_keys AS other WHERE other.alert_id = old_keys.alert_id);
UPDATE old_keys SET root = (SELECT min(root) FROM old_keys AS other WHERE other.entry = old_keys.entry);
UPDATE old_keys SET root = (SELECT min(root) FROM old_keys AS other WHERE other.alert_id = old_keys.alert_id);
UPDATE old_matches SET root = coalesce((SELECT min(root) FROM old_keys WHERE old_keys.alert_id = old_matches.alert_id), root);
CREATE INDEX old_matches_by_root ON old_matches (root, alert_id);

-- A group is confirmed where one of it was, and otherwise what its newest alert is. The oldest one keeps its id.
INSERT INTO subject_alerts (id, account_id, subject, score, state, revision, remembered, changed, entries, sources,
  fingerprint, opened_in, created_at, updated_at)
SELECT folded.root, newest.account_id, match.subject, newest.score, iif(folded.confirmed, 'confirmed', newest.state),
  folded.revision, newest.remembered AND NOT folded.confirmed, iif(folded.confirmed, '[]', newest.changed), match.entries,
  match.sources, iif(newest.state = 'dismissed' AND NOT folded.confirmed, match.fingerprint, NULL), oldest.screening_id,
  (SELECT created_at FROM screenings WHERE id = oldest.screening_id),
  max((SELECT created_at FROM screenings WHERE id = newest.screening_id),
    coalesce((SELECT max(at) FROM old_matches AS one JOIN alert_events ON alert_events.alert_id = one.alert_id
      WHERE one.root = folded.root), ''))
FROM (
  SELECT root, max(alert_id) AS last, max(state = 'confirmed') AS confirmed, max(revision) AS revision
  FROM old_matches JOIN alerts ON alerts.id = alert_id GROUP BY root
) AS folded
JOIN alerts AS newest ON newest.id = folded.last
JOIN alerts AS oldest ON oldest.id = folded.root
JOIN old_matches AS match ON match.alert_id = folded.last;
INSERT INTO alert_sightings (screening_id, place, alert_id)
SELECT screening_id, place, root FROM old_matches JOIN alerts ON alerts.id = alert_id;
INSERT INTO subject_alerts (id, account_id, verification_id, score, state, revision, remembered, changed, created_at,
  updated_at)
SELECT alerts.id, alerts.account_id, verification_id, score, state, revision, remembered, changed, created_at,
  coalesce((SELECT max(at) FROM alert_events WHERE alert_id = alerts.id), created_at)
FROM alerts JOIN verifications ON verifications.id = verification_id;
INSERT INTO subject_events (id, alert_id, at, user_id, kind, comment)
SELECT id, coalesce(root, alert_events.alert_id), at, user_id, kind, comment
FROM alert_events LEFT JOIN old_matches ON old_matches.alert_id = alert_events.alert_id
WHERE coalesce(root, alert_events.alert_id) IN (SELECT id FROM subject_alerts) ORDER BY id;
INSERT OR REPLACE INTO subject_memory (alert_id, account_id, subject, entries, fingerprint)
SELECT root, account_id, alert_memory.subject, alert_memory.entries, alert_memory.fingerprint
FROM alert_memory JOIN old_matches ON old_matches.alert_id = alert_memory.alert_id
WHERE root IN (SELECT id FROM subject_alerts WHERE state <> 'confirmed') ORDER BY alert_memory.alert_id;

-- Ids that were given are never given again, those of folded alerts and of their steps included.
DELETE FROM sqlite_sequence WHERE name IN ('subject_alerts', 'subject_events');
INSERT INTO sqlite_sequence (name, seq) SELECT 'subject_alerts', seq FROM sqlite_sequence WHERE name = 'alerts';
INSERT INTO sqlite_sequence (name, seq) SELECT 'subject_events', seq FROM sqlite_sequence WHERE name = 'alert_events';
DROP TABLE old_keys;
DROP TABLE old_matches;
DROP TABLE alert_memory;
DROP TABLE alert_events;
DROP TABLE alerts;
ALTER TABLE subject_alerts RENAME TO alerts;
ALTER TABLE subject_events RENAME TO alert_events;
ALTER TABLE subject_memory RENAME TO alert_memory;

-- Everything that a list of alerts is filtered and sorted by is in its index.
CREATE INDEX alerts_of_account ON alerts (account_id, state, id, score, sources, verification_id);
CREATE INDEX alerts_by_score ON alerts (account_id, state, score, id, verification_id);
CREATE INDEX alerts_of_subject ON alerts (account_id, subject) WHERE subject IS NOT NULL;
CREATE INDEX alerts_of_customer ON alerts (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX alerts_of_verification ON alerts (verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX events_of_alert ON alert_events (alert_id, id);
CREATE INDEX memory_of_subject ON alert_memory (account_id, subject);
