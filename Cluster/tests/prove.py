"""Proves that a cluster writes the same bytes as one process, and sends its requests as politely, even if executors are killed.

    python prove.py --program FILE [--feeds 10000] [--servers 500] [--seeds 20] [--table FILE]

For each seed, all feeds are polled on two days: the first time, and after some of them have changed. One process with a store polls them, then
a cluster, one of whose executors is killed at a random time. Compared are the content hashes, the reports without times and attempts, and
the counts of the servers. Finally the same poll is measured with one executor and with two.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

Value = TypeVar("Value")
FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER.parent), str(FOLDER)]

from loopback_site import Site  # noqa: E402

from aggregate_spark.run import Run, RunOptions  # noqa: E402
from aggregate_spark.session import Cluster, session  # noqa: E402

LATE = 0.02
"""The gap begins when a request is sent, and a busy machine may send it a moment later: the next one may come sooner by as much.

These delays do not add up: of any number of requests to a server, none is too early by more. So a client whose gaps are a millisecond too
short is found after some requests.
"""


class Difference(Exception):
    """A property that does not hold."""


@dataclass
class Measured:
    """The results of one seed on one day."""

    seed: int
    day: int
    feeds: int
    killed: str
    requests: int
    additional: int
    """Requests that one process does not send."""
    servers: int
    """Servers with an additional request."""
    least_gap: float
    early: float
    """How much sooner than the gaps allow a server had a request, at most."""
    content_hash: str
    seconds: float

    TITLES = (
        "| Seed | Day | Feeds | Executor killed | Requests | Additional | at most, per server | Smallest gap | Early by | Content hash | Seconds |"
    )

    def row(self) -> str:
        most = 1 if self.servers else 0
        return (
            f"| {self.seed} | {self.day} | {self.feeds} | {self.killed} | {self.requests} | {self.additional} | {most} "
            f"| {self.least_gap * 1000:.0f} ms | {self.early * 1000:.0f} ms | `{self.content_hash.removeprefix('sha256:')[:12]}` "
            f"| {self.seconds:.0f} |"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--feeds", type=int, default=10_000)
    parser.add_argument("--servers", type=int, default=500)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--scaling", type=int, default=1, help="how often to measure one and two executors")
    parser.add_argument("--also-failures", action="store_true", help="also check a catalog, failing tasks, other versions, and an archive")
    parser.add_argument("--table", type=Path, help="where to write the results as a table in Markdown")
    options = parser.parse_args()
    rows, scaling = [], []
    with Site(options.program, options.feeds, options.servers, options.also_failures) as site, tempfile.TemporaryDirectory() as folder:
        proof = Proof(site, options.program, Path(folder), options.servers)
        for seed in range(options.first_seed, options.first_seed + options.seeds):
            found, proof.seconds = apart(lambda: (proof.measure(seed, options.also_failures), proof.seconds))
            rows += found
        for repetition in range(options.scaling):
            scaling.append(apart(lambda: proof.scaling(repetition)))
            print(scaling[-1], flush=True)
        text = [Measured.TITLES, "|---|---|---|---|---|---|---|---|---|---|---|", *rows]
        text += ["", "| Poll with 1 executor | with 2 | Factor | Whole run with 1 | with 2 | Factor |", "|---|---|---|---|---|---|", *scaling]
        if options.table:
            options.table.write_text("\n".join(text) + "\n", "utf-8")
    return 0


def apart(work: Callable[[], Value]) -> Value:
    """Returns the value of a function that runs in a process of its own, as each run does: Spark's JVM keeps memory of earlier sessions."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: sender.send(work()))
    process.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:
        sys.exit("the measurement of a seed failed, as written above")
    finally:
        process.join()


class Proof:
    def __init__(self, site: Site, program: str, folder: Path, servers: int) -> None:
        self.site = site
        self.program = program
        self.folder = folder
        self.servers = servers
        self.config = folder / "registry.json"
        self.config.write_text(json.dumps(site.registry), "utf-8")
        self.seconds = 10.0
        """How long the last poll took: when an executor may be killed."""

    def measure(self, seed: int, also_failures: bool) -> list[str]:
        """Returns the rows of a seed."""
        rows = []
        with session(Cluster(self.program)) as (spark, program):
            for measured in self.seed(spark, program, seed):
                rows.append(measured.row())
                print(rows[-1], flush=True)
            if also_failures:
                self.failures(spark, program, seed)
        return rows

    def seed(self, spark: Any, program: Any, seed: int) -> Iterator[Measured]:
        for day in range(2):
            self.site.choose(seed, day)
            expected = self._one_process(seed)
            counts = self.site.report()
            self.site.choose(seed, day)
            start = time.monotonic()
            output = self.folder / f"seed-{seed}"
            run = Run(spark, program, Cluster(self.program), self._options(output))
            with killed(run.work / "tasks", random.Random(f"{seed} {day}"), self.seconds) as victim:
                version = run.publish()
            self.seconds = max(5.0, run.seconds["poll"])
            found = json.loads((version / "catalog.json").read_text("utf-8"))
            compare(expected, found)
            after = self.site.report()
            additional, servers = check(counts, after)
            yield Measured(
                seed, day + 1, len(found["feeds"]), victim[0] if victim else "-", sum(count["requests"] for count in after.values()), additional,
                servers, min(count["leastGap"] or 1 for count in after.values()), max(count["early"] for count in after.values()),
                found["contentHash"], time.monotonic() - start,
            )  # fmt: skip

    def failures(self, spark: Any, program: Any, seed: int) -> None:
        """Continues with the output of a seed."""
        from failures import check_backfill, check_failed_task, check_other_version, check_parquet

        options = self._options(self.folder / f"seed-{seed}")
        check_parquet(options.output / "current/entries", options.output / "current/catalog.json", self.folder)
        check_other_version(spark, program, self.folder)
        check_failed_task(spark, program, self.site, self.program, self.folder, options, seed)
        check_backfill(spark, program, self.program, self.folder, self.config, seed)
        print("failing tasks, other versions, archives, DuckDB and pandas: as they should be", flush=True)

    def scaling(self, repetition: int) -> str:
        """Measures a first poll of all feeds with one executor and with two."""
        polls, runs = [], []
        for executors in (1, 2):
            self.site.choose(0, 0)
            with session(Cluster(self.program, master=f"local-cluster[{executors},1,1024]")) as (spark, program):
                # The first job starts the workers.
                spark.sparkContext.parallelize(range(8), 8).map(str).collect()
                run = Run(spark, program, Cluster(self.program), self._options(self.folder / f"scaling-{repetition}-{executors}"))
                start = time.monotonic()
                run.publish()
                runs.append(time.monotonic() - start)
                polls.append(run.seconds["poll"])
        return (
            f"| {polls[0]:.1f} s | {polls[1]:.1f} s | {polls[0] / polls[1]:.2f} | {runs[0]:.1f} s | {runs[1]:.1f} s "
            f"| {runs[0] / runs[1]:.2f} |"
        )

    def _options(self, output: Path) -> RunOptions:
        return RunOptions(output, ("--config", str(self.config), "--refresh"), allow_private=True)

    def _one_process(self, seed: int) -> dict[str, Any]:
        catalog = self.folder / "expected.json"
        store = self.folder / f"seed-{seed}.store"
        options = ["--config", str(self.config), "--refresh", "--allow-private", "--deadline", "600", "--store", str(store)]
        done = subprocess.run([self.program, *options, "-q", "-o", str(catalog)], stderr=subprocess.PIPE, check=False)
        if done.returncode not in (0, 3):
            raise Difference(f"one process ended with code {done.returncode}: {done.stderr.decode()[-1000:]}")
        return json.loads(catalog.read_text("utf-8"))


TIMES = {"fetchedAt", "checkedAt", "attempts", "nextAttemptAt"}


def compare(expected: dict[str, Any], found: dict[str, Any]) -> None:
    """Compares the content, and the reports without times and attempts."""
    for name, clean in (("feeds", without_times), ("entries", dict)):
        differences = [(one, other) for one, other in zip(expected[name], found[name], strict=name == "feeds") if clean(one) != clean(other)]
        if differences:
            one, other = differences[0]
            raise Difference(f"{len(differences)} of the {name} differ; the first one is {json.dumps(other)} instead of {json.dumps(one)}")
    if expected["contentHash"] != found["contentHash"]:
        raise Difference(f"the content hash is {found['contentHash']} instead of {expected['contentHash']}")


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps({name: value for name, value in report.items() if name not in TIMES})
    return json.loads(re.sub(r", checked [^\"]* ago", "", text))


def check(expected: dict[str, Any], found: dict[str, Any]) -> tuple[int, int]:
    """Checks the counts of the servers. Returns the number of additional requests, and of servers that got one."""
    servers = 0
    for address, count in found.items():
        one = expected[address]
        if count["mostInFlight"] > 1:
            raise Difference(f"{address} had {count['mostInFlight']} requests at once")
        if count["early"] > LATE:
            raise Difference(f"{address} had a request {count['early'] * 1000:.0f} ms before its gaps allow")
        if count["requests"] > one["requests"] + 1:
            raise Difference(f"{address} had {count['requests']} requests, and {one['requests']} from one process")
        servers += count["requests"] > one["requests"]
        for feed in count["unconditional"]:
            if feed not in one["unconditional"]:
                raise Difference(f"{address} had an unconditional request for the feed {feed}")
    return sum(count["requests"] for count in found.values()) - sum(count["requests"] for count in expected.values()), servers


@contextmanager
def killed(tasks: Path, chance: random.Random, seconds: float) -> Iterator[list[str]]:
    """Kills one executor of this process at a random time while `tasks` are polled."""
    victim: list[str] = []
    is_over = threading.Event()

    def kill() -> None:
        while not list(tasks.glob("*.journal")):
            if is_over.wait(0.02):
                return
        delay = chance.uniform(0, seconds)
        if is_over.wait(delay):
            return
        found = executors()
        if not found:
            return
        executor = chance.choice(sorted(found))
        # Its Java process only, whose programs then end by themselves; or everything, as when a machine is lost.
        is_whole = chance.random() < 0.7
        for process in found[executor] if is_whole else [executor]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        victim.append(f"{'all of it' if is_whole else 'its JVM'} after {delay:.1f} s")

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield victim
    finally:
        is_over.set()
        thread.join()


def executors() -> dict[int, list[int]]:
    """Returns the executors that this process has started, directly or not, each with all its processes."""
    parents, names = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            names[int(folder.name)] = (folder / "cmdline").read_text()
        except (OSError, ValueError):
            continue
    found: dict[int, list[int]] = {}
    for process in names:
        line = [process]
        while line[-1] > 1 and line[-1] != os.getpid():
            line.append(parents.get(line[-1], 0))
        for executor in line[:-1] if line[-1] == os.getpid() else ():
            if "CoarseGrainedExecutorBackend" in names.get(executor, ""):
                found.setdefault(executor, []).append(process)
                break
    return found


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Difference as difference:
        sys.exit(f"prove.py: {difference}")
