-- The feeds of each entry, with their terms of use and when they were fetched.
SELECT sources.id, sources.record, feeds.url, feeds.license, feeds.fetched_at
FROM sources JOIN feeds ON feeds.id = sources.feed
ORDER BY sources.id, sources.position
