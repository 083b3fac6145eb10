/// A query that shows how to use the database. The table `examples` has all of them.
struct ExampleQuery: Sendable {
  let name: String
  /// The question it answers, as a sentence.
  let about: String
  let sql: String

  static let all = [
    ExampleQuery(
      name: "open at a moment", about: "Whether each place is open at a local date and time: open, closed or unknown.",
      sql: """
        WITH moment (date, time) AS (VALUES ('2026-11-22', '01:30')),
        day (date, weekday, minute) AS (  -- the day, and the one before it, whose nights may go on
          SELECT date(date, -before || ' days'), substr('sumotuwethfrsa', 1 + 2 * strftime('%w', date, -before || ' days'), 2),
            60 * substr(time, 1, 2) + substr(time, 4, 2) + 1440 * before
          FROM moment, (SELECT 0 AS before UNION ALL SELECT 1)
        ),
        known AS NOT MATERIALIZED (  -- what is known about these days
          SELECT hours.*, day.minute
          FROM hours JOIN day ON day.date BETWEEN ifnull(hours.from_date, day.date) AND ifnull(hours.to_date, day.date)
            AND day.weekday = ifnull(hours.weekday, day.weekday)
        )
        SELECT id, name,
          CASE
            WHEN EXISTS (SELECT * FROM known WHERE id = places.id AND opens_minutes <= minute AND minute < closes_minutes) THEN 'open'
            WHEN EXISTS (SELECT * FROM known WHERE id = places.id AND state = 'unknown' AND minute < 1440) THEN 'unknown'
            ELSE 'closed'
          END AS state
        FROM places
        ORDER BY id
        """),
    ExampleQuery(
      name: "hours of a week", about: "The hours of a place in the week that begins on the day of the export, with exceptions.",
      sql:
        "SELECT date, weekday, state, hours FROM open_hours WHERE id = 'gmu/whats-open/recreation-and-athletic-complex-rac' ORDER BY date"),
    ExampleQuery(
      name: "words", about: "Entries with these words, the best matches first, and where the words are. Case and accents do not matter.",
      sql: """
        SELECT entries.id, entries.kind, entries.name, snippet(entries_fts, -1, '«', '»', '…', 8) AS found
        FROM entries_fts JOIN entries ON entries.number = entries_fts.rowid
        WHERE entries_fts MATCH 'cafe OR coff*'
        ORDER BY entries_fts.rank, entries.number
        """),
    ExampleQuery(
      name: "box", about: "Places in a box: places_rtree finds them, and their exact positions decide.",
      sql: """
        SELECT places.id, places.name, places.latitude, places.longitude
        FROM places_rtree JOIN places USING (number)
        WHERE south <= 38.84 AND north >= 38.82 AND west <= -77.30 AND east >= -77.32
          AND latitude BETWEEN 38.82 AND 38.84 AND longitude BETWEEN -77.32 AND -77.30
        ORDER BY places.number
        """),
    ExampleQuery(
      name: "sources", about: "The feeds of each entry, with their terms of use and when they were fetched.",
      sql: """
        SELECT sources.id, sources.record, feeds.url, feeds.license, feeds.fetched_at
        FROM sources JOIN feeds ON feeds.id = sources.feed
        ORDER BY sources.id, sources.position
        """),
    ExampleQuery(
      name: "missing", about: "The feeds whose entries are missing. Without them, a count says nothing about their campuses.",
      sql: "SELECT * FROM missing_feeds ORDER BY id"),
  ]
}
