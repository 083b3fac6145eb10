"""What a cluster does when a task fails, when an executor has another version, and with an archive of replies."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pandas
from campuses import answer, campus
from loopback_site import Site

from aggregate_spark.backfill import BackfillOptions, backfill, reports
from aggregate_spark.program import Program, ProgramError
from aggregate_spark.run import Run, RunOptions
from aggregate_spark.session import Cluster, check_versions

PARQUET = Path(__file__).parents[2] / "Scripts/exports/make_parquet.py"


def expect(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def script(file: Path, text: str) -> str:
    """Returns the path of a program for the shell."""
    file.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    file.chmod(0o755)
    return str(file)


def check_other_version(spark: Any, program: Program, folder: Path) -> None:
    """Executors with another version are named, and get no work."""
    other = script(folder / "other", 'case "$PWD" in */0) echo 0.0.9;; *) echo ' + program.version + ";; esac")
    # One of the executors has number 0, unless it was killed and replaced.
    everywhere = script(folder / "everywhere", "echo 0.0.8")
    for path, version in ((other, "0.0.9"), (everywhere, "0.0.8")):
        try:
            check_versions(spark, Program(path, program.version))
        except ProgramError as error:
            expect(f"has {version}" in str(error) and "executor " in str(error), f"the message names no executor: {error}")
        else:
            expect(path == other, "executors with another version are accepted")


def check_failed_task(spark: Any, program: Program, site: Site, real: str, folder: Path, options: RunOptions, seed: int) -> None:
    """Feeds of a task that always fails keep their last good results, and are polled by the next run."""
    before = json.loads((options.output / "current/catalog.json").read_text("utf-8"))
    # Fails where feed 0 is planned.
    wrapper = script(
        folder / "wrapper",
        f'[ "$2" = poll ] || exec {real} "$@"\nplan=$(mktemp)\ncat >"$plan"\n'
        f'if grep -q "^{{.key.:.0 [^ ]* {campus(0)}/dining0\\"" "$plan"; then rm "$plan"; echo broken >&2; exit 1; fi\n'
        f'{real} "$@" <"$plan"\nstatus=$?\nrm "$plan"\nexit $status',
    )
    site.choose(seed, 1)
    cluster = Cluster(real, attempts=2)
    failed = Run(spark, Program(wrapper, program.version), cluster, options)
    catalog = json.loads((failed.publish() / "catalog.json").read_text("utf-8"))
    missing = {report["id"] for report in catalog["feeds"] if report.get("reason") == "work.missing"}
    expect(f"{campus(0)}/dining0" in missing and len(missing) < len(catalog["feeds"]) - 10, f"{len(missing)} feeds are missing")
    expect(all(report["outcome"] in ("stale", "absent") for report in catalog["feeds"] if report["id"] in missing), "an outcome is wrong")
    kept = [[entry for entry in one["entries"] if entry["sources"][0]["feed"] in missing] for one in (before, catalog)]
    expect(bool(kept[0]) and kept[0] == kept[1], "the last good results are not kept")
    site.choose(seed, 1)
    again = json.loads((Run(spark, program, cluster, options).publish() / "catalog.json").read_text("utf-8"))
    reports = {report["id"]: report for report in again["feeds"]}
    expect(all(reports[feed].get("reason") != "work.missing" for feed in missing), "feeds are missing again")
    unchanged = [feed for feed in missing if reports[feed]["outcome"] == "unchanged"]
    expect(bool(unchanged), "the states of the feeds are lost: none of them is unchanged")


def check_parquet(table: Path, catalog: Path, folder: Path) -> None:
    """The typed entries are those that Scripts/parquet writes, for DuckDB and for pandas."""
    expected = folder / "expected.parquet"
    subprocess.run([sys.executable, "-B", str(PARQUET), str(catalog), str(expected)], check=True)
    # The columns of the files, without those of their paths.
    tables = [f"read_parquet('{name}', hive_partitioning = false)" for name in (expected, f"{table}/*.parquet")]
    shapes = [duckdb.sql(f"DESCRIBE SELECT * FROM {name}").fetchall() for name in tables]
    expect(shapes[0] == shapes[1], f"the columns of {table} differ: {shapes}")
    for one, other in (tables, tables[::-1]):
        rows = duckdb.sql(f"SELECT id FROM (SELECT * FROM {one} EXCEPT ALL SELECT * FROM {other})").fetchall()
        expect(not rows, f"{one} has entries that {other} lacks: {rows[:3]}")
    frames = [pandas.read_parquet(name, partitioning=None) for name in (expected, table)]
    expect(list(frames[1]["id"]) == sorted(frames[1]["id"]), f"{table} is not sorted")
    expect(list(frames[0].columns) == list(frames[1].columns) and len(frames[0]) == len(frames[1]), f"pandas reads {table} differently")


def check_backfill(spark: Any, program: Program, path: str, folder: Path, config: Path, seed: int) -> None:
    """An archive of replies gives the catalogs that a replay of each date gives."""
    archive, history = folder / "archive", folder / "history"
    days = ("2026-11-20", "2026-11-21")
    for number, day in enumerate(days):
        for feed in range(20):
            found = answer(seed, feed, number)
            if found.status == 200:
                place = archive / day / campus(feed) / f"dining{feed % 2}"
                place.mkdir(parents=True)
                (place / "venues.json").write_bytes(found.body)
        (archive / day / "other/feed").mkdir(parents=True)
    options = BackfillOptions(archive, history, ("--config", str(config)))
    found = list(backfill(spark, program, Cluster(path), options))
    expect(all(day.unread == ("other/feed",) for day in found), f"folders without a feed are {[day.unread for day in found]}")
    counts = {day.date: day.entries for day in found}
    expect(list(counts) == list(days) and min(counts.values()) > 0, f"the history has {counts}")
    for day in days:
        catalog = folder / f"{day}.json"
        replay = [path, "--replay", str(archive / day), "--config", str(config), "--at", f"{day}T12:00:00Z", "-q", "-o", str(catalog)]
        done = subprocess.run(replay, stderr=subprocess.PIPE, check=False)
        expect(done.returncode in (0, 3), f"the replay of {day} ended with code {done.returncode}")
        check_parquet(history / "entries" / f"date={day}", catalog, folder)
    dates = duckdb.sql(f"SELECT date, count(*) FROM read_parquet('{history}/entries/*/*.parquet', hive_partitioning = true) GROUP BY 1 ORDER BY 1")
    expect([(str(day), count) for day, count in dates.fetchall()] == list(counts.items()), "the partitions are wrong")
    check_reports(spark)


def check_reports(spark: Any) -> None:
    """Reports have columns, also those of a catalog's feeds."""
    members = {"id": "a/b", "campus": "a", "adapter": "penn", "outcome": "stale", "reason": "http.status", "entries": 3}
    via = ["https://one.example/catalog.json", "https://two.example/"]
    found = [{"report": members}, {"report": members | {"id": "a/c", "via": via, "reason": None}}]
    rows = reports(spark.createDataFrame([(json.dumps(line),) for line in found], "line string")).collect()
    expect([tuple(row)[:-1] for row in rows] == [
        ("a/b", "a", "penn", "stale", "http.status", 3, None), ("a/c", "a", "penn", "stale", None, 3, via),
    ], f"the reports are {rows}")  # fmt: skip
