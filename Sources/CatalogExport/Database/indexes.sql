CREATE INDEX entries_by_campus ON entries (campus, kind);
CREATE INDEX places_by_category ON places (category);
CREATE INDEX events_by_date ON events (start_date, end_date);
CREATE INDEX menus_by_place ON menus (place, date);
CREATE INDEX dishes_by_date ON dishes (date, place);
CREATE INDEX diets_by_diet ON diets (diet);
CREATE INDEX tags_by_tag ON tags (tag);
CREATE INDEX aliases_by_alias ON aliases (alias);
