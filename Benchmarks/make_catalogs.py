"""Write two catalogs with many places, in the program's layout: NEW has 60 changes and, with --shuffled, its entries in another order.

usage: make_catalogs.py FOLDER PLACES [--shuffled]
"""

import hashlib
import json
import random
import sys
from pathlib import Path

FOLDER, PLACES, SHUFFLED = Path(sys.argv[1]), int(sys.argv[2]), "--shuffled" in sys.argv
CHANGES = 60
FEED = 1_000
WORDS = None
rng = random.Random(20261121)
WORDS = ["".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rng.randint(3, 9))) for _ in range(5_000)]


def line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def words(count):
    return " ".join(rng.choice(WORDS) for _ in range(count))


def place(campus, number):
    opens = rng.randrange(6, 11)
    week = {day: [[f"{opens:02}:00", f"{opens + 9:02}:30"]] for day in ("mo", "tu", "we", "th")}
    week["fr"] = [[f"{opens:02}:00", f"{opens + 6:02}:00"]]
    return {
        "id": f"{campus}/places/{number:07}",
        "kind": "place",
        "campus": campus,
        "name": words(2).title(),
        "category": rng.choice(["cafe", "library", "gym", "restaurant"]),
        "tags": sorted({rng.choice(WORDS), rng.choice(WORDS)}),
        "description": words(60).capitalize() + ".",
        "location": {"building": words(2).title(), "latitude": round(rng.uniform(30, 55), 6), "longitude": round(rng.uniform(-120, 10), 6)},
        "hours": {"zone": "America/New_York", "layers": [{"level": "weekly", "week": week}]},
        "contact": {"phone": f"+1 555 {rng.randrange(10**7):07}"},
        "links": [{"rel": "website", "href": f"https://{campus}.example.edu/{number}"}],
        "sources": [{"feed": f"{campus}/places", "record": f"{number:07}"}],
    }


def change(entry, kind):
    """Apply each of five kinds of changes equally often, then remove one place and add one."""
    if kind == 0:
        entry["hours"]["layers"][0]["week"]["fr"][0][0] = "05:00"
    elif kind == 1:
        entry["name"] += " & Co"
    elif kind == 2:
        entry["location"]["latitude"] = round(entry["location"]["latitude"] + 0.001, 6)
    elif kind == 3:
        entry["tags"] = entry["tags"] + ["zz"]
    elif kind == 4:
        entry["contact"]["phone"] = "+1 555 0000000"


class Writer:
    def __init__(self, path, generated_at, campuses, feeds):
        self.file = open(path, "w", encoding="utf-8")
        self.hash = hashlib.sha256()
        self.first = True
        self.file.write('{"schema":"campus-catalog/1","generatedAt":"%s",\n"campuses":[\n' % generated_at)
        self.file.write(",\n".join(map(line, campuses)) + '\n],\n"feeds":[\n' + ",\n".join(map(line, feeds)) + '\n],\n"entries":[')
        for campus in campuses:
            self.hash.update(line(campus).encode() + b"\n")

    def add(self, text):
        self.file.write(("\n" if self.first else ",\n") + text)
        self.hash.update(text.encode() + b"\n")
        self.first = False

    def close(self):
        self.file.write('\n],\n"contentHash":"sha256:%s"}\n' % self.hash.hexdigest())
        self.file.close()


FOLDER.mkdir(parents=True, exist_ok=True)
names = [f"campus-{number:04}" for number in range(max(1, PLACES // FEED))]
campuses = [{"id": name, "name": name.title(), "timeZone": "America/New_York"} for name in names]
feeds = [{"id": f"{name}/places", "campus": name, "adapter": "places", "outcome": "fresh", "entries": PLACES // len(names), "rejected": 0} for name in names]
old = Writer(FOLDER / "old.json", "2026-11-20T12:00:00Z", campuses, feeds)
new = Writer(FOLDER / "new.json", "2026-11-21T12:00:00Z", campuses, feeds)
changed = {index: number for number, index in enumerate(sorted(random.Random(1).sample(range(PLACES), CHANGES)))}
kept = []
for index in range(PLACES):
    entry = place(names[min(index * len(names) // PLACES, len(names) - 1)], index)
    text = line(entry)
    old.add(text)
    number = changed.get(index)
    if number is not None:
        kind = number % 6
        if kind == 5 and number % 12 == 5:
            continue
        if kind == 5:
            twin = dict(entry, id=entry["id"] + "-b")
            (kept.append if SHUFFLED else new.add)(text)
            text = line(twin)
        else:
            change(entry, kind)
            text = line(entry)
    (kept.append if SHUFFLED else new.add)(text)
if SHUFFLED:
    random.Random(2).shuffle(kept)
    for text in kept:
        new.add(text)
old.close()
new.close()
