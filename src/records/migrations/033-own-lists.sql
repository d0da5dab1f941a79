-- Lists of an account's own, and those of the operator for everybody (owner 0). A list's entries go with it.
CREATE TABLE own_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner INTEGER NOT NULL,
  list TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  enabled INTEGER NOT NULL,
  entries INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (owner, list)
) STRICT;
CREATE TABLE own_list_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  list_id INTEGER NOT NULL REFERENCES own_lists (id) ON DELETE CASCADE,
  entry TEXT NOT NULL,
  content TEXT NOT NULL,
  folded TEXT NOT NULL,
  until TEXT,
  ended INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (list_id, entry)
) STRICT;
CREATE INDEX own_entries_by_version ON own_list_entries (list_id, version);
CREATE INDEX own_entries_by_end ON own_list_entries (until) WHERE until IS NOT NULL;
CREATE TABLE own_list_states (
  owner INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  compared INTEGER NOT NULL,
  engine TEXT NOT NULL DEFAULT '',
  changed_at TEXT NOT NULL
) STRICT;
