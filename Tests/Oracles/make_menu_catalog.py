"""Adds menus to the places of a campus in a catalog.

usage: make_menu_catalog.py CATALOG OUTPUT CAMPUS DATE

The first two places of the campus that have food get menus of the week of the date: the first one as a canteen has them, with one or two meals, prices by role and
all that is stated about a dish; the second one as a large dining hall has them, with three meals of many dishes each.
"""

import datetime
import hashlib
import json
import sys

FOOD = ("dining-hall", "cafe", "restaurant", "fast-food")
CURRY = {"name": "Vegetable curry", "notes": ["with rice"], "diets": ["vegan", "vegetarian", "halal"],
         "allergens": [{"code": "gluten", "detail": "wheat"}, {"code": "soy"}], "allergensStated": True,
         "prices": [{"role": "student", "amount": "2.60", "currency": "USD"}, {"role": "guest", "amount": "6.30", "currency": "USD"}]}
PIZZA = {"name": "Pizza Margherita", "diets": ["vegetarian"], "allergens": [{"code": "gluten"}, {"code": "milk"}], "allergensStated": True,
         "prices": [{"role": "student", "amount": "3.10", "currency": "USD"}, {"role": "employee", "amount": "5", "currency": "USD"}]}
SALAD = {"name": "Salad from the buffet", "diets": ["vegan"], "allergensStated": False,
         "prices": [{"amount": "0.90", "currency": "USD", "per": {"amount": "100", "unit": "g"}}]}
STEW = {"name": "Beef stew", "allergensStated": False, "labels": ["beef"]}


def menu(place, day, kind, sections, start=None, end=None):
    meal = {"name": kind.capitalize(), "kind": kind} | ({"from": start, "to": end} if start else {})
    feed = "/".join(place["id"].split("/")[:2])
    record = f"menu-{place['id'].split('/')[2]}-{day}-{kind}"
    return {"id": f"{feed}/{record}", "kind": "menu", "campus": place["campus"], "place": place["id"], "date": str(day), "meal": meal,
            "sections": [{"name": name, "dishes": dishes} for name, dishes in sections], "sources": [{"feed": feed, "record": record}]}


def line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def week(day):
    monday = day - datetime.timedelta(days=day.weekday())
    return [monday + datetime.timedelta(days=days) for days in range(7)]


def main(source, target, campus, day):
    with open(source) as file:
        catalog = json.load(file)
    # The sample has menus of its own, which are not those that the check asks about.
    catalog["entries"] = [entry for entry in catalog["entries"] if entry["kind"] != "menu"]
    small, large = [entry for entry in catalog["entries"] if entry["campus"] == campus and entry.get("category") in FOOD][:2]
    menus = []
    for date in week(datetime.date.fromisoformat(day)):
        # On other days, there is dinner only.
        if str(date) >= day:
            menus.append(menu(small, date, "lunch", [("Wok", [CURRY]), ("Oven", [PIZZA])], "11:00", "14:00"))
        menus.append(menu(small, date, "dinner", [("Buffet", [SALAD, STEW])], "17:00", "20:00"))
        for kind in ("breakfast", "lunch", "dinner"):
            sections = [(f"Station {number}", [STEW | {"name": f"Roasted vegetables {number}.{dish}"} for dish in range(6)]) for number in range(6)]
            menus.append(menu(large, date, kind, sections))
    entries = sorted(catalog["entries"] + menus, key=lambda entry: entry["id"])
    digest = hashlib.sha256("".join(line(item) + "\n" for item in catalog["campuses"] + entries).encode()).hexdigest()
    catalog.update(entries=entries, contentHash="sha256:" + digest)
    with open(target, "w") as file:
        file.write(line(catalog) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
