-- The hours of a place in the week that begins on the day of the export, with exceptions.
SELECT date, weekday, state, hours FROM open_hours WHERE id = 'gmu/whats-open/recreation-and-athletic-complex-rac' ORDER BY date
