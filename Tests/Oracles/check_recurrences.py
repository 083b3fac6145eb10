#!/usr/bin/env python3
"""Compares how the adapter icalendar reads random calendars with recurring-ical-events, an independent program.

usage: check_recurrences.py PROGRAM [--calendars N] [--seed N] [--keep FOLDER]

Each calendar has the events of one campus: with times in its zone, in other zones, in UTC and floating, and whole days; with rules, additional
dates, exceptions, replaced and canceled occurrences. The program reads all calendars as recordings; the hours of the entries are expanded here,
by the rules of catalogs. Both must have the same occurrences in the year before and the year after the reply.

Then the catalog is exported as a calendar again. At some random moments, the events that take place by this calendar must be those that
`aggregate events --now` lists.

Exit 0: no difference, 1: some, which are printed with their events.
"""
import argparse, collections, datetime as dt, json, pathlib, random, subprocess, sys, tempfile, zoneinfo

import icalendar, recurring_ical_events

UTC = dt.timezone.utc
DAY = dt.timedelta(days=1)
RECEIVED = dt.datetime(2026, 9, 15, 12, tzinfo=UTC)
FIRST, LAST = dt.date(2025, 9, 6), dt.date(2027, 9, 27)
CAMPUSES = ["America/New_York", "Europe/Berlin", "America/Phoenix", "Pacific/Auckland", "Asia/Kolkata", "Australia/Lord_Howe"]
OTHERS = ["America/Chicago", "Europe/London", "Asia/Tokyo", "America/Detroit", "Europe/Paris"]
WINDOWS = {"America/Chicago": "Central Standard Time", "Europe/London": "GMT Standard Time", "Asia/Tokyo": "Tokyo Standard Time"}
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


# Random calendars

class Event:
    """One series: its lines, for the program and for the oracle, which does not know the names of Windows."""

    def __init__(self, rng, uid, campus):
        self.rng, self.uid = rng, uid
        self.zone = rng.choices([campus, rng.choice(OTHERS), "UTC", "floating", "date"], [6, 2, 1, 2, 2])[0]
        day = dt.date(2026, 9, 1) + DAY * rng.randrange(-900, 250)
        # Not in the hours that clock changes skip or repeat: programs differ there.
        self.start = dt.datetime.combine(day, dt.time(rng.choice([0, 5, 8, 12, 17, 20, 22, 23]), rng.choice([0, 0, 30, 45])))
        hours = rng.choice([1, 1, 2, 3, 8, 26, 49]) if rng.random() < 0.9 else None
        self.length = None if hours is None else dt.timedelta(hours=hours)
        if self.zone == "date":
            self.length = DAY * rng.choice([1, 1, 2, 3])

    def written(self, time, zone=None):
        zone = zone or self.zone
        if zone == "date":
            return ";VALUE=DATE:" + time.strftime("%Y%m%d")
        if zone in ("UTC", "floating"):
            return ":" + time.strftime("%Y%m%dT%H%M%S") + ("Z" if zone == "UTC" else "")
        name = f'"{zone}"' if self.rng.random() < 0.2 else zone
        return f";TZID={name}:" + time.strftime("%Y%m%dT%H%M%S")

    def rule(self):
        rng = self.rng
        frequency = rng.choice(["DAILY", "WEEKLY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"])
        parts = [f"FREQ={frequency}"]
        if rng.random() < 0.4:
            parts.append(f"INTERVAL={rng.choice([1, 2, 2, 3, 4, 7])}")
        if frequency in ("WEEKLY", "DAILY") and rng.random() < 0.6:
            days = set(rng.sample(DAYS, rng.choice([1, 2, 3])))
            if rng.random() < 0.8:
                days.add(DAYS[self.start.weekday()])
            parts.append("BYDAY=" + ",".join(sorted(days, key=DAYS.index)))
        if frequency == "MONTHLY":
            parts.append(rng.choice([
                f"BYDAY={rng.choice([1, 2, 3, 4, -1, -2])}{rng.choice(DAYS)}", f"BYMONTHDAY={rng.choice([1, 13, 28, 30, 31, -1])}",
                "BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", f"BYDAY={rng.choice(DAYS)};BYMONTHDAY=1,2,3,4,5,6,7,13"]))
        if frequency == "YEARLY":
            parts.append(rng.choice([
                "BYMONTH=3,10", f"BYMONTH={rng.choice([1, 6, 11])};BYDAY={rng.choice([1, 2, -1])}{rng.choice(DAYS)}",
                f"BYMONTH={rng.choice([2, 4, 12])};BYMONTHDAY={rng.choice([1, 15, 28])}", "BYYEARDAY=1,100,-1"]))
        if frequency in ("DAILY", "WEEKLY") and rng.random() < 0.15:
            parts.append("BYMONTH=9,10,11,2,3,4")
        if rng.random() < 0.3:
            parts.append(f"WKST={rng.choice(['SU', 'MO'])}")
        end = rng.random()
        if end < 0.25:
            parts.append(f"COUNT={rng.choice([1, 2, 5, 12, 40, 300])}")
        elif end < 0.5:
            until = self.start + DAY * rng.choice([10, 60, 200, 700])
            if self.zone == "date":
                parts.append(f"UNTIL={until:%Y%m%d}")
            elif self.zone == "floating":
                parts.append(f"UNTIL={until:%Y%m%dT%H%M%S}")
            else:
                zone = UTC if self.zone == "UTC" else zoneinfo.ZoneInfo(self.zone)
                parts.append(f"UNTIL={until.replace(tzinfo=zone).astimezone(UTC):%Y%m%dT%H%M%SZ}")
        rng.shuffle(parts)
        return ";".join(parts)

    def component(self, start, length, *more):
        lines = ["BEGIN:VEVENT", f"UID:{self.uid}", f"SUMMARY:{self.uid}", "DTSTAMP:20260901T000000Z", f"DTSTART{self.written(start)}"]
        if length is not None:
            if self.zone != "date" and self.rng.random() < 0.3:
                lines.append(f"DURATION:PT{int(length.total_seconds()) // 3600}H")
            else:
                lines.append(f"DTEND{self.written(start + length)}")
        return lines + list(more) + ["END:VEVENT"]

    def lines(self):
        rng = self.rng
        if rng.random() < 0.1:
            return self.component(self.start, self.length)
        rule = f"RRULE:{self.rule()}"
        starts = self.local_starts(self.component(self.start, self.length, rule))
        chosen = rng.sample(starts, min(len(starts), rng.choice([0, 0, 1, 3, 5])))
        removed, replaced = chosen[:len(chosen) // 2], chosen[len(chosen) // 2:]
        more = [rule]
        if removed:
            if rng.random() < 0.5 and self.zone not in ("date", "UTC"):
                more += [f"EXDATE{self.written(time)}" for time in removed]
            else:
                head = self.written(removed[0])
                more.append(f"EXDATE{head}" + "".join("," + self.written(time).rsplit(":", 1)[1] for time in removed[1:]))
        extra = self.start + DAY * rng.randrange(1, 400) + dt.timedelta(hours=0 if self.zone == "date" else 1)
        if rng.random() < 0.3 and all(time.date() != extra.date() for time in starts):
            more.append(f"RDATE{self.written(extra)}")
        lines = self.component(self.start, self.length, *more)
        for time in replaced:
            moved = time + DAY * rng.choice([0, 0, 1, 2]) + dt.timedelta(hours=0 if self.zone == "date" else rng.choice([0, 2]))
            status = ["STATUS:CANCELLED"] if rng.random() < 0.4 else []
            lines += self.component(moved, self.length, f"RECURRENCE-ID{self.written(time)}", *status)
        return lines

    def local_starts(self, lines):
        """The starts of a series in the years around the reply, as they are written."""
        calendar = icalendar.Calendar.from_ical("\r\n".join(calendar_lines(lines)) + "\r\n")
        starts = []
        for event in recurring_ical_events.of(calendar).between(FIRST, LAST):
            start = event["DTSTART"].dt
            if not isinstance(start, dt.datetime):
                start = dt.datetime.combine(start, dt.time())
            starts.append(start.replace(tzinfo=None))
        return sorted(set(starts))


def calendar_lines(lines):
    return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Random calendars//EN"] + lines + ["END:VCALENDAR"]


def folded(line, rng):
    data, parts = line.encode(), []
    limit = rng.choice([75, 75, 20, 1000])
    while len(data) > limit:
        parts.append(data[:limit])
        data = b" " + data[limit:]
    return b"\r\n".join(parts + [data]) + b"\r\n"


# What the oracle says

def instant(time, campus):
    """The instant of a time on the clocks of the campus. Of a time that occurs twice, it is the first: hours cannot express the second."""
    local = time if time.tzinfo is None else time.astimezone(campus).replace(tzinfo=None)
    return local.replace(tzinfo=campus, fold=0).astimezone(UTC)


def oracle(text, campus):
    """The occurrences by UID, as pairs of instants. Whole days last from midnight to midnight on the clocks of the campus."""
    found = collections.defaultdict(set)
    for event in recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(FIRST - 4 * DAY, LAST + 4 * DAY):
        if event.get("STATUS") == "CANCELLED":
            continue
        start, end = event["DTSTART"].dt, event["DTEND"].dt if "DTEND" in event else None
        if not isinstance(start, dt.datetime):
            start, end = (dt.datetime.combine(day, dt.time()) for day in (start, end or start + DAY))
        first = instant(start, campus)
        last = instant(end, campus) if end is not None else first
        found[str(event["UID"])].add((first, last if last > first else first + dt.timedelta(hours=1)))
    return found


# What the hours say

def minutes(text):
    return int(text[:2]) * 60 + int(text[3:])


def services(hours, day):
    plan = None
    for layer in hours["layers"]:
        if "days" in layer:
            plan = layer["days"].get(day.isoformat(), plan)
        elif layer.get("from", "0001-01-01") <= day.isoformat() <= layer.get("to", "9999-12-31"):
            plan = [["00:00", "24:00"]] if layer.get("always") else layer["week"].get(DAYS[day.weekday()].lower(), [])
    return plan or []


def expanded(entry, campus):
    hours, found = entry.get("hours"), set()
    first, last = dt.date.fromisoformat(entry["startDate"]), dt.date.fromisoformat(entry["endDate"])
    day, end = max(FIRST - 5 * DAY, first), min(LAST + 5 * DAY, last)
    while day <= end:
        for service in [["00:00", "24:00"]] if hours is None else services(hours, day):
            midnight = dt.datetime.combine(day, dt.time())
            found.add(tuple(instant(midnight + dt.timedelta(minutes=minutes(text)), campus) for text in service[:2]))
        day += DAY
    return found


def covered(spans):
    """The spans without what does not matter: those that meet or overlap are one, and those outside the years are left out."""
    joined = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([start, end])
    low = dt.datetime.combine(FIRST, dt.time(), UTC)
    high = dt.datetime.combine(LAST, dt.time(), UTC)
    return [(max(start, low), min(end, high)) for start, end in joined if end > low and start < high]


# The export

def taking_place(calendar, zones, moment):
    """The ids of the entries that take place at a moment by a calendar."""
    found = set()
    for event in calendar.between(moment - 2 * DAY, moment + 2 * DAY):
        start, end, id = event["DTSTART"].dt, event["DTEND"].dt, str(event["X-CATALOG-ID"])
        now = moment if isinstance(start, dt.datetime) else moment.astimezone(zones[id.split("/")[0]]).date()
        if event.get("STATUS") != "CANCELLED" and start <= now < end:
            found.add(id)
    return found


def check_export(program, catalog, zones, rng):
    """The number of moments, and that of differences, which are printed."""
    def run(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True).stdout

    calendar = recurring_ical_events.of(icalendar.Calendar.from_ical(run("export", str(catalog), "--format", "ics")))
    hours = {entry["id"]: entry.get("hours") for entry in json.loads(catalog.read_text())["entries"]}
    # The dates of some series are not known.
    undated = {id for id, value in hours.items() if value is not None and not value["layers"]}
    differences, moments = 0, []
    while len(moments) < 5:
        # Some moments are those at which an event begins or ends.
        moment = (RECEIVED + dt.timedelta(minutes=rng.randrange(-200_000, 500_000))).replace(second=0)
        events = [event for event in calendar.between(moment, moment + DAY) if isinstance(event["DTSTART"].dt, dt.datetime)]
        if events and len(moments) % 2:
            moment = rng.choice(events)[rng.choice(["DTSTART", "DTEND"])].dt.astimezone(UTC)
        moments.append(moment)
        listed = json.loads(run("events", "--catalog", str(catalog), "--now", "--at", moment.isoformat(), "--format", "json"))["entries"]
        wanted = {entry["id"] for entry in listed} - undated
        found = taking_place(calendar, zones, moment) - undated
        for word, ids in ("missing in", wanted - found), ("only in", found - wanted):
            for id in sorted(ids):
                differences += 1
                print(f"{word} the exported calendar at {moment}: {id}", f"  hours: {json.dumps(hours[id])}"[:1500], sep="\n")
    return len(moments), differences


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--calendars", type=int, default=20)
    parser.add_argument("--events", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    work = pathlib.Path(options.keep or tempfile.mkdtemp())
    campuses, feeds, sources = [], [], {}
    for number in range(options.calendars):
        rng = random.Random(options.seed * 100_003 + number)
        zone = CAMPUSES[number % len(CAMPUSES)]
        events = {f"event-{index}": Event(rng, f"event-{index}", zone).lines() for index in range(options.events)}
        lines = calendar_lines(sum(events.values(), []))
        folder = work / f"campus-{number}" / "calendar"
        folder.mkdir(parents=True, exist_ok=True)
        # The program also has to know the names of Windows.
        written = [line.replace(f"TZID={name}:", f"TZID={other}:") for line in lines
                   for name, other in [rng.choice(list(WINDOWS.items()))]]
        (folder / "calendar.ics").write_bytes(b"".join(folded(line, rng) for line in written))
        (folder / "calendar.meta.json").write_text(json.dumps({"time": RECEIVED.isoformat().replace("+00:00", "Z")}))
        campuses.append({"id": f"campus-{number}", "name": f"Campus {number}", "timeZone": zone, "country": "US"})
        feeds.append({"id": f"campus-{number}/calendar", "adapter": "icalendar", "addresses": {"calendar": "https://events.example.edu/"}})
        sources[f"campus-{number}"] = (zoneinfo.ZoneInfo(zone), events, "\r\n".join(lines) + "\r\n")
    (work / "registry.json").write_text(json.dumps({"campuses": campuses, "feeds": feeds}))
    catalog = work / "catalog.json"
    subprocess.run([options.program, "--replay", str(work), "--config", str(work / "registry.json"), "--at", "2026-09-15T12:00:00Z", "-q",
                    "-o", str(catalog)], check=True)
    entries = {entry["id"]: entry for entry in json.loads(catalog.read_text())["entries"]}
    differences = checked = 0
    for campus, (zone, events, text) in sources.items():
        expected = oracle(text, zone)
        for uid, lines in events.items():
            entry = entries.get(f"{campus}/calendar/{uid}")
            wanted = covered(expected.get(uid, set()))
            got = covered(expanded(entry, zone)) if entry else None
            checked += len(wanted)
            if got != wanted:
                differences += 1
                print(f"{campus} ({zone}) {uid}", *("  " + line for line in lines), f"  hours: {json.dumps(entry.get('hours')) if entry else 'no entry'}"[:1500], sep="\n")
                for name, spans in (("missing", set(wanted) - set(got or [])), ("added", set(got or []) - set(wanted))):
                    for start, end in sorted(spans)[:4]:
                        print(f"  {name}: {start.astimezone(zone)} to {end.astimezone(zone)}")
    moments, more = check_export(options.program, catalog, {campus: zone for campus, (zone, _, _) in sources.items()}, random.Random(options.seed))
    differences += more
    print(f"{moments} moments of the exported calendar, {more} differences")
    print(f"{sum(len(events) for _, events, _ in sources.values())} events, {checked} occurrences, {differences} differences (seed {options.seed})")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
