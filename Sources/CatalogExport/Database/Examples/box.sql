-- Places in a box: places_rtree finds them, and their exact positions decide.
SELECT places.id, places.name, places.latitude, places.longitude
FROM places_rtree JOIN places USING (number)
WHERE south <= 38.84 AND north >= 38.82 AND west <= -77.30 AND east >= -77.32
  AND latitude BETWEEN 38.82 AND 38.84 AND longitude BETWEEN -77.32 AND -77.30
ORDER BY places.number
