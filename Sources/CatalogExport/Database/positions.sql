CREATE VIRTUAL TABLE places_rtree USING rtree( -- The positions of places, rounded outward to 32 bits.
  number, south, north, west, east
);
INSERT INTO places_rtree
  SELECT number, latitude, latitude, longitude, longitude FROM places WHERE latitude IS NOT NULL;
