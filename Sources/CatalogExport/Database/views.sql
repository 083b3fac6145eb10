CREATE VIEW missing_feeds ( -- The feeds whose entries are missing here.
  id, campus, url, outcome, reason
) AS
SELECT id, campus, url, outcome, reason FROM feeds WHERE missing;

CREATE VIEW open_hours ( -- One row for each place and day of the week that begins on the day of the export (campuses.local_date).
  id, campus, name,
  date, -- the service day
  weekday, -- mo to su
  state, -- open, closed or unknown: one that is open has hours
  hours -- such as 07:00-10:00, 18:00-26:00
) AS
WITH day (campus, date, weekday) AS (
  SELECT id, date(local_date, later || ' days'), substr('sumotuwethfrsa', 1 + 2 * strftime('%w', local_date, later || ' days'), 2)
  FROM campuses, (SELECT column1 AS later FROM (VALUES (0), (1), (2), (3), (4), (5), (6)))
)
SELECT places.id, places.campus, places.name, day.date, day.weekday,
  (
    SELECT state FROM hours
    WHERE hours.id = places.id AND day.date BETWEEN ifnull(from_date, day.date) AND ifnull(to_date, day.date)
      AND day.weekday = ifnull(hours.weekday, day.weekday)
  ),
  (
    SELECT group_concat(opens || '-' || closes, ', ')
    FROM (
      SELECT opens, closes FROM hours
      WHERE hours.id = places.id AND day.date BETWEEN ifnull(from_date, day.date) AND ifnull(to_date, day.date)
        AND day.weekday = ifnull(hours.weekday, day.weekday)
      ORDER BY position
    )
  )
FROM places JOIN day ON day.campus = places.campus;
