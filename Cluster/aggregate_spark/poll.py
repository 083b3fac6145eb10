"""Polls the feeds of one task on an executor.

A task is tried again when its executor is lost. Each attempt uses the same journal, in a folder that all executors see: feeds in it are
finished, so an attempt that is lost costs each server one feed, which is requested once more. The program locks the journal, so that it
never sends requests while an earlier attempt still does.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .lines import finished
from .program import Program, executor


@dataclass(frozen=True)
class PollOptions:
    """What the tasks of a run have in common."""

    program: Program
    folder: str
    """Has the journals of the tasks."""
    at: str | None
    """The time of the run; None for the clock's."""
    bodies: str
    """The folder of the last replies, or "none"."""
    deadline: int
    """The time limit of a task in seconds."""
    attempts: int
    """After this number of attempts, the feeds without results are given up."""
    allow_private: bool

    def arguments(self, journal: Path, previous: Path) -> list[str]:
        options = ["--bodies", self.bodies, "--journal", str(journal), "--previous", str(previous), "--jobs", "64"]
        options += ["--deadline", str(self.deadline)]
        if self.at:
            options += ["--at", self.at]
        return ["work", "poll", *options, *(["--allow-private"] if self.allow_private else [])]


def poll(task: int, lines: Iterable[str], options: PollOptions) -> Iterator[str]:
    """Polls the feeds of a task, and returns the lines of its journal.

    The lines are those of the plan, and the entries of the last good results, whose keys begin with 3.
    """
    journal = Path(options.folder) / f"{task:06}.journal"
    with tempfile.TemporaryDirectory() as work:
        plan, previous = Path(work) / "plan.ndjson", Path(work) / "previous.ndjson"
        count = 0
        with open(plan, "w", encoding="utf-8") as planned, open(previous, "w", encoding="utf-8") as good:
            for line in lines:
                (good if line.startswith('{"key":"3 ') else planned).write(f"{line}\n")
                count += 1
        if count == 0:
            return
        options.program.check()
        if _count_attempt(journal.with_suffix(".attempts"), options.attempts):
            options.program.run(options.arguments(journal, previous), plan, Path(os.devnull))
    yield from finished(_content(journal))


def _count_attempt(path: Path, limit: int) -> bool:
    """Returns whether another attempt may be made."""
    with open(path, "a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if len(file.readlines()) >= limit:
            return False
        file.write(f"{executor()}\n")
        return True


def _content(journal: Path) -> bytes:
    """Returns the content of a journal when no process writes it anymore."""
    try:
        with open(journal, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)
            return file.read()
    except FileNotFoundError:
        return b""
