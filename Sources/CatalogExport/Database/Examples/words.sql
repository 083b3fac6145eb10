-- Entries with these words, the best matches first, and where the words are. Case and accents do not matter.
SELECT entries.id, entries.kind, entries.name, snippet(entries_fts, -1, '«', '»', '…', 8) AS found
FROM entries_fts JOIN entries ON entries.number = entries_fts.rowid
WHERE entries_fts MATCH 'cafe OR coff*'
ORDER BY entries_fts.rank, entries.number
