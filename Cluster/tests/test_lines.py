"""Tests of the lines and their division among tasks, without Spark."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

from aggregate_spark.__main__ import main
from aggregate_spark.columns import columns
from aggregate_spark.lines import LineError, PlannedFeed, feed_of, finished, key, read_plan
from aggregate_spark.poll import PollOptions, poll
from aggregate_spark.program import Program, archive, wrong_version
from aggregate_spark.schedule import FEEDS, GROUPS, tasks
from aggregate_spark.versions import VersionError, Versions, locked, version_name


def line(key: str, **members: object) -> str:
    return json.dumps({"key": key, **members}, separators=(",", ":"))


class LineTests(unittest.TestCase):
    def test_keys(self) -> None:
        self.assertEqual(key(line("3 penn/dining/593")), "3 penn/dining/593")
        self.assertEqual(feed_of("3 penn/dining/a/b"), "penn/dining")
        self.assertEqual(feed_of("3 state/catalog penn/dining/a"), "state/catalog")
        for wrong in ("", "{}", '{"key":"3', '{"type":"entry"}'):
            with self.assertRaises(LineError):
                key(wrong)

    def test_plan(self) -> None:
        feed, server = line("0 https://a.example:443 one/a"), line("4 https://b.example:443", group="https://a.example:443")
        plan = read_plan([feed, line("1 one"), line("2 one/b"), server])
        self.assertEqual(plan.feeds["one/a"].group, "https://a.example:443")
        self.assertEqual((plan.servers[0].origin, plan.servers[0].group), ("https://b.example:443", "https://a.example:443"))
        self.assertEqual((list(plan.campuses), list(plan.results)), (["one"], ["one/b"]))
        with self.assertRaises(LineError):
            read_plan([line("3 one/a/1")])

    def test_groups_of_campuses(self) -> None:
        plan = read_plan([line("1 one"), line("1 state", group="gmu"), line("1 gmu", group="gmu")])
        self.assertEqual([plan.group_of(campus) for campus in ("one", "state", "gmu", "unknown")], ["one", "gmu", "gmu", "unknown"])

    def test_journal_at_every_length(self) -> None:
        """A journal that ends anywhere gives the parts before it."""
        # A line separator of Unicode does not end a line.
        parts = [
            [line("3 one/a/1", name="A\u2028B"), line("2 one/a")],
            [line("4 https://a.example:443", failures=1), line("2 one/b")],
            [line("3 one/c/1"), line("4 https://a.example:443", failures=2), line("2 one/c")],
        ]
        texts = ["".join(f"{text}\n" for text in part).encode() for part in parts]
        whole = b"".join(texts)
        for length in range(len(whole) + 1):
            count = sum(len(b"".join(texts[: number + 1])) <= length for number in range(3))
            found = list(finished(whole[:length]))
            expected = [text for part in parts[:count] for text in part if not text.startswith('{"key":"4')]
            servers = [text for part in parts[:count] for text in part if text.startswith('{"key":"4')]
            self.assertEqual(found, expected + servers[-1:])


class ScheduleTests(unittest.TestCase):
    def test_no_group_is_divided(self) -> None:
        for seed in range(200):
            chance = random.Random(seed)
            groups = chance.randrange(1, 300)
            feeds = [PlannedFeed(f"one/{number}", f"g{chance.randrange(groups)}", "") for number in range(chance.randrange(1, 2000))]
            at_least = chance.randrange(1, 20)
            found = tasks(feeds, at_least)
            names = [group for task in found for group in task]
            self.assertEqual(sorted(names), sorted({feed.group for feed in feeds}))
            self.assertLessEqual(max(len(task) for task in found), GROUPS)
            self.assertGreaterEqual(len(found), min(at_least, len(names)) / 2)
            chance.shuffle(feeds)
            self.assertEqual(tasks(feeds, at_least), found)

    def test_a_large_group_is_alone(self) -> None:
        feeds = [PlannedFeed(f"one/{number}", "large" if number < FEEDS else f"g{number}", "") for number in range(FEEDS + 10)]
        self.assertEqual(tasks(feeds, 1)[0], ["large"])
        self.assertEqual(tasks([], 4), [])


class PollTests(unittest.TestCase):
    def test_feeds_are_given_up(self) -> None:
        """After the last attempt, a task returns what its journal has, and runs nothing."""
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "aggregate"
            program.write_text('#!/bin/sh\n[ "$1" = --version ] && echo 1.0 && exit\necho polled >>"$(dirname "$0")/polls"\nexit 1\n')
            program.chmod(0o755)
            (Path(folder) / "000003.journal").write_text(line("2 one/a") + "\n" + line("3 one/b/1"))
            options = PollOptions(Program(str(program), "1.0"), folder, None, "none", 60, 2, False)
            for _ in range(2):
                with self.assertRaisesRegex(Exception, "ended with code 1"):
                    list(poll(3, [line("0 g one/a")], options))
            for _ in range(2):
                self.assertEqual(list(poll(3, [line("0 g one/a")], options)), [line("2 one/a")])
            self.assertEqual((Path(folder) / "polls").read_text(), "polled\npolled\n")

    def test_other_version(self) -> None:
        """An executor with another version sends no request, and its attempt does not count."""
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "aggregate"
            program.write_text("#!/bin/sh\necho 0.9\n")
            program.chmod(0o755)
            options = PollOptions(Program(str(program), "1.0"), folder, None, "none", 60, 2, False)
            with self.assertRaisesRegex(Exception, "version 1.0 on the driver, but executor .* has 0.9"):
                list(poll(0, [line("0 g one/a")], options))
            self.assertEqual(list(Path(folder).glob("*.attempts")), [])

    def test_message(self) -> None:
        text = wrong_version([("executor 2 (b)", "0.8"), ("executor 1 (a)", "0.9")], "1.0")
        self.assertIn("executor 1 (a) has 0.9; executor 2 (b) has 0.8", text)


class ProgramTests(unittest.TestCase):
    def test_bare_executor(self) -> None:
        """The archive has all that the program needs: it runs where there is nothing else."""
        program = os.environ.get("AGGREGATE_PROGRAM")
        if not program or not shutil.which("bwrap"):
            self.skipTest("AGGREGATE_PROGRAM is not set, or bubblewrap is not installed")
        with tempfile.TemporaryDirectory() as folder:
            with tarfile.open(archive(program, Path(folder))) as tar:
                tar.extractall(f"{folder}/program", filter="data")
            bare = ["bwrap", "--unshare-user", "--bind", f"{folder}/program", "/program", "--proc", "/proc", "--clearenv"]
            if subprocess.run([*bare, "/program/loader", "--version"], capture_output=True, check=False).returncode != 0:
                self.skipTest("namespaces are not allowed here")
            command = ["/program/loader", "--library-path", "/program/lib", "/program/aggregate"]
            plan = ["work", "plan", "--at", "2026-11-21T17:00:00Z"]
            done = subprocess.run([*bare, *command, *plan], capture_output=True, check=False)
            self.assertEqual(done.stderr.decode(), "")
            expected = subprocess.run([program, *plan], capture_output=True, check=True)
            self.assertEqual(done.stdout, expected.stdout)


class VersionTests(unittest.TestCase):
    def test_publishing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            versions = Versions(Path(folder))
            self.assertIsNone(versions.current())
            for at in ("2026-11-21T17:00:00Z", "2026-11-21T18:00:00Z"):
                finished = versions.work(at) / "version"
                finished.mkdir()
                (finished / "catalog.json").write_text(at)
                published = versions.publish(at, finished)
                self.assertEqual(versions.current(), published.resolve())
                self.assertEqual((Path(folder) / "current" / "catalog.json").read_text(), at)
            self.assertEqual(list((Path(folder) / "unfinished").iterdir()), [])
            with self.assertRaises(VersionError):
                versions.work("2026-11-21T17:00:00Z")

    def test_old_versions_are_removed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            versions = Versions(Path(folder))

            def publish(hour: int) -> None:
                at = f"2026-11-21T{hour:02}:00:00Z"
                finished = versions.work(at) / "version"
                finished.mkdir()
                versions.publish(at, finished)

            def left() -> list[str]:
                return sorted(path.name[9:11] for path in (Path(folder) / "versions").iterdir())

            for hour in range(10, 15):
                publish(hour)
            mine = Path(folder) / "versions" / "my-notes"
            mine.mkdir()
            unfinished = versions.work("2026-11-21T09:00:00Z")
            versions.keep(10)
            self.assertEqual(left(), ["", "10", "11", "12", "13", "14"])
            versions.keep(3)
            self.assertEqual(left(), ["", "12", "13", "14"])
            # The current version is kept, even if its time is earlier.
            publish(8)
            versions.keep(2)
            self.assertEqual(left(), ["", "08", "14"])
            # What a run that was killed has not removed.
            (Path(folder) / "removed" / "20261121T070000Z" / "entries").mkdir(parents=True)
            versions.keep(1)
            self.assertEqual(left(), ["", "08"])
            self.assertTrue(mine.is_dir() and unfinished.is_dir())
            self.assertEqual(sorted(path.name for path in Path(folder).iterdir()), ["current", "unfinished", "versions"])

    def test_names(self) -> None:
        self.assertEqual(version_name("2026-11-21T17:00:00Z"), "20261121T170000Z")
        for wrong in ("../x", "2026-11-21", "now", "2026-11-21T17:00:00+01:00"):
            with self.assertRaises(VersionError):
                version_name(wrong)


class CommandTests(unittest.TestCase):
    def test_wrong_input(self) -> None:
        """Wrong input ends with a message, before Spark starts."""
        with tempfile.TemporaryDirectory() as folder:
            program, file, archive = Path(folder) / "aggregate", Path(folder) / "file", Path(folder) / "archive"
            program.write_text("#!/bin/sh\necho 1.0\n")
            program.chmod(0o755)
            file.touch()
            for name in ("2026-11-27", "2026-02-30", "notes"):
                (archive / name).mkdir(parents=True)
            (archive / "2026-11-28").touch()
            output, ok = f"{folder}/out", ["--program", str(program)]
            for arguments, code, message in (
                (["run", *ok], 64, "OUT"),
                (["run", output, "--at", "yesterday", *ok], 64, "yesterday is not a time in UTC"),
                (["run", output, "--keep", "0", *ok], 64, "'0' is not a number from 1"),
                (["run", output, "--program", f"{folder}/none"], 64, f"{folder}/none does not run"),
                (["run", output, "--program", str(file)], 64, f"{file} does not run"),
                (["run", f"{file}/out", *ok], 5, f"{file}/out: Not a directory"),
                (["backfill", str(archive), output, "--date", "27.11.", *ok], 64, "'27.11.' is not a date such as 2026-11-27"),
                (["backfill", str(archive), output, "--date", "2026-11-28", *ok], 4, f"{archive} has no folder 2026-11-28"),
                (["backfill", f"{folder}/none", output, *ok], 4, f"{folder}/none has no folders with dates as names"),
                (["backfill", str(archive), str(file), *ok], 5, f"{file}: File exists"),
            ):
                with contextlib.redirect_stderr(io.StringIO()) as messages:
                    try:
                        found = main(arguments)
                    except SystemExit as end:
                        found = end.code
                self.assertEqual(found, code, arguments)
                self.assertIn(message, messages.getvalue())

    def test_one_run_at_a_time(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "aggregate"
            program.write_text("#!/bin/sh\necho 1.0\n")
            program.chmod(0o755)
            with locked(Path(folder) / "out"), contextlib.redirect_stderr(io.StringIO()) as messages:
                self.assertEqual(main(["run", f"{folder}/out", "--program", str(program)]), 5)
            self.assertIn(f"another run writes to {folder}/out", messages.getvalue())
            with locked(Path(folder) / "out"):
                pass


class ColumnTests(unittest.TestCase):
    def test_lines_of_text_are_columns(self) -> None:
        place = {"name": {"$ref": "#/$defs/line"}, "cuisine": {"$ref": "#/$defs/line"}, "hours": {"$ref": "#/$defs/hours"}}
        found = columns({"$defs": {"place": {"properties": place}}})
        names = [column.name for column in found.columns]
        self.assertEqual(names.count("name"), 1)
        self.assertEqual(names[-1], "cuisine")
        self.assertEqual({column.member for column in found.columns}, set(found.members))


if __name__ == "__main__":
    unittest.main()
