"""The command line: python -m aggregate_spark run|backfill"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from .errors import ClusterError
from .program import Program, ProgramError, working_version
from .versions import locked, version_name

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from .session import Cluster


class _Parser(argparse.ArgumentParser):
    """A parser whose messages and exit codes are those of aggregate."""

    def error(self, message: str) -> NoReturn:
        self.exit(64, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    options.program = options.program or shutil.which("aggregate")
    try:
        _check(options)
        with locked(options.output):
            return _with_spark(options)
    except ClusterError as error:
        print(f"aggregate-spark: {error}", file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"aggregate-spark: {error.filename}: {error.strerror}", file=sys.stderr)
        return 5
    except KeyboardInterrupt:
        return 130


def _check(options: argparse.Namespace) -> None:
    """Checks what can be checked without Spark, which takes seconds to start."""
    if not options.program:
        raise ProgramError("aggregate was not found; install it, or name it with --program", 64)
    working_version(options.program)
    if "archive" in options:
        from .backfill import dates_of

        options.date = dates_of(options.archive, options.date)


def _with_spark(options: argparse.Namespace) -> int:
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    from .session import Cluster, session

    cluster = Cluster(options.program, options.image_program, options.master, dict(options.conf), options.attempts)
    try:
        with session(cluster) as (spark, sent):
            return options.run(spark, sent, cluster, options)
    except (PySparkException, Py4JError) as error:
        raise ClusterError(f"Spark failed: {error}") from None


def _run(spark: SparkSession, program: Program, cluster: Cluster, options: argparse.Namespace) -> int:
    from .run import Run, RunOptions

    plan = [text for name in ("config", "campus", "feed", "accept") for value in getattr(options, name) for text in (f"--{name}", value)]
    plan += ["--refresh"] if options.refresh else []
    bodies = str(options.bodies.absolute()) if options.bodies else "none"
    wanted = RunOptions(options.output, tuple(plan), options.at, bodies, options.deadline, options.allow_private, options.keep)
    version = Run(spark, program, cluster, wanted).publish()
    about = json.loads((version / "run.json").read_text("utf-8"))
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in about["outcomes"].items())
    missing = f", {about['missing']} without a result" if about["missing"] else ""
    print(f"{version}: {about['feeds']} feeds: {outcomes}{missing}", file=sys.stderr)
    return 3 if about["missing"] else 0


def _backfill(spark: SparkSession, program: Program, cluster: Cluster, options: argparse.Namespace) -> int:
    from .backfill import BackfillOptions, backfill

    plan = tuple(text for value in options.config for text in ("--config", value))
    wanted = BackfillOptions(options.archive, options.output, plan, tuple(options.date))
    for day in backfill(spark, program, cluster, wanted):
        more = f", and {len(day.unread) - 3} more" if len(day.unread) > 3 else ""
        unread = f"; no feed of the registry reads {', '.join(day.unread[:3])}{more}" if day.unread else ""
        print(f"{day.date}: {day.entries} entries{unread}", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="aggregate-spark", description="Poll feeds on a cluster, with Apache Spark and aggregate work.")
    commands = parser.add_subparsers(required=True, metavar="run|backfill")

    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--config", metavar="FILE", action="append", default=[], help="a registry file (repeatable)")
    common.add_argument("--master", default="local-cluster[2,1,1024]", help="the cluster, as for spark-submit (default: %(default)s)")
    common.add_argument("--conf", metavar="NAME=VALUE", action="append", default=[], type=_setting, help="a setting of Spark (repeatable)")
    common.add_argument("--program", metavar="FILE", help="the program aggregate on this machine (default: the one in PATH)")
    common.add_argument("--image-program", metavar="FILE", help="its path in the image of the executors; without it, the program is sent to them")
    common.add_argument("--attempts", metavar="N", type=_number, default=4, help="how often a task is tried before its feeds are given up (default: %(default)s)")

    run = commands.add_parser("run", parents=[common], help="poll the feeds that are due, and publish a version")
    run.add_argument("output", metavar="OUT", type=Path, help="the folder of the versions, which all executors see at this path")
    run.add_argument("--campus", metavar="ID", action="append", default=[], help="only these campuses (repeatable)")
    run.add_argument("--feed", metavar="ID", action="append", default=[], help="only these feeds (repeatable)")
    run.add_argument("--accept", metavar="ID", action="append", default=[], help="accept the next result of this feed in any case (repeatable)")
    run.add_argument("--refresh", action="store_true", help="also poll feeds that are not due")
    run.add_argument("--at", metavar="TIME", type=_time, help="the time of the run, as 2026-11-21T17:00:00Z (default: now); the same continues it")
    run.add_argument("--bodies", metavar="DIR", type=Path, help="a folder for the last replies, which all executors see (default: none are kept)")
    run.add_argument("--deadline", metavar="SECONDS", type=_number, default=600, help="the time limit of a task (default: %(default)s)")
    run.add_argument("--keep", metavar="N", type=_number, default=10, help="how many versions to keep (default: %(default)s)")
    run.add_argument("--allow-private", action="store_true", help="allow requests to private and loopback addresses")
    run.set_defaults(run=_run)

    backfill = commands.add_parser("backfill", parents=[common], help="read an archive of replies, a folder for each date")
    backfill.add_argument("archive", metavar="ARCHIVE", type=Path, help="has ARCHIVE/2026-11-27/<campus>/<feed>/<request>.json")
    backfill.add_argument("output", metavar="OUT", type=Path, help="the folder of the history, which all executors see at this path")
    backfill.add_argument("--date", metavar="DATE", action="append", default=[], type=_date, help="only these dates (repeatable)")
    backfill.set_defaults(run=_backfill)
    return parser


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def _time(text: str) -> str:
    try:
        version_name(text)
    except ClusterError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _date(text: str) -> str:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-11-27") from None
    return text


if __name__ == "__main__":
    sys.exit(main())
