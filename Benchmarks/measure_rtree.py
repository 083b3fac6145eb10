"""For comparison with the questions to the store: an R*Tree of the same positions, built by Python's SQLite."""

import json
import sqlite3
import sys
import time
from pathlib import Path

FOLDER = Path(sys.argv[1])
LATITUDE, LONGITUDE = 40.0, -75.0

database = sqlite3.connect(":memory:")
database.execute("CREATE VIRTUAL TABLE place USING rtree(id, south, north, west, east)")
positions = [
    (float(venue["lat"]), float(venue["lon"]))
    for file in sorted(FOLDER.glob("campus-*.json"))
    for venue in json.loads(file.read_text())["food_venues"]
]
start = time.perf_counter()
database.executemany("INSERT INTO place VALUES (?, ?, ?, ?, ?)", ((row, a, a, o, o) for row, (a, o) in enumerate(positions)))
print(f"R*Tree of {len(positions)} positions, in memory: made in {time.perf_counter() - start:.1f} s")
for degrees in (0.01, 1, 20, 60):
    box = (LATITUDE - degrees, LATITUDE + degrees, LONGITUDE - degrees, LONGITUDE + degrees)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        question = "SELECT count(*) FROM place WHERE south >= ? AND north <= ? AND west >= ? AND east <= ?"
        (found,) = database.execute(question, box).fetchone()
        times.append(time.perf_counter() - start)
    print(f"R*Tree, a box of {2 * degrees} degrees with {found} places: {min(times) * 1000:.1f} ms")
