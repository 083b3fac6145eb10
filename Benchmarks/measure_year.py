"""Ask the program questions about a store after a year of polls, and print sizes and the times of whole processes."""

import calendar
import hashlib
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
from pathlib import Path

BINARY, FOLDER, INSTANTS = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
STORE = FOLDER / "store.sqlite"
ENVIRONMENT = {"HOME": str(FOLDER), "PATH": os.environ["PATH"]}
RUNS = [line.split() for line in (FOLDER / "runs.txt").read_text().splitlines()]


def run(*arguments, store=STORE):
    start = time.perf_counter()
    result = subprocess.run([BINARY, *arguments, "--store", str(store)], env=ENVIRONMENT, capture_output=True)
    seconds = time.perf_counter() - start
    if result.returncode not in (0, 1, 3):
        sys.exit(f"{arguments}: exit {result.returncode}\n{result.stderr.decode()}")
    return seconds, result.stdout


def before(days):
    """The moment a number of days before the last run, but not before the first one."""
    last = calendar.timegm(time.strptime(RUNS[-1][0], "%Y-%m-%dT%H:%M:%SZ"))
    return max(RUNS[0][0], time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(last - days * 86400)))


def sizes():
    with sqlite3.connect(STORE) as database:
        print(f"store: {STORE.stat().st_size / 1e6:.1f} MB, log: {sum(p.stat().st_size for p in FOLDER.glob('store.sqlite-wal')) / 1e6:.1f} MB")
        bytes_of, unused = {}, {}
        try:
            for name, size, room in database.execute("SELECT name, sum(pgsize), sum(unused) FROM dbstat GROUP BY name"):
                bytes_of[name], unused[name] = size, room
        except sqlite3.Error:
            print("(this SQLite has no dbstat: no bytes by table)")
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        indexes = dict(database.execute("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index'"))
        print(f"{'table':<16}{'rows':>9}{'MB':>8}{'unused':>8}{'indexes MB':>12}")
        for table in sorted(tables, key=lambda table: -bytes_of.get(table, 0)):
            rows = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            own = sum(bytes_of.get(name, 0) for name, of in indexes.items() if of == table)
            print(f"{table:<16}{rows:>9}{bytes_of.get(table, 0) / 1e6:>8.2f}{unused.get(table, 0) / 1e6:>8.2f}{own / 1e6:>12.2f}")
        total = lambda sql: database.execute(f"SELECT count(*), coalesce(sum(length(bytes)), 0) FROM content WHERE {sql}").fetchone()
        print(f"{'contents':<28}{'count':>8}{'MB':>8}")
        for name, condition in {
            "entries": "sha256 IN (SELECT content FROM snapshot)",
            "bodies": "sha256 IN (SELECT sha256 FROM snapshot_body UNION SELECT body FROM request)",
            "reports of runs": "sha256 IN (SELECT reports FROM run)",
            "lists of parts": "sha256 IN (SELECT parts FROM run)",
            "lines of merged campuses": """sha256 NOT IN (SELECT content FROM snapshot UNION SELECT sha256 FROM snapshot_body UNION
                SELECT body FROM request UNION SELECT reports FROM run UNION SELECT parts FROM run UNION SELECT campuses FROM run)""",
            "all": "true",
        }.items():
            count, size = total(condition)
            print(f"  {name:<26}{count:>8}{size / 1e6:>8.2f}")
        for name, count in database.execute("SELECT feed, count(*) FROM snapshot GROUP BY feed"):
            print(f"  results of {name:<15}{count:>8}")


def instants():
    chosen = random.Random(1).sample(RUNS, min(INSTANTS, len(RUNS)))
    times, wrong = [], 0
    for moment, sha256, _ in chosen:
        seconds, catalog = run("--offline", "--as-of", moment, "-q")
        times.append(seconds)
        wrong += hashlib.sha256(catalog).hexdigest() != sha256
    print(f"instants: {len(times)} of {len(RUNS)}, {len(times) - wrong} the same bytes as the run wrote")
    print(f"  --offline --as-of T: median {statistics.median(times) * 1000:.0f} ms, worst {max(times) * 1000:.0f} ms")
    return wrong


def others():
    with sqlite3.connect(STORE) as database:
        one, = database.execute("SELECT entry FROM change WHERE what = 'changed' GROUP BY entry ORDER BY count(*) DESC LIMIT 1").fetchone()
    questions = [
        ["--help"],
        ["--offline", "--as-of", RUNS[0][0], "--campus", "penn", "-q"],
        ["snapshots"],
        ["snapshots", "--limit", "20"],
        ["history", one],
        ["show", one],
        ["diff", before(7), "latest"],
        ["snapshots", "verify"],
    ]
    times = {}
    for _ in range(5):
        for question in questions:
            if question == ["--help"]:
                start = time.perf_counter()
                subprocess.run([BINARY, "--help"], env=ENVIRONMENT, capture_output=True, check=True)
                seconds = time.perf_counter() - start
            else:
                seconds, _ = run(*question)
            times.setdefault(" ".join(question), []).append(seconds)
    copy = FOLDER / "copy.sqlite"
    shutil.copy(STORE, copy)
    limit = before(90)
    times[f"snapshots prune --keep {limit}"] = [run("snapshots", "prune", "--keep", limit, store=copy)[0]]
    print(f"{'ms, whole processes':<58}{'median':>8}{'worst':>8}")
    for question, seconds in times.items():
        print(f"  {question:<56}{statistics.median(seconds) * 1000:>8.0f}{max(seconds) * 1000:>8.0f}")
    print(f"after pruning: {copy.stat().st_size / 1e6:.1f} MB")


made = json.loads((FOLDER / "made.json").read_text())
print(f"made: {made['polls']} polls in {made['seconds']:.0f} s, a poll: median {made['pollMedian'] * 1000:.1f} ms, worst {made['pollWorst'] * 1000:.0f} ms")
print("  seconds: " + ", ".join(f"{name} {seconds:.0f}" for name, seconds in made["phases"].items()))
print(f"  requests {made['requests']}, of them not modified {made['notModified']}, failed {made['failures']}; {made['received'] / 1e6:.0f} MB received")
print("  outcomes: " + ", ".join(f"{name} {count}" for name, count in made["outcomes"].items()))
sizes()
wrong = instants()
others()
sys.exit(1 if wrong else 0)
