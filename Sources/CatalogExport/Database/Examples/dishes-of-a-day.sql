-- The vegetarian dishes of a day that are stated to have no nuts, with what students pay.
SELECT places.name AS place, dishes.meal, dishes.name, ifnull(price_student, price) AS price, currency
FROM dishes LEFT JOIN places ON places.id = dishes.place
WHERE date = '2026-11-30' AND allergens_stated
  AND EXISTS (SELECT * FROM diets WHERE id = dishes.id AND dish = dishes.position AND diet IN ('vegetarian', 'vegan'))
  AND NOT EXISTS (SELECT * FROM allergens WHERE id = dishes.id AND dish = dishes.position AND code = 'nuts')
ORDER BY dishes.id, dishes.position
