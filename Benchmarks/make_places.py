"""Write the feeds of many campuses with many places, in the shape of the adapter `places`, and a registry of them."""

import json
import random
import sys
from pathlib import Path

FOLDER, PORT, PLACES = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
FEED = 10_000
ZONES = ["America/New_York", "Europe/London", "Asia/Seoul", "America/Los_Angeles"]
KINDS = ["Hall", "Library", "Cafe", "Dining", "Center", "Market", "Gym", "Office", "Bar", "Kitchen"]
AMENITIES = ["wifi", "vegan", "outdoor seating", "takeaway", "step free", "card only"]

random.seed(20261121)
WORDS = ["".join(random.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(random.randint(3, 9))).capitalize() for _ in range(20_000)]


def clock(minutes):
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def day():
    kind = random.random()
    if kind < 0.08:
        return "closed"
    if kind < 0.25:
        opens = random.randrange(420, 600, 15)
        return f"{clock(opens)}-{clock(opens + 180)}, {clock(opens + 240)}-{clock(opens + 600)}"
    opens = random.randrange(360, 1200, 15)
    return f"{clock(opens)}-{clock(opens + random.randrange(120, 720, 30))}"


def hours():
    if random.random() < 0.1:
        return ["00:00-24:00"] * 7
    week, end = day(), day()
    return [week] * 4 + [day(), end, end]


def venue(number, latitude, longitude):
    return {
        "name": f"{random.choice(WORDS)} {random.choice(KINDS)}",
        "building": f"{random.choice(WORDS)} Building {number}",
        "lat": f"{latitude + random.uniform(-0.05, 0.05):.6f}",
        "lon": f"{longitude + random.uniform(-0.05, 0.05):.6f}",
        "description": "<p>" + " ".join(random.choice(WORDS) for _ in range(8)) + ".</p>",
        "opening_times": hours(),
        "amenities": random.sample(AMENITIES, 2),
    }


FOLDER.mkdir(parents=True, exist_ok=True)
campuses, feeds = [], []
for number in range(PLACES // FEED):
    latitude, longitude = random.uniform(30, 55), random.uniform(-120, 10)
    name = f"campus-{number}"
    venues = [venue(index, latitude, longitude) for index in range(FEED)]
    (FOLDER / f"{name}.json").write_text(json.dumps({"food_venues": venues}))
    campuses.append({"id": name, "name": f"Campus {number}", "timeZone": ZONES[number % 4], "country": "US", "location": {"latitude": latitude, "longitude": longitude}})
    feeds.append({"id": f"{name}/places", "adapter": "places", "addresses": {"places": [f"http://127.0.0.1:{PORT}/{name}.json"]}})
built_in = [{"id": feed, "enabled": False} for feed in ("penn/dining", "penn/menus", "gmu/whats-open", "liverpool/places", "everywhere/guides", "everywhere/quotes")]
(FOLDER / "registry.json").write_text(json.dumps({"campuses": campuses, "feeds": feeds + built_in}))
