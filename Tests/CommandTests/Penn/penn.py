#!/usr/bin/env python3
"""Reads the dining venues of the University of Pennsylvania in their current shape, by the rules of Adapters/Penn/README.md."""

import datetime
import json
import re
import sys

RESIDENTIAL = {593, 636, 637, 638, 747, 1442}
CAFES = ("café", "cafe", "coffee", "starbucks", "pret a manger", "joe's")
MARKETS = ("market", "grocer", "store", "provisions")
MIDNIGHT = 24 * 60


def describe():
    return {"title": "Penn dining venues", "requests": ["venues"]}


def category(venue):
    if venue["id"] in RESIDENTIAL:
        return "dining-hall"
    name = venue["name"].lower()
    for found, words in (("cafe", CAFES), ("market", MARKETS)):
        if any(word in name for word in words):
            return found
    return "restaurant"


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def line(text):
    """The text on one line."""
    return text.replace("\r", " ").replace("\n", " ").strip()


def name(part):
    """The label of a daypart, with its message."""
    return ": ".join(text for text in (line(part["label"]), line(part["message"])) if text)


def is_closure(text):
    """Whether a label says that the venue is closed at that time."""
    return re.search(r"(?:^|[^\w\s])\s*closed\b", text, re.IGNORECASE) is not None


def service(part):
    """The opening of a daypart; None if it has no length."""
    start, end = (datetime.datetime.fromisoformat(part[key]) for key in ("starttime", "endtime"))
    opens, closes = (time.hour * 60 + time.minute for time in (start, end))
    if start == end:
        return None
    if closes == MIDNIGHT - 1:
        closes = MIDNIGHT
    if end.date() > start.date() or end.time() < start.time():
        closes += MIDNIGHT
    return (opens, closes, name(part))


def join_nights(days):
    """Joins an opening that ends at midnight with the one of the same label that begins there."""
    for date in sorted(days, reverse=True):
        next_date = (datetime.date.fromisoformat(date) + datetime.timedelta(days=1)).isoformat()
        if "unknown" in (days[date], days.get(next_date, "unknown")):
            continue
        for evening in [opening for opening in days[date] if opening[1] == MIDNIGHT]:
            morning = next((opening for opening in days[next_date] if opening[0] == 0 and opening[2] == evening[2]), None)
            if morning:
                days[next_date].remove(morning)
                days[date][days[date].index(evening)] = (evening[0], MIDNIGHT + morning[1], evening[2])


def written(openings):
    """The openings of a day in the form of the catalog."""
    if openings == "unknown":
        return openings
    return [[clock(opens), clock(closes)] + [label] * bool(label) for opens, closes, label in sorted(openings)]


def hours(venue, zone):
    days = {}
    for day in venue["days"]:
        parts = [part for part in day["dayparts"] if part["label"].strip().lower() != "closed"]
        closures = [part for part in parts if is_closure(name(part))]
        openings = [opening for opening in map(service, (part for part in parts if part not in closures)) if opening]
        is_unknown = not day["dayparts"] and day["status"].lower() not in ("", "closed")
        days[day["date"]] = "unknown" if is_unknown or closures and not openings else openings
    join_nights(days)
    days = {date: written(openings) for date, openings in sorted(days.items())}
    return {"zone": zone, "layers": [{"level": "special", "days": days}] if days else []}


def entry(venue, feed):
    key, kind = str(int(venue["id"])), category(venue)
    place = {
        "id": f"{feed['id']}/{key}",
        "kind": "place",
        "campus": feed["campus"]["id"],
        "name": venue["name"].strip(),
        "category": kind,
        "categoryLabel": "Residential" if kind == "dining-hall" else "Retail",
        "hours": hours(venue, feed["campus"]["timeZone"]),
        "sources": [{"feed": feed["id"], "record": key}],
    }
    if venue["address"].strip():
        place["location"] = {"address": venue["address"].strip()}
    if venue["image"]:
        place["images"] = [{"href": venue["image"].strip(), "role": "photo"}]
    return place


def normalize(document):
    output = {"entries": [], "places": [], "rejected": []}
    for reply in document["replies"]:
        for index, venue in enumerate(json.loads(reply["text"])):
            place = {"request": reply["request"]["name"], "pointer": f"/{index}"}
            try:
                output["entries"].append(entry(venue, document["feed"]))
                output["places"].append(place)
            except (KeyError, ValueError, TypeError, AttributeError) as error:
                output["rejected"].append({**place, "code": "schema.value", "message": f"{type(error).__name__}: {error}"})
    return output


if __name__ == "__main__":
    verb, document = sys.argv[-1], json.load(sys.stdin)
    answer = {"describe": describe, "normalize": lambda: normalize(document)}[verb]()
    json.dump({"protocol": 1, **answer}, sys.stdout)
