#!/usr/bin/env python3
"""Write two large synthetic feeds for measurements, each in its own replay folder.

usage: make_feeds.py DIR [MEGABYTES=60] [SEED=1]

DIR/penn/penn/dining/venues.json           Penn dining venues: a week of days, three dayparts each
DIR/gmu/gmu/whats-open/facilities.json     What's Open facilities, version 2: a main schedule and, for some, special ones

Compact JSON in UTF-8. The same arguments give the same bytes.
"""
import json, pathlib, random, sys

MEALS = [("Breakfast", 7, 10), ("Brunch", 9, 13), ("Lunch", 11, 14), ("Light Lunch", 14, 16), ("Dinner", 17, 20), ("Café du Soir", 18, 21)]
MESSAGES = ["", "", "", "", "", "Walk-in 5-6pm, reservations 6-8pm",
            "Meal exchange from open to close\nand not for boxes", "Bring your own cup – “refill”"]
FIRST = ["Café", "Señor", "Øst", "Łódź", "Zürich", "Crêperie", "Locust", "Harbor", "Jōmon", "Nowhere", "Oak & Ivy",
         "Παρθενών", "Śniadanie", "Old Mill", "Piñata"]
SECOND = ["Commons", "Market", "Grill", "Kitchen", "Bäckerei", "Express", "Coffee", "Noodles", "Taquería", "House",
          "Salad Bar", "Bento 弁当", "Grocer", "Corner"]
STREETS = ["Locust Walk", "Spruce St.", "Chestnut Street", "Allée des Érables", "Walnut St.", "S. 33rd St.",
           "Patriot Circle", "Aquia Creek Ln"]
BUILDINGS = ["Johnson Center", "Student Union Building", "Merten Hall", "Tidewater Hall", "Blue Ridge Hall",
             "Exploratory Hall", "Northern Neck Hall"]
CATEGORIES = ["Restaurant", "Café", "Dining Hall", "Take Out Dining Hall", "Convenience Store", "Athletic Facility", "Office", "Laundry"]
TAGS = ["coffee", "bagels", "sushi", "végétarien", "meal plan", "pizza", "salad", "open late", "halal", "buffet", "seating", "snacks"]
SPECIALS = [(0.15, "Thanksgiving", ("2026-11-25", "2026-11-29"), False),  # no open times: closed
            (0.10, "Winter", ("2026-12-19T00:00:00-05:00", "2027-01-18T23:59:59-05:00"), True)]
STAMP = "2017-08-27T00:%02d:%02d.%06dZ"


def name(rng, number):
    return f"{rng.choice(FIRST)} {rng.choice(SECOND)} {number}"


def penn_venue(rng, number):
    title, number_of_street, days = name(rng, number), rng.randrange(100, 4000), []
    for day in range(16, 23):
        date, parts = f"2026-11-{day}", []
        for label, opens, closes in rng.sample(MEALS, 3):  # neither sorted nor free of overlaps, as in the real feed
            ends = rng.choice(["23:59:00", "23:59:59", "01:30:00"]) if rng.random() < 0.1 else f"{closes:02}:{rng.choice((0, 15, 30, 45)):02}:00"
            parts.append({"starttime": f"{date}T{opens:02}:{rng.choice((0, 30)):02}:00", "endtime": f"{date}T{ends}",
                          "message": rng.choice(MESSAGES), "label": label if rng.random() < 0.9 else title})
        days.append({"date": date, "status": "open", "dayparts": parts})
    # The ids are larger than real ones, so that no fact of the registry (a position, a menu) applies.
    return {"name": title, "address": "" if rng.random() < 0.2 else f"{number_of_street} {rng.choice(STREETS)}", "days": days,
            "image": f"https://images.example.org/dining/venue+{number}.jpg", "id": 10_000_000 + number}


def open_times(rng, schedule):
    opens, late = rng.randrange(6, 12), rng.random()
    for day in range(7):
        last, closes = (day, f"{rng.randrange(17, 23)}:00:00") if late < 0.7 else (day, "23:59:59") if late < 0.85 else ((day + 1) % 7, "02:00:00")
        yield {"schedule": schedule, "modified": stamp(rng), "start_day": day, "end_day": last,
               "start_time": f"{opens:02}:{rng.choice((0, 30)):02}:00", "end_time": closes}


def stamp(rng):
    return STAMP % (rng.randrange(60), rng.randrange(60), rng.randrange(10**6))


def schedule(rng, number, title, valid=(None, None), rows=True):
    return {"id": number, "open_times": list(open_times(rng, number)) if rows else [], "modified": stamp(rng), "name": title,
            "valid_start": valid[0], "valid_end": valid[1], "twenty_four_hours": rng.random() < 0.03}


def gmu_facility(rng, number):
    title, building, category = name(rng, number), rng.randrange(len(BUILDINGS)), rng.randrange(len(CATEGORIES))
    slug = "-".join("".join(c for c in word.lower() if c.isascii() and c.isalnum()) or "x" for word in title.split())
    point = [-77.3 - rng.random() / 50, 38.82 + rng.random() / 50]
    site = {"id": building + 1, "created": stamp(rng), "modified": stamp(rng), "building": BUILDINGS[building],
            "friendly_building": "".join(word[0] for word in BUILDINGS[building].split()),
            "address": f"{4400 + building} {rng.choice(STREETS)}", "campus_region": "fairfax", "on_campus": rng.random() < 0.95,
            "coordinate_location": {"type": "Point", "coordinates": point}}
    special = [schedule(rng, 3 * number + n, f"{title} [{what}]", valid, rows)
               for n, (chance, what, valid, rows) in enumerate(SPECIALS, 1) if rng.random() < chance]
    return {"slug": slug, "facility_name": title, "facility_location": site,
            "facility_category": {"id": category + 1, "created": stamp(rng), "modified": stamp(rng), "name": CATEGORIES[category]},
            "facility_product_tags": rng.sample(TAGS, rng.randrange(4)),
            "tapingo_url": f"https://order.example.org/restaurant/{number}/" if rng.random() < 0.2 else "",
            "phone_number": f"703-993-{number % 10000:04}" if rng.random() < 0.5 else "",
            "logo": f"https://images.example.org/logo/{number}.png" if rng.random() < 0.5 else "",
            "note": "Closes early on game days – ask inside" if rng.random() < 0.1 else "",
            "main_schedule": schedule(rng, 3 * number, f"{title} [Fall]"), "special_schedules": special, "modified": stamp(rng)}


def write(path, record, size, rng):
    path.parent.mkdir(parents=True, exist_ok=True)
    part, written, number = path.with_name(path.name + ".part"), 1, 1000
    with open(part, "wb") as out:
        out.write(b"[")
        while written < size:
            line = (b"," if number > 1000 else b"") + json.dumps(record(rng, number), ensure_ascii=False, separators=(",", ":")).encode()
            written += out.write(line)
            number += 1
        out.write(b"]")
    part.replace(path)
    print(f"{path}: {number - 1000} records, {path.stat().st_size / 1e6:.1f} MB", file=sys.stderr)


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1])
    size = int(float(sys.argv[2]) * 1e6) if len(sys.argv) > 2 else 60_000_000
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    write(root / "penn/penn/dining/venues.json", penn_venue, size, random.Random("penn" + seed))
    write(root / "gmu/gmu/whats-open/facilities.json", gmu_facility, size, random.Random("gmu" + seed))
