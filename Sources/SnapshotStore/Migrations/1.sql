CREATE TABLE content (
  sha256 BLOB PRIMARY KEY NOT NULL,
  size INTEGER NOT NULL,
  coding TEXT NOT NULL,
  bytes BLOB NOT NULL
);
CREATE TABLE snapshot (
  id INTEGER PRIMARY KEY,
  feed TEXT NOT NULL REFERENCES feed (id) DEFERRABLE INITIALLY DEFERRED,
  accepted_at TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  content BLOB NOT NULL REFERENCES content (sha256),
  bodies TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  url TEXT,
  etag TEXT,
  notes TEXT NOT NULL,
  check_sum INTEGER NOT NULL
);
CREATE INDEX snapshot_feed ON snapshot (feed, accepted_at);
CREATE INDEX snapshot_content ON snapshot (content);
CREATE TABLE snapshot_body (
  snapshot INTEGER NOT NULL REFERENCES snapshot (id),
  label TEXT NOT NULL,
  sha256 BLOB NOT NULL REFERENCES content (sha256),
  check_sum INTEGER NOT NULL,
  PRIMARY KEY (snapshot, label)
) WITHOUT ROWID;
CREATE INDEX snapshot_body_sha256 ON snapshot_body (sha256);
CREATE TABLE feed (
  id TEXT PRIMARY KEY NOT NULL,
  key TEXT NOT NULL,
  is_stream INTEGER NOT NULL,
  snapshot INTEGER REFERENCES snapshot (id),
  requests INTEGER NOT NULL,
  next_due TEXT,
  not_before TEXT,
  failures INTEGER NOT NULL,
  last_failure TEXT,
  last_polled_at TEXT,
  last_unconditional_at TEXT,
  distrusts_validators INTEGER NOT NULL,
  gone_at TEXT NOT NULL,
  held_reason TEXT,
  held_count INTEGER,
  held_last_at TEXT,
  check_sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE request (
  feed TEXT NOT NULL REFERENCES feed (id) DEFERRABLE INITIALLY DEFERRED,
  label TEXT NOT NULL,
  key TEXT NOT NULL,
  etag TEXT,
  last_modified TEXT,
  body BLOB NOT NULL REFERENCES content (sha256),
  url TEXT NOT NULL,
  headers TEXT NOT NULL,
  received_at TEXT NOT NULL,
  moved_url TEXT,
  moved_count INTEGER,
  moved_since TEXT,
  check_sum INTEGER NOT NULL,
  PRIMARY KEY (feed, label)
) WITHOUT ROWID;
CREATE INDEX request_body ON request (body);
CREATE TABLE host (
  origin TEXT PRIMARY KEY NOT NULL,
  not_before TEXT,
  failures INTEGER NOT NULL,
  openings INTEGER NOT NULL,
  check_sum INTEGER NOT NULL
) WITHOUT ROWID;
