"""Ask the program questions about a store with very many places, and print the times of whole processes."""

import functools
import http.server
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

BINARY, FOLDER, TIMES = sys.argv[1], Path(sys.argv[2]), int(sys.argv[4])
STORE, REGISTRY = FOLDER / "store.sqlite", FOLDER / "registry.json"
INDEX = FOLDER / "store.sqlite.index"
# The port that the registry names: an earlier run may have written it.
PORT = int(json.loads(REGISTRY.read_text())["feeds"][0]["addresses"]["places"][0].split(":")[2].split("/")[0])
CHANGES = 1000
AT = "2026-11-21T17:30:00Z"
ENVIRONMENT = {"HOME": str(FOLDER), "PATH": os.environ["PATH"]}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def run(*arguments):
    start = time.perf_counter()
    result = subprocess.run([BINARY, *arguments], env=ENVIRONMENT, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if result.returncode not in (0, 3):
        sys.exit(f"{arguments}: exit {result.returncode}\n{result.stderr}")
    return seconds, result.stdout


def collect(*more):
    handler = functools.partial(Quiet, directory=FOLDER)
    with http.server.ThreadingHTTPServer(("127.0.0.1", PORT), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        limits = ["--allow-private", "--per-host", "8", "--deadline", "3600", "-q", "-o", os.devnull]
        seconds, _ = run("--config", str(REGISTRY), "--store", str(STORE), *limits, *more)
        server.shutdown()
    return seconds


def change(files):
    """Give places of some feeds another name, building, position or other hours, and collect them."""
    files = list(files)
    for file in files:
        feed = json.loads(file.read_text())
        for venue in random.sample(feed["food_venues"], CHANGES // len(files)):
            what = random.randrange(3)
            if what == 0:
                venue["name"] = f"Renamed {random.randrange(10**6)} Hall"
            elif what == 1:
                venue["lat"] = f"{float(venue['lat']) + random.uniform(-0.01, 0.01):.6f}"
            else:
                venue["opening_times"] = [f"0{random.randrange(6, 10)}:15-2{random.randrange(4)}:45"] * 7
        file.write_text(json.dumps(feed))
    collect("--refresh")


def update_fts5(places):
    """The time in which Python's SQLite replaces as many rows of an FTS5 table of as many names, in one transaction."""
    path = FOLDER / "peer.sqlite"
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("CREATE VIRTUAL TABLE word USING fts5(words, detail = none, prefix = '1 2 3')")
    database.execute("BEGIN")
    database.executemany("INSERT INTO word (rowid, words) VALUES (?, ?)", enumerate(places))
    database.execute("COMMIT")
    rows = random.sample(range(len(places)), CHANGES)
    start = time.perf_counter()
    database.execute("BEGIN")
    for row in rows:
        database.execute("UPDATE word SET words = ? WHERE rowid = ?", (f"Renamed {row} Hall", row))
    database.execute("COMMIT")
    database.execute("SELECT count(*) FROM word WHERE word MATCH 'renamed'").fetchone()
    seconds = time.perf_counter() - start
    database.close()
    path.unlink()
    return seconds


if not STORE.exists():
    print(f"collected in {collect():.1f} s")
common = ["--config", str(REGISTRY), "--store", str(STORE), "--at", AT, "--limit", "100"]
seconds, _ = run("open", *common)
print(f"first question, which makes the index: {seconds:.1f} s")
print(f"index: {INDEX.stat().st_size / 1e6:.0f} MB, store: {STORE.stat().st_size / 1e6:.0f} MB")
QUESTIONS = [
    ["--help"],
    ["search", "qqqqqq"],
    ["open"],
    ["open", "--for", "3h", "--category", "cafe"],
    ["open", "--sort", "closing"],
    ["near", "40.0,-75.0", "--within", "500m"],
    ["near", "40.0,-75.0"],
    ["near", "40.0,-75.0", "--open"],
    ["search", "library"],
    ["search", "lib", "wif"],
    ["search", "m"],
    ["search", "market", "building", "--open"],
]
print(f"{'question':42}{'median':>10}{'best':>10}{'worst':>10}{'answer':>10}   last line")
floor = None
for question in QUESTIONS:
    arguments = question if question == ["--help"] else [*question, *common]
    run(*arguments)
    times = []
    for _ in range(TIMES):
        seconds, out = run(*arguments)
        times.append(seconds * 1000)
    last = "" if question == ["--help"] else out.strip().splitlines()[-1][:60] if out.strip() else "(nothing)"
    median = statistics.median(times)
    if question == QUESTIONS[1]:
        floor = median
    answer = "" if floor is None else f"{max(0, median - floor):7.1f} ms"
    print(f"{' '.join(question):42}{median:7.1f} ms{min(times):7.1f} ms{max(times):7.1f} ms{answer:>10}   {last}")

FILES = sorted(FOLDER.glob("campus-*.json"))
many = min(len(FILES), 100)
for files, text in [(1, "one feed"), (many, f"{many} feeds")]:
    times = []
    for _ in range(TIMES):
        change(random.sample(FILES, files))
        times.append(run("open", *common)[0] * 1000)
    again = statistics.median(run("open", *common)[0] * 1000 for _ in range(TIMES))
    print(
        f"after {CHANGES} changes in {text}: {statistics.median(times):.1f} ms to the next answer "
        f"({min(times):.1f} to {max(times):.1f}), then {again:.1f} ms"
    )
print(f"index after all changes: {INDEX.stat().st_size / 1e6:.0f} MB, store: {STORE.stat().st_size / 1e6:.0f} MB")
names = [venue["name"] for file in FILES for venue in json.loads(file.read_text())["food_venues"]]
print(f"FTS5 by Python, {CHANGES} of {len(names)} rows replaced: {update_fts5(names) * 1000:.1f} ms")
