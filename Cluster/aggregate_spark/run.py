"""One run on a cluster:

    plan → tasks by group of servers → poll → results → groups of campuses → merge → sort → assemble → publish
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from pyspark import RDD
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .lines import Plan, Result, campus_of, feed_of, key, read_plan, read_result
from .poll import PollOptions, poll
from .program import Program, ProgramError
from .schedule import tasks
from .session import Cluster
from .tables import LINES, RECORDS, RESULTS, entries, lines, path, result_row, table, write, write_lines
from .versions import Versions

Value = TypeVar("Value")


@dataclass(frozen=True)
class RunOptions:
    """What to poll, and where the versions are."""

    output: Path
    """A folder that all executors see at the same path."""
    plan: tuple[str, ...] = ()
    """Further arguments of `aggregate work plan`: --config, --campus, --feed, --refresh, --accept."""
    at: str | None = None
    """The time of all steps; None for the clock's."""
    bodies: str = "none"
    deadline: int = 600
    allow_private: bool = False
    keep: int = 10
    """The number of versions that are not removed."""


class Run:
    """Polls the feeds that are due, and publishes a version."""

    def __init__(self, spark: SparkSession, program: Program, cluster: Cluster, options: RunOptions) -> None:
        self.spark = spark
        self.program = program
        self.cluster = cluster
        self.options = options
        self.at = options.at or now()
        self.versions = Versions(options.output)
        self.work = self.versions.work(self.at)
        self.previous = self.versions.current()
        self.finished = self.work / "version"
        self.seconds: dict[str, float] = {}

    def publish(self) -> Path:
        """Returns the folder of the version."""
        for file in self.work.glob("tasks/*.attempts"):
            file.unlink()
        plan = self._step("plan", self._plan)
        polled = self._step("poll", lambda: self._poll(plan))
        # The catalog is generated when the last feed was polled.
        generated = self.options.at or now()
        results, missing = self._step("results", lambda: self._results(plan, polled))
        merged = self._step("merge", lambda: self._merge(plan, results, missing, generated))
        self._step("assemble", lambda: self._assemble(merged, generated))
        self._step("entries", lambda: self._entries(merged))
        outcomes: dict[str, int] = {}
        for result in results.values():
            outcomes[result.outcome] = outcomes.get(result.outcome, 0) + 1
        about = {
            "at": self.at, "generatedAt": generated, "aggregate": self.program.version, "feeds": len(results) + len(missing),
            "due": len(plan.feeds), "missing": len(missing), "outcomes": dict(sorted(outcomes.items())), "seconds": self.seconds,
        }  # fmt: skip
        (self.finished / "run.json").write_text(json.dumps(about, indent=2) + "\n", "utf-8")
        version = self.versions.publish(self.at, self.finished)
        self.versions.keep(self.options.keep)
        return version

    def _distributed(self, values: list[Value]) -> RDD[Value]:
        """Returns values in parts that are small enough for messages to executors."""
        return self.spark.sparkContext.parallelize(values, len(values) // 500 + 1)

    def _step(self, name: str, step: Callable[[], Value]) -> Value:
        start = time.monotonic()
        value = step()
        self.seconds[name] = round(time.monotonic() - start, 1)
        return value

    # The plan

    def _plan(self) -> Plan:
        """Returns the plan of this run: that of an earlier attempt, if there was one, so that its journals are of use."""
        file = self.work / "plan.ndjson"
        if not file.exists():
            part = file.with_suffix(".part")
            with tempfile.NamedTemporaryFile("w", suffix=".ndjson", encoding="utf-8") as states, open(part, "wb") as target:
                if self.previous:
                    for name, schema in (("results", RESULTS), ("servers", LINES)):
                        states.writelines(f"{line}\n" for line in lines(table(self.spark, self.previous, name, schema)))
                states.flush()
                command = [self.cluster.program, "work", "plan", *self.options.plan, "--state", states.name, "--at", self.at]
                checked(subprocess.run(command, stdout=target, check=False))
            os.rename(part, file)
        with open(file, encoding="utf-8", newline="\n") as planned:
            return read_plan(line.rstrip("\n") for line in planned)

    # The poll

    def _poll(self, plan: Plan) -> DataFrame:
        """Polls the feeds that are due. Returns the lines of their results and entries, and of servers."""
        context = self.spark.sparkContext
        folder = self.work / "tasks"
        folder.mkdir(exist_ok=True)
        numbers = {group: number for number, groups in enumerate(self._tasks(plan)) for group in groups}
        if not numbers:
            return self.spark.createDataFrame([], LINES)
        count = max(numbers.values()) + 1
        task_of = {feed.id: numbers[feed.group] for feed in plan.feeds.values()}
        pairs = [(task_of[feed.id], feed.line) for feed in plan.feeds.values()]
        campuses = {(task_of[feed.id], campus_of(feed.id)) for feed in plan.feeds.values()}
        pairs += [(task, plan.campuses[campus]) for task, campus in sorted(campuses)]
        # The state of a server is where its group is.
        pairs += [(numbers[server.group], server.line) for server in plan.servers if server.group in numbers]
        planned = self._distributed(pairs)
        if self.previous:
            known = context.broadcast(task_of)
            good = table(self.spark, self.previous, "records", RECORDS).select("feed", "line").rdd
            good = good.filter(lambda row: row.feed in known.value)
            planned = planned.union(good.map(lambda row: (known.value[row.feed], row.line)))
        options = PollOptions(
            self.program, str(folder), self.options.at, self.options.bodies, self.options.deadline, self.cluster.attempts,
            self.options.allow_private,
        )  # fmt: skip
        polled = planned.partitionBy(count, int).mapPartitionsWithIndex(lambda task, pairs: poll(task, (line for _, line in pairs), options))
        return write_lines(self.spark, polled.map(lambda line: (key(line), line)), self.work, "polled")

    def _tasks(self, plan: Plan) -> list[list[str]]:
        """Returns the groups of each task: those of an earlier attempt at this run, even if there are more executors now."""
        file = self.work / "tasks.json"
        if not file.exists():
            part = file.with_suffix(".part")
            part.write_text(json.dumps(tasks(plan.feeds.values(), self.spark.sparkContext.defaultParallelism)), "utf-8")
            os.rename(part, file)
        return json.loads(file.read_text("utf-8"))

    # The results

    def _results(self, plan: Plan, polled: DataFrame) -> tuple[dict[str, Result], list[str]]:
        """Writes the tables of results, records and servers. Returns the results of this run, and the feeds that lack one."""
        others = list(lines(polled.filter(~F.col("key").startswith("3 "))))
        read = {result.feed: result for result in map(read_result, (line for line in others if key(line).startswith("2 ")))}
        results = {result.feed: result for result in map(read_result, plan.results.values())} | read
        missing = sorted(plan.feeds.keys() - read.keys())
        rows = [result_row(result) for _, result in sorted(results.items())]
        if missing and self.previous:
            # Their states, and the entries of their last good results, stay as they were.
            last = table(self.spark, self.previous, "results", RESULTS)
            rows += [result_row(read_result(line), missing=True) for line in lines(last.filter(F.col("feed").isin(missing)))]
        write(self.spark.createDataFrame(self._distributed(rows), RESULTS), self.finished, "results")
        self._records(polled, {row[0]: row[4] for row in rows}, set(read))

        # Tasks may meet at a server to which one of them was redirected. The next plan combines its states.
        servers = {(key(line), line) for line in others if key(line).startswith("4 ")}
        known = {origin for origin, _ in servers}
        servers |= {(key(server.line), server.line) for server in plan.servers if key(server.line) not in known}
        write(self.spark.createDataFrame(sorted(servers), LINES).coalesce(1), self.finished, "servers")
        return results, missing

    def _records(self, polled: DataFrame, contents: dict[str, str | None], read: set[str]) -> None:
        """Writes the entries of the last good results: those of this run, and earlier ones of feeds that it did not read."""
        content = self.spark.sparkContext.broadcast(contents)
        rows = polled.filter(F.col("key").startswith("3 ")).rdd
        records = rows.map(lambda row: (feed := feed_of(row.key), content.value[feed], row.key, row.line))
        if self.previous:
            kept = table(self.spark, self.previous, "records", RECORDS).rdd
            kept = kept.filter(lambda row: row.feed not in read and content.value.get(row.feed) == row.content)
            records = records.union(kept.map(tuple))
        write(self.spark.createDataFrame(records, RECORDS), self.finished, "records")

    # The catalog

    def _merge(self, plan: Plan, results: dict[str, Result], missing: list[str], generated: str) -> DataFrame:
        """Merges the results of each group of campuses. Returns the lines of the catalog, in any order."""
        context = self.spark.sparkContext
        count = min(len(plan.campuses), max(2 * context.defaultParallelism, len(results) // 2000)) or 1
        wanted = [*plan.campuses.values(), *(result.line for result in results.values()), *(plan.feeds[feed].line for feed in missing)]
        pairs = [(_part(plan.group_of(_campus(line)), count), line) for line in wanted]
        groups = context.broadcast(plan.groups)
        rows = table(self.spark, self.finished, "records", RECORDS).select("feed", "line").rdd
        records = rows.map(lambda row: (_part(groups.value.get(campus := campus_of(row.feed), campus), count), row.line))
        program = self.program

        def merge(pairs: Iterable[tuple[int, str]]) -> Iterator[str]:
            return filtered(program, ["work", "merge", "--at", generated], (line for _, line in pairs))

        divided = self._distributed(pairs).union(records).partitionBy(count, int)
        return write_lines(self.spark, divided.mapPartitions(merge).map(lambda line: (key(line), line)), self.work, "merged")

    def _assemble(self, merged: DataFrame, generated: str) -> None:
        """Writes the catalog of sorted lines. They are in files, because the memory of Spark's driver may be less than a part of them."""
        folder = self.work / "sorted"
        # Spark sorts texts by their bytes.
        merged.select("line").orderBy("line").write.mode("overwrite").text(path(folder))
        command = [self.cluster.program, "work", "assemble", "--at", generated, "-o", str(self.finished / "catalog.json")]
        # A file: a pipe could be full of messages about feeds before all lines are written.
        with tempfile.TemporaryFile() as messages, subprocess.Popen(command, stdin=subprocess.PIPE, stderr=messages) as process:
            assert process.stdin
            try:
                for name in sorted(folder.glob("part-*")):
                    with open(name, "rb") as file:
                        shutil.copyfileobj(file, process.stdin)
                process.stdin.close()
            except BrokenPipeError:
                pass
            process.wait()
            messages.seek(0)
            message = messages.read().decode(errors="replace")
        if process.returncode not in (0, 3):
            raise ProgramError(f"aggregate work assemble ended with code {process.returncode}: {message[-2000:]}")

    def _entries(self, merged: DataFrame) -> None:
        schema = checked(subprocess.run([self.cluster.program, "schema", "catalog"], stdout=subprocess.PIPE, check=False)).stdout
        found = entries(merged.filter(F.col("key").startswith("3 ")), json.loads(schema))
        write(found.orderBy("id"), self.finished, "entries")


def filtered(program: Program, arguments: list[str], wanted: Iterable[str]) -> Iterator[str]:
    """Returns the lines that the program writes for others."""
    with tempfile.TemporaryDirectory() as work:
        source, target = Path(work) / "in.ndjson", Path(work) / "out.ndjson"
        with open(source, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in wanted)
        if source.stat().st_size == 0:
            return
        program.run(arguments, source, target)
        with open(target, encoding="utf-8", newline="\n") as file:
            for line in file:
                yield line.rstrip("\n")


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _campus(line: str) -> str:
    """Returns the campus of the line of a campus, a feed or a result."""
    return campus_of(key(line)[2:].rsplit(" ", 1)[-1])


def _part(campus: str, count: int) -> int:
    return zlib.crc32(campus.encode()) % count


def checked(done: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[bytes]:
    if done.returncode != 0:
        # Wrong arguments, and wrong registry files.
        code = done.returncode if done.returncode in (64, 78) else 5
        raise ProgramError(f"{' '.join(done.args[:3])} ended with code {done.returncode}; its message is above", code)
    return done
