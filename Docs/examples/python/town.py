#!/usr/bin/env python3
"""An adapter in Python, with nothing but its standard library.

It reads an invented feed, the food stalls of a town:

    {"stalls": [{"no": 7, "name": "Soup Corner", "street": "Mill Lane 2", "lat": 54.1, "lon": 12.1,
                 "open": {"mon": "11:00-14:30", "tue": "11:00-14:30", "sat": "closed"}}]}
"""

import json
import sys

DAYS = {"mon": "mo", "tue": "tu", "wed": "we", "thu": "th", "fri": "fr", "sat": "sa", "sun": "su"}


def describe():
    return {
        "title": "Town food stalls",
        "summary": "Food stalls with their weekly hours.",
        "homepage": "https://town.example/food",
        "license": "CC0",
        "requests": ["list"],
        "cadence": "PT1H",
    }


def services(text):
    """"11:00-14:30" → [["11:00", "14:30"]], "closed" → []; anything else is an error."""
    if text == "closed":
        return []
    opens, closes = text.split("-")
    for time in (opens, closes):
        hour, minute = time.split(":")
        if not (len(time) == 5 and 0 <= int(hour) <= 24 and 0 <= int(minute) < 60):
            raise ValueError(f"{text!r} are no hours")
    return [[opens, closes]]


def entry(stall, feed):
    key = str(int(stall["no"]))
    place = {
        "id": f"{feed['id']}/{key}",
        "kind": "place",
        "campus": feed["campus"]["id"],
        "name": stall["name"],
        "category": "restaurant",
        "location": {"address": stall["street"], "latitude": stall["lat"], "longitude": stall["lon"]},
        "sources": [{"feed": feed["id"], "record": key}],
    }
    # A feed that says nothing about the hours of a stall must not make it look closed: without hours, they are unknown.
    if "open" in stall:
        week = {DAYS[day]: services(text) for day, text in stall["open"].items()}
        place["hours"] = {"zone": feed["campus"]["timeZone"], "layers": [{"level": "weekly", "week": week}]}
    return place


def normalize(document):
    feed = document["feed"]
    output = {"entries": [], "places": [], "rejected": []}
    for reply in document["replies"]:
        request = reply["request"]["name"]
        for index, stall in enumerate(json.loads(reply["text"])["stalls"]):
            place = {"request": request, "pointer": f"/stalls/{index}"}
            try:
                output["entries"].append(entry(stall, feed))
                output["places"].append(place)
            except (KeyError, ValueError, TypeError) as error:
                output["rejected"].append({**place, "code": "schema.value", "message": f"{type(error).__name__}: {error}"})
    return output


if __name__ == "__main__":
    verb, document = sys.argv[-1], json.load(sys.stdin)
    answer = {"describe": describe, "normalize": lambda: normalize(document)}[verb]()
    json.dump({"protocol": 1, **answer}, sys.stdout)
