"""The lines of `aggregate work`. Docs/reference/work.md describes them.

The programs check the lines; here they are only passed on, and read as far as the cluster needs it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .errors import ClusterError

_START = '{"key":"'


class LineError(ClusterError):
    """A line that is not one of `aggregate work`."""


def key(line: str) -> str:
    """Returns the sort key of a line: the number of its type and an id."""
    end = line.find('"', len(_START))
    if not line.startswith(_START) or end < 0:
        raise LineError(f"expected a line of aggregate work, found {line[:80]!r}")
    return line[len(_START) : end]


def feed_of(entry: str) -> str:
    """Returns the feed whose result has an entry, by the key of its line: `3 <campus>/<feed>/<record>`, in a catalog `3 <feed> <entry>`."""
    feed, _, other = entry.removeprefix("3 ").partition(" ")
    if other:
        return feed
    campus, name, _ = feed.split("/", 2)
    return f"{campus}/{name}"


def campus_of(feed: str) -> str:
    """Returns the campus of a feed."""
    return feed.partition("/")[0]


@dataclass(frozen=True)
class PlannedFeed:
    """A feed that is due."""

    id: str
    group: str
    line: str


@dataclass(frozen=True)
class Server:
    """The state of a server."""

    origin: str
    group: str
    line: str


@dataclass
class Plan:
    """The lines that `aggregate work plan` wrote."""

    feeds: dict[str, PlannedFeed]
    """The feeds that are due, by their ids."""
    campuses: dict[str, str]
    """The lines of campuses, by their ids."""
    results: dict[str, str]
    """The lines of the results of feeds that are not due."""
    servers: list[Server]

    groups: dict[str, str] = field(default_factory=dict)
    """The groups of campuses that catalogs may deliver."""

    def group_of(self, campus: str) -> str:
        """Returns the first of the campuses that must be merged together with one; itself if there are no others."""
        return self.groups.get(campus, campus)


def read_plan(lines: Iterable[str]) -> Plan:
    """Sorts the lines of a plan by their types."""
    plan = Plan({}, {}, {}, [])
    for line in lines:
        match key(line)[:2], key(line)[2:]:
            case "0 ", text:
                group, feed = text.rsplit(" ", 1)
                plan.feeds[feed] = PlannedFeed(feed, group, line)
            case "1 ", campus:
                plan.campuses[campus] = line
                if group := json.loads(line).get("group"):
                    plan.groups[campus] = group
            case "2 ", feed:
                plan.results[feed] = line
            case "4 ", origin:
                plan.servers.append(Server(origin, json.loads(line)["group"], line))
            case _:
                raise LineError(f"expected a line of a plan, found {line[:80]!r}")
    return plan


@dataclass(frozen=True)
class Result:
    """The result of a feed: its report and its state, without its entries."""

    feed: str
    outcome: str
    reason: str | None
    content: str | None
    """The SHA-256 of its entries."""
    line: str


def read_result(line: str) -> Result:
    value: dict[str, Any] = json.loads(line)
    report = value["report"]
    return Result(key(line)[2:], report["outcome"], report.get("reason"), value.get("content"), line)


def finished(journal: bytes) -> Iterator[str]:
    """Returns the lines of a poll's journal: results, entries, and the last states of servers.

    Each part of a journal ends with a result. A last part without it is incomplete.
    """
    part: list[str] = []
    servers: dict[str, str] = {}
    for line in journal[: journal.rfind(b"\n") + 1].decode().split("\n")[:-1]:
        part.append(line)
        if key(line).startswith("2 "):
            servers |= {key(line): line for line in part if key(line).startswith("4 ")}
            yield from (line for line in part if not key(line).startswith("4 "))
            part = []
    yield from servers.values()
