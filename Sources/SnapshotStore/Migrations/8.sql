CREATE TABLE past_date (
  campus TEXT NOT NULL,
  date TEXT NOT NULL,
  results BLOB NOT NULL,
  hours BLOB NOT NULL,
  check_sum INTEGER NOT NULL,
  PRIMARY KEY (campus, date)
) WITHOUT ROWID;
