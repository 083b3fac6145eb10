-- Whether each place is open at a local date and time: open, closed or unknown.
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
