CREATE VIRTUAL TABLE entries_fts USING fts5(
  name, tags, labels, building, abbreviation, description, notice,
  content="entry_texts", content_rowid="number", tokenize="unicode61 remove_diacritics 2"
);
