CREATE TABLE content_hash (
  campuses BLOB NOT NULL,
  parts BLOB NOT NULL,
  hash BLOB NOT NULL,
  check_sum INTEGER NOT NULL,
  PRIMARY KEY (campuses, parts)
) WITHOUT ROWID;
