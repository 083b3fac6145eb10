#!/usr/bin/env python3
"""Make opening hours for many places, nearly all different: one schedule per line, in the form of a catalog; the same bytes each time.

usage: make_hours.py FILE COUNT
Of a hundred: 5 around the clock (with some dated exceptions), 20 with nights, 20 with meals, 15 dated days only, the rest plain weeks;
a third have a break and dated specials.
"""
import datetime as dt, json, random, sys

WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"]
ZONES = ["America/New_York", "America/Chicago", "America/Los_Angeles", "Europe/London", "Europe/Berlin", "Asia/Kolkata", "Australia/Sydney", "Asia/Tokyo"]
TODAY = dt.date(2026, 11, 21)


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def services(pick, kind):
    opens = pick.randrange(300, 660)
    if kind == "nights":
        opens += 360
        return [[clock(opens), clock(pick.randrange(1450, 1700))]]
    if kind == "meals":
        return [[clock(opens), clock(opens + 120), "Breakfast"], [clock(opens + 180), clock(opens + 330), "Lunch"],
                [clock(opens + 480), clock(opens + 600), "Dinner"]]
    return [[clock(opens), clock(opens + pick.randrange(240, 720))]]


def dates(pick, kind, count, reach):
    days = sorted({TODAY + dt.timedelta(days=pick.randint(-3, reach)) for _ in range(count)})
    return {day.isoformat(): [] if pick.random() < 0.5 else services(pick, kind) for day in days}


def schedule(pick):
    share = pick.random()
    kind = "always" if share < 0.05 else "nights" if share < 0.25 else "meals" if share < 0.45 else "dated" if share < 0.6 else "plain"
    layers = []
    if kind == "dated":
        first = TODAY - dt.timedelta(days=1)
        layers.append({"level": "special", "days": {(first + dt.timedelta(days=n)).isoformat(): services(pick, "meals") for n in range(7)}})
    elif kind == "always":
        layers.append({"level": "weekly", "always": True})
    else:
        usual, weekend = services(pick, kind), services(pick, kind)
        layers.append({"level": "weekly", "name": "Fall", "week": {day: weekend if day in ("sa", "su") else usual for day in WEEK if day != "su" or share < 0.7}})
    if kind != "dated" and pick.random() < 0.33:
        layers.append({"level": "holiday", "from": "2026-12-19", "to": "2027-01-10", "week": {day: services(pick, "plain") for day in WEEK[:5]}})
        layers.append({"level": "special", "days": dates(pick, "plain", 4, 120)})
    return {"zone": pick.choice(ZONES), "layers": layers}


def main():
    file, count = sys.argv[1], int(sys.argv[2])
    pick = random.Random(1)
    with open(file + ".part", "w") as out:
        for _ in range(count):
            out.write(json.dumps(schedule(pick), separators=(",", ":")) + "\n")
    import os
    os.replace(file + ".part", file)


main()
