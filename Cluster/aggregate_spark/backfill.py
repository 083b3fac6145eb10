"""Reads an archive of replies again, and writes a history:

    ARCHIVE/2026-11-27/<campus>/<feed>/<request>.json     the replies of a date, as --record writes them

    OUT/entries/date=2026-11-27/                          the catalog of the date, with the columns of Scripts/parquet
    OUT/reports/date=2026-11-27/                          the report of each feed

Each date is read by itself: feeds without replies on a date are not in its catalog.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .errors import ClusterError
from .lines import Plan, campus_of, key, read_plan
from .program import Program
from .run import checked, filtered
from .session import Cluster
from .tables import entries, path, write

LINES = "date string, key string, line string"
FEEDS = 2000
"""The number of feeds that a task reads, about."""


class ArchiveError(ClusterError):
    """An archive without the replies that should be read."""

    exit_code = 4


@dataclass(frozen=True)
class BackfillOptions:
    """What to read, and where the history is. All executors see both folders at these paths."""

    archive: Path
    output: Path
    plan: tuple[str, ...] = ()
    """Further arguments of `aggregate work plan`: --config."""
    dates: tuple[str, ...] = ()
    """Only these dates; all without any."""


@dataclass(frozen=True)
class Day:
    """What was written for a date."""

    date: str
    entries: int
    unread: tuple[str, ...]
    """Folders of replies that no feed of the registry reads, such as `penn/dining`."""


def backfill(spark: SparkSession, program: Program, cluster: Cluster, options: BackfillOptions) -> Iterator[Day]:
    """Writes the history of an archive, one date after another."""
    archive, output = options.archive.absolute(), options.output.absolute()
    dates = dates_of(archive, options.dates)
    plans = {day: _planned(cluster, archive, day, options.plan) for day in dates}
    lines = _read(spark, program, archive, output / "unfinished", [(day, part) for day in dates for part in _parts(plans[day])])
    schema = json.loads(checked(subprocess.run([cluster.program, "schema", "catalog"], stdout=subprocess.PIPE, check=False)).stdout)
    for day in dates:
        of_day = lines.filter(F.col("date") == day)
        found = of_day.filter(F.col("key").startswith("3 "))
        write(entries(found, schema).orderBy("id"), output / "unfinished" / "entries", day)
        write(reports(of_day.filter(F.col("key").startswith("2 "))), output / "unfinished" / "reports", day)
        for name in ("entries", "reports"):
            _replace(output / "unfinished" / name / day, output / name / f"date={day}")
        yield Day(day, found.count(), tuple(sorted(set(_folders(archive / day)) - plans[day].feeds.keys())))
    shutil.rmtree(output / "unfinished", ignore_errors=True)


def dates_of(archive: Path, wanted: Iterable[str] = ()) -> list[str]:
    """Returns the dates of an archive, or the wanted ones of them."""
    found = sorted(folder.name for folder in archive.iterdir() if _is_date(folder.name) and folder.is_dir()) if archive.is_dir() else []
    for day in wanted:
        if day not in found:
            raise ArchiveError(f"{archive} has no folder {day} with the replies of that date")
    if not found:
        raise ArchiveError(f"{archive} has no folders with dates as names, such as 2026-11-27")
    return sorted(set(wanted)) or found


def _is_date(name: str) -> bool:
    try:
        return date.fromisoformat(name).isoformat() == name
    except ValueError:
        return False


def _planned(cluster: Cluster, archive: Path, day: str, arguments: tuple[str, ...]) -> Plan:
    """Returns the plan of a date, with the feeds that have replies. (Those that are disabled have results already.)"""
    command = [cluster.program, "work", "plan", *arguments, "--refresh", "--at", _time(day)]
    planned = checked(subprocess.run(command, stdout=subprocess.PIPE, check=False)).stdout.decode()
    plan = read_plan(planned.split("\n")[:-1])
    plan.feeds = {name: plan.feeds[name] for name in _folders(archive / day) if name in plan.feeds}
    return plan


def _folders(day: Path) -> list[str]:
    """Returns the folders of replies of a date: <campus>/<feed>."""
    return sorted(f"{folder.parent.name}/{folder.name}" for folder in day.glob("[!.]*/[!.]*") if folder.is_dir())


def _parts(plan: Plan) -> list[list[str]]:
    """Returns the lines of the plan of each task, which has whole groups of campuses."""
    count = -(-len(plan.feeds) // FEEDS)
    parts: list[list[str]] = [[] for _ in range(count)]
    group_of = {name: plan.group_of(campus_of(name)) for name in plan.feeds}
    for name, feed in plan.feeds.items():
        parts[_part(group_of[name], count)].append(feed.line)
    groups = set(group_of.values())
    for campus, line in plan.campuses.items():
        if (group := plan.group_of(campus)) in groups:
            parts[_part(group, count)].append(line)
    return [part for part in parts if part]


def _read(spark: SparkSession, program: Program, archive: Path, work: Path, tasks: list[tuple[str, list[str]]]) -> DataFrame:
    """Reads and merges the replies of each task. Returns the lines of the catalogs."""

    def read(tasks: Iterable[tuple[str, list[str]]]) -> Iterator[tuple[str, str, str]]:
        for day, plan in tasks:
            results = filtered(program, ["work", "read", "--bodies", str(archive / day), "--at", _time(day)], plan)
            for line in filtered(program, ["work", "merge", "--at", _time(day)], results):
                yield day, key(line), line

    found = spark.sparkContext.parallelize(tasks, max(1, len(tasks))).mapPartitions(read)
    write(spark.createDataFrame(found, LINES), work, "lines")
    return spark.read.schema(LINES).parquet(path(work / "lines"))


def reports(lines: DataFrame) -> DataFrame:
    """Returns the facts in the reports of feeds, and the reports."""
    report = F.get_json_object("line", "$.report")
    facts = {"feed": "id", "campus": "campus", "adapter": "adapter", "outcome": "outcome", "reason": "reason"}
    columns = [F.get_json_object(report, f"$.{member}").alias(name) for name, member in facts.items()]
    columns.append(F.get_json_object(report, "$.entries").cast("bigint").alias("entries"))
    columns.append(F.from_json(F.get_json_object(report, "$.via"), "array<string>").alias("via"))
    return lines.select(*columns, report.alias("report")).orderBy("feed")


def _replace(new: Path, old: Path) -> None:
    """Moves a folder to its place. Readers see one of both, or for an instant none."""
    old.parent.mkdir(parents=True, exist_ok=True)
    aside = new.with_name(f"{new.name}.old")
    if old.exists():
        os.rename(old, aside)
    os.rename(new, old)
    shutil.rmtree(aside, ignore_errors=True)


def _time(day: str) -> str:
    """Returns the time at which replies are read that have no time of their own."""
    return f"{day}T12:00:00Z"


def _part(campus: str, count: int) -> int:
    return zlib.crc32(campus.encode()) % count
