"""Divides a plan among tasks. A group of servers is never divided, so that no server gets requests from two processes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .lines import PlannedFeed

GROUPS = 64
"""The maximum number of groups in a task. It polls one feed of each at a time."""
FEEDS = 4000
"""The number of feeds at which a task gets no more groups."""


def tasks(feeds: Iterable[PlannedFeed], at_least: int) -> list[list[str]]:
    """Returns the names of the groups of each task.

    The groups with most feeds take longest. They are polled first and at the same time, so that the tasks wait as little as possible. The
    same plan gives the same tasks.

    `at_least` is the number of tasks that run at the same time: there are as many or more, if there are enough groups.
    """
    sizes: dict[str, int] = defaultdict(int)
    for feed in feeds:
        sizes[feed.group] += 1
    most = max(1, min(GROUPS, -(-len(sizes) // max(1, at_least))))
    found: list[list[str]] = []
    room = 0
    for group, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        if not found or len(found[-1]) >= most or room <= 0:
            found.append([])
            room = FEEDS
        found[-1].append(group)
        room -= size
    return found
