CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  generated_at TEXT NOT NULL,
  selection TEXT NOT NULL,
  campuses BLOB NOT NULL,
  reports BLOB NOT NULL,
  parts BLOB NOT NULL,
  checked TEXT NOT NULL,
  check_sum INTEGER NOT NULL
);
CREATE INDEX run_generated_at ON run (generated_at);
CREATE TABLE change (
  snapshot INTEGER NOT NULL,
  entry TEXT NOT NULL,
  what TEXT NOT NULL,
  reason TEXT,
  at TEXT NOT NULL,
  check_sum INTEGER NOT NULL,
  PRIMARY KEY (snapshot, entry)
) WITHOUT ROWID;
CREATE INDEX change_entry ON change (entry);
CREATE TABLE stream_entry (
  entry TEXT PRIMARY KEY NOT NULL,
  snapshot INTEGER NOT NULL,
  at TEXT NOT NULL,
  line TEXT NOT NULL,
  check_sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE watch (
  name TEXT PRIMARY KEY NOT NULL,
  run INTEGER NOT NULL,
  check_sum INTEGER NOT NULL
) WITHOUT ROWID;
ALTER TABLE snapshot_body ADD COLUMN url TEXT;
ALTER TABLE snapshot_body ADD COLUMN headers TEXT;
ALTER TABLE snapshot_body ADD COLUMN received_at TEXT;
