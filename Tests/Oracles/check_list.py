#!/usr/bin/env python3
"""Check lists of entries (campus-list/1), independently of the program.

usage: check_list.py --schema FILE LIST_FILE…

It checks each file's JSON Schema, then computes for each place from the hours in the file whether it is open at the time of the
list, and the spans of the service days it has, and compares. One line per difference, then a summary. Exit 0: none, 1: some, 2: could not check.
Needs: Python 3.11, jsonschema.
"""
import argparse, datetime as dt, json, pathlib, sys, zoneinfo

WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"]
UTC = dt.timezone.utc


def plan(hours, day):
    """The services of a service day; None if it is unknown. The last layer that covers the day decides."""
    for layer in reversed(hours["layers"]):
        if "days" in layer:
            found = layer["days"].get(day.isoformat())
        elif layer.get("from", "") <= day.isoformat() <= layer.get("to", "9999-12-31"):
            found = [["00:00", "24:00"]] if "always" in layer else layer["week"].get(WEEK[day.weekday()], [])
        else:
            found = None
        if found is not None:
            return None if found == "unknown" else found
    return None


def moment(zone, day, time):
    """The moment at which clocks show a time of a service day: the first of two, and moved forward out of a gap (fold=0 does both)."""
    minutes = int(time[:2]) * 60 + int(time[3:])
    wall = dt.datetime.combine(day, dt.time()) + dt.timedelta(minutes=minutes)
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def state(hours, at):
    zone = zoneinfo.ZoneInfo(hours["zone"])
    today = at.astimezone(zone).date()
    for back in range(-1, 3):
        day = today - dt.timedelta(days=back)
        for service in plan(hours, day) or []:
            if moment(zone, day, service[0]) <= at < moment(zone, day, service[1]):
                return "open"
    return "unknown" if plan(hours, today) is None else "closed"


def span(zone, day, service):
    """The times of a service, and its label; None if a clock change leaves no time in between."""
    begins, ends = moment(zone, day, service[0]), moment(zone, day, service[1])
    return (begins, ends, service[2] if len(service) > 2 else None) if begins < ends else None


def service_day(hours, at):
    """The service day at a moment: the earliest of those with a service that is not over, or else the date."""
    zone = zoneinfo.ZoneInfo(hours["zone"])
    today = at.astimezone(zone).date()
    for day in (today - dt.timedelta(days=2), today - dt.timedelta(days=1)):
        if any(moment(zone, day, service[0]) <= at < moment(zone, day, service[1]) for service in plan(hours, day) or []):
            return day
    return today


def check_day(where, day, hours, is_too_old, differences):
    """Compares a day of a place with its hours."""
    date = dt.date.fromisoformat(day["date"])
    services = plan(hours, date) if hours else None
    expected = "unknown" if services is None or is_too_old else "open" if services else "closed"
    if day["state"] != expected or (day["services"] if day["services"] != "unknown" else None) != services:
        differences.append(f"{where}: {date}: expected {expected} with {services}, got {day['state']} with {day['services']}")
    if expected != "open":
        if day["spans"]:
            differences.append(f"{where}: {date}: has spans, but is {expected}")
        return
    zone = zoneinfo.ZoneInfo(hours["zone"])
    wanted = [found for found in (span(zone, date, service) for service in services) if found]
    times = [(dt.datetime.fromisoformat(one["from"]), dt.datetime.fromisoformat(one["to"]), one.get("label")) for one in day["spans"]]
    if times != wanted:
        differences.append(f"{where}: {date}: expected the spans {wanted}, got {times}")
    for one in day["spans"]:
        for time in (one["from"], one["to"]):
            stated = dt.datetime.fromisoformat(time)
            if stated.utcoffset() != stated.astimezone(zone).utcoffset():
                differences.append(f"{where}: {time} does not have the offset of {zone}")


def check_days(where, entry, at, week, differences):
    """Checks the member today of an entry, and a week: seven days, from the service day on."""
    hours = entry.get("hours") or {}
    is_too_old = entry["status"].get("because") == "feed.old"
    days = [entry["today"]] if "today" in entry else []
    for list_of_days in (entry.get("week"), week):
        if list_of_days:
            if len(list_of_days) != 7 or any(
                    dt.date.fromisoformat(later["date"]) - dt.date.fromisoformat(day["date"]) != dt.timedelta(days=1)
                    for day, later in zip(list_of_days, list_of_days[1:])):
                differences.append(f"{where}: the week is not seven days in a row")
            days += list_of_days
    firsts = {first["date"] for first in (entry.get("today"), *(one[0] for one in (entry.get("week"), week) if one)) if first}
    if hours.get("layers") and firsts - {service_day(hours, at).isoformat()}:
        differences.append(f"{where}: expected the service day {service_day(hours, at)}, got {sorted(firsts)}")
    for day in days:
        check_day(where, day, hours, is_too_old, differences)


def check(path, validator, differences):
    document = json.loads(path.read_text())
    for error in validator.iter_errors(document):
        differences.append(f"{path}: schema: {error.json_path}: {error.message[:200]}")
    at = dt.datetime.fromisoformat(document["at"]).astimezone(UTC)
    if document["total"] < len(document["entries"]):
        differences.append(f"{path}: total is less than there are entries")
    for entry in document["entries"]:
        status = entry.get("status")
        if status is None:
            continue
        check_days(f"{path}: {entry['id']}", entry, at, document.get("week") if len(document["entries"]) == 1 else None, differences)
        expected = state(entry["hours"], at) if entry.get("hours") else "unknown"
        if status["state"] != expected and status.get("because") != "feed.old":
            differences.append(f"{path}: {entry['id']}: expected {expected}, got {status['state']}")
        if "until" in status and dt.datetime.fromisoformat(status["until"]) <= at:
            differences.append(f"{path}: {entry['id']}: the state ends before it begins")
        if status["state"] == "open" and "until" in status:
            last = dt.datetime.fromisoformat(status["until"]).astimezone(UTC)
            if state(entry["hours"], last) == "open" or state(entry["hours"], last - dt.timedelta(seconds=1)) != "open":
                differences.append(f"{path}: {entry['id']}: does not close at {status['until']}")
        if "opens" in status:
            first = dt.datetime.fromisoformat(status["opens"]).astimezone(UTC)
            if state(entry["hours"], first) != "open" or state(entry["hours"], first - dt.timedelta(seconds=1)) == "open":
                differences.append(f"{path}: {entry['id']}: does not open at {status['opens']}")
    return len(document["entries"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schema", type=pathlib.Path, required=True, help="the output of aggregate schema list")
    parser.add_argument("lists", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    try:
        import jsonschema
    except ImportError:
        print("check_list.py needs jsonschema", file=sys.stderr)
        return 2
    validator = jsonschema.Draft202012Validator(
        json.loads(arguments.schema.read_text()), format_checker=jsonschema.FormatChecker())
    differences = []
    entries = sum(check(path, validator, differences) for path in arguments.lists)
    for difference in differences[:100]:
        print(difference)
    print(f"{len(arguments.lists)} lists, {entries} entries, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
