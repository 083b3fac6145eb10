"""Feeds of campuses, made from a seed, and the registry of a test: dining venues in the shape of Penn's feed."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

WEEK = [f"2026-11-{day}" for day in range(16, 23)]
MEALS = [(7, 10, "Breakfast"), (11, 14, "Lunch"), (17, 20, "Dinner"), (9, 13, "Brunch")]
CATALOG = -1
"""The number of the feed that is a catalog."""
NAMES = ["Café", "Commons", "Market", "Grill", "Bäckerei", "Noodles", "Taquería", "Łódź Kitchen", "Bento 弁当", "Oak & Ivy"]


@dataclass(frozen=True)
class Answer:
    """What the server answers to a request for a feed."""

    status: int
    body: bytes
    etag: str | None
    delay: float


def address(number: int) -> str:
    """Returns the loopback address of a server, by its number from 0."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


def campus(feed: int) -> str:
    """Two feeds are of one campus. As feeds are dealt to servers, they are on different ones."""
    return f"c{feed // 2:05}"


def answer(seed: int, feed: int, day: int) -> Answer:
    """Returns the answer of a feed on a day, from 0. Some feeds change from one day to the next; some are always broken."""
    if feed == CATALOG:
        return Answer(200, json.dumps(_catalog(seed, day), ensure_ascii=False).encode(), f'"catalog-{seed}-{day}"', 0)
    kind = random.Random(f"{seed} {feed}")
    version = sum(random.Random(f"{seed} {feed} {past}").random() < 0.3 for past in range(1, day + 1))
    now = random.Random(f"{seed} {feed} {day} delay")
    delay = now.random() * 0.02 if now.random() < 0.9 else now.random() * 0.2
    fate = kind.random()
    if fate < 0.02:
        return Answer(404, b"not found", None, delay)
    if fate < 0.03:
        return Answer(503, b"try later", None, delay)
    if fate < 0.05:
        return Answer(200, b"<html>maintenance</html>", None, delay)
    venues = _venues(kind, version)
    if fate < 0.06 and day > 0:
        venues = []  # the guard holds the result
    body = json.dumps(venues, ensure_ascii=False).encode()
    return Answer(200, body, f'"{feed}-{version}-{len(venues)}"' if fate < 0.9 else None, delay)


def _venues(kind: random.Random, version: int) -> list[dict[str, object]]:
    found = []
    for number in range(kind.randrange(3, 8)):
        days = []
        for day in WEEK:
            meals = kind.sample(MEALS, 2)
            parts = [
                {"starttime": f"{day}T{opens:02}:00:00", "endtime": f"{day}T{closes + version % 2:02}:30:00", "message": "", "label": label}
                for opens, closes, label in meals
            ]
            days.append({"date": day, "status": "open", "dayparts": parts})
        name = f"{kind.choice(NAMES)} {number}" + (f" {version}" if number == 0 and version else "")
        found.append({"name": name, "address": f"{number} Locust Walk, Philadelphia PA", "days": days, "image": "", "id": 10_000_000 + number})
    return found


def _catalog(seed: int, day: int) -> dict[str, object]:
    """Returns a catalog with a campus that is also read here, and one that only it has."""
    entries = [
        {
            "id": f"{feed}/{number}", "kind": "place", "campus": feed.partition("/")[0], "name": f"{NAMES[(seed + number) % 10]} {number + day}",
            "category": "cafe", "sources": [{"feed": feed, "record": str(number)}],
        }
        for feed in ("c00000/dining0", "far/halls") for number in range(5)
    ]  # fmt: skip
    time = "2026-11-20T12:00:00Z"
    report = {"adapter": "penn", "outcome": "fresh", "fetchedAt": time, "entries": 5, "rejected": 0}
    return {
        "schema": "campus-catalog/1", "generatedAt": time,
        "campuses": [{"id": "c00000", "name": "Theirs"}, {"id": "far", "name": "Far", "timeZone": "America/New_York"}],
        "feeds": [{"id": feed, "campus": feed.partition("/")[0]} | report for feed in ("c00000/dining0", "far/halls")], "entries": entries,
    }  # fmt: skip


def registry(built_in: list[str], feeds: int, servers: int, port: int, has_catalog: bool) -> dict[str, object]:
    """Returns a registry file with feeds only at loopback addresses.

    With `has_catalog`, one of them is a catalog, whose campuses must be merged together.
    """
    found: list[dict[str, object]] = [{"id": feed, "enabled": False} for feed in built_in]
    for feed in range(feeds):
        url = f"http://{address(feed % servers)}:{port}/{feed}"
        found.append({"id": f"{campus(feed)}/dining{feed % 2}", "adapter": "penn", "addresses": {"venues": [url]}})
    if has_catalog:
        found.append({
            "id": "everywhere/catalog", "adapter": "catalog", "campuses": ["c00000", "c00007", "far"],
            "addresses": {"catalog": [f"http://{address(0)}:{port}/{CATALOG}"]},
        })  # fmt: skip
    names = sorted({campus(feed) for feed in range(feeds)})
    campuses = [{"id": name, "name": f"Campus {name}", "timeZone": "America/New_York", "country": "US"} for name in names]
    return {"campuses": campuses, "feeds": found}
