-- The feeds whose entries are missing. Without them, a count says nothing about their campuses.
SELECT * FROM missing_feeds ORDER BY id
