-- Where accounts are told of events. `events` is JSON. A secret is sealed under a master key; the former one signs
-- until `former_until`. `removed`: nobody sees it, and what was to be told goes in the background.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  description TEXT,
  details INTEGER NOT NULL CHECK (details IN (0, 1)),
  secret BLOB NOT NULL,
  former_secret BLOB,
  former_until TEXT,
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'off', 'removed')),
  failing_since TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX webhooks_of_account ON webhooks (account_id, id);

-- What happened, written in the transaction of what it tells of. `data` is JSON without names and dates of people.
CREATE TABLE webhook_events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- Names and dates for hooks that ask for them (JSON). They go with the records that they are about.
CREATE TABLE webhook_details (
  event INTEGER PRIMARY KEY REFERENCES webhook_events (number) ON DELETE CASCADE,
  screening_id INTEGER REFERENCES screenings (id) ON DELETE CASCADE,
  verification_id INTEGER REFERENCES verifications (id) ON DELETE CASCADE,
  alert_id INTEGER REFERENCES alerts (id) ON DELETE CASCADE,
  details TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_details_of_screening ON webhook_details (screening_id) WHERE screening_id IS NOT NULL;
CREATE INDEX webhook_details_of_verification ON webhook_details (verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX webhook_details_of_alert ON webhook_details (alert_id) WHERE alert_id IS NOT NULL;

-- An event on its way to a hook. While it is pending, `next_at` says when it is tried, and `ended_at` is null. While an
-- attempt runs, `next_at` says when it counts as lost. `asked`: somebody asked for it, so that it goes to a hook that
-- is off as well.
CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id),
  event INTEGER NOT NULL REFERENCES webhook_events (number),
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  last_status INTEGER,
  last_error TEXT,
  next_at TEXT,
  asked INTEGER NOT NULL DEFAULT 0 CHECK (asked IN (0, 1)),
  ended_at TEXT,
  CHECK ((state = 'pending') = (next_at IS NOT NULL) AND (state = 'pending') = (ended_at IS NULL))
) STRICT;
CREATE INDEX webhook_deliveries_of_hook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;

-- How much of a quota is left, as it was told last.
ALTER TABLE quota_use ADD COLUMN level TEXT NOT NULL DEFAULT 'enough' CHECK (level IN ('enough', 'low', 'spent'));
