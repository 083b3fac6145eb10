#!/usr/bin/env python3
"""Checks calendars (aggregate export --format ics) with independent readers: icalendar and recurring-ical-events.

usage: check_calendar.py FOLDER [--whole]

For each NAME.ics in FOLDER there is the catalog that it was made from, NAME.json. The hours of the catalog are expanded by
hours_oracle.py, the calendar by three readings that differ about clock changes:

* recurring-ical-events with Python's zones: a repetition lasts until the same local time, and a start that clocks skip moves;
* the same with the zones that the calendar defines;
* a literal reading of RFC 5545: a repetition lasts exactly as long as the first one, and one whose start clocks skip is dropped.

All must have the same services at the same times, around each clock change and each day on which hours change; with --whole in all
the years for which the calendar has clock changes. The lines, ids, texts, dates and zone definitions are checked as well.

Exit 0: no fault, 1: some, which are printed.
"""
import argparse, bisect, collections, datetime as dt, io, json, pathlib, re, sys, zoneinfo

import dateutil.rrule, icalendar, recurring_ical_events
from dateutil.tz import tzical
import hours_oracle

UTC = dt.timezone.utc
EXACT_YEARS = 4
DAY = dt.timedelta(days=1)


def utc(minute):
    return dt.datetime(1970, 1, 1, tzinfo=UTC) + dt.timedelta(minutes=minute)


# Lines and structure

def check_lines(data):
    if not data.endswith(b"\r\n"):
        yield "the last line has no end"
    for number, line in enumerate(data.split(b"\r\n")[:-1], 1):
        if len(line) > 75:
            yield f"line {number} has {len(line)} bytes"
        if re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", line):
            yield f"line {number} has a control character"
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            yield f"line {number} is not UTF-8"
            continue
        # For readers that break lines at these, too.
        for part in re.split("[\u0085\u2028\u2029]", text)[1:]:
            if part:
                yield f"line {number} continues after a line separator"


def check_structure(calendar):
    if calendar.errors or any(component.errors for component in calendar.walk()):
        yield f"icalendar reports {[component.errors for component in calendar.walk() if component.errors]}"
    if not calendar.subcomponents:
        yield "there is no component"
    zones = {str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")}
    ids = collections.Counter()
    masters = {}
    for event in calendar.walk("VEVENT"):
        replaced = event.get("RECURRENCE-ID")
        ids[str(event["UID"]), replaced and replaced.to_ical()] += 1
        if replaced is None:
            masters[str(event["UID"])] = event
        if str(event.get("TRANSP")) != "TRANSPARENT" or "DTSTAMP" not in event or "SUMMARY" not in event:
            yield f"event {event['UID']} lacks a property"
        for key in ("DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE"):
            value = event.get(key)
            value = value[0] if isinstance(value, list) else value
            zone = value.params.get("TZID") if value is not None else None
            if zone is not None and zone not in zones:
                yield f"the zone {zone} is not defined"
    for key, count in ids.items():
        if count > 1:
            yield f"{count} events have the id {key}"
        if key[1] is not None and "RRULE" not in masters.get(key[0], {}):
            yield f"the event {key} replaces nothing"


# Zones

def transitions(zone, first=1990, last=2050):
    """(moment, offset) for the beginning of a year and each change until another, in UTC."""
    moment, end = dt.datetime(first, 1, 1, tzinfo=UTC), dt.datetime(last, 1, 1, tzinfo=UTC)
    offset = moment.astimezone(zone).utcoffset()
    found = [(moment, offset)]
    while moment < end:
        after = moment + 5 * DAY
        if after.astimezone(zone).utcoffset() != offset:
            low, high = 0, 5 * 86_400
            while high - low > 1:
                middle = (low + high) // 2
                if (moment + dt.timedelta(seconds=middle)).astimezone(zone).utcoffset() == offset:
                    low = middle
                else:
                    high = middle
            after = moment + dt.timedelta(seconds=high)
            offset = after.astimezone(zone).utcoffset()
            if after < end:
                found.append((after, offset))
        moment = after
    return found


def defined(component, last=2050):
    """The same from a VTIMEZONE, with the faults in it."""
    onsets = []
    for part in component.subcomponents:
        start = part["DTSTART"].dt
        moments = [start]
        if "RRULE" in part:
            rule = dateutil.rrule.rrulestr(part["RRULE"].to_ical().decode(), dtstart=start)
            moments = list(rule.between(start, dt.datetime(last, 1, 1), inc=True))
            if start.year < last and moments[:1] != [start]:
                onsets.append("the first change of a rule does not follow the rule")
        for dates in part.get("RDATE", []) if isinstance(part.get("RDATE"), list) else [part["RDATE"]] if "RDATE" in part else []:
            moments += [date.dt for date in dates.dts]
        before, after = part["TZOFFSETFROM"].td, part["TZOFFSETTO"].td
        onsets += [((moment - before).replace(tzinfo=UTC), before, after) for moment in moments]
    faults = [onset for onset in onsets if isinstance(onset, str)]
    onsets = sorted(onset for onset in onsets if not isinstance(onset, str) and onset[0].year < last)
    for (_, _, offset), (moment, before, _) in zip(onsets, onsets[1:]):
        if before != offset:
            faults.append(f"{moment}: the offset before is {before} and not {offset}")
    begin, end = dt.datetime(1990, 1, 1, tzinfo=UTC), dt.datetime(last, 1, 1, tzinfo=UTC)
    found = [(begin if index == 0 else moment, after) for index, (moment, _, after) in enumerate(onsets)]
    return [(moment, offset) for moment, offset in found if moment < end], faults


def check_zones(calendar, differing):
    for component in calendar.walk("VTIMEZONE"):
        name = str(component["TZID"])
        found, faults = defined(component)
        yield from (f"{name}: {fault}" for fault in faults)
        wanted = transitions(zoneinfo.ZoneInfo(name))
        if found != wanted:
            differing[name] = next(iter(sorted(set(found) ^ set(wanted))))


def check_zone_reader(data, name):
    """The definition of a zone as dateutil reads it, around each change."""
    block = re.search(rb"BEGIN:VTIMEZONE\r\nTZID:%s\r\n.*?END:VTIMEZONE\r\n" % re.escape(name.encode()), data, re.S)
    zone = tzical(io.StringIO(block.group().decode())).get(name)
    wanted = zoneinfo.ZoneInfo(name)
    for moment, _ in transitions(wanted)[1:]:
        for seconds in (-86_400, -1, 0, 86_400):
            time = (moment + dt.timedelta(seconds=seconds)).astimezone(wanted)
            # A local time that occurs twice is left out.
            certain = time.replace(fold=0).utcoffset() == time.replace(fold=1).utcoffset()
            if certain and time.replace(tzinfo=zone).utcoffset() != time.utcoffset():
                yield f"{name}: dateutil reads {time} as {time.replace(tzinfo=zone)}"


class OwnZone(dt.tzinfo):
    """A VTIMEZONE as a zone, read as dateutil reads it (and faster): in a gap, the offset after it applies."""

    def __init__(self, component):
        found, _ = defined(component)
        self.name = str(component["TZID"])
        before = [offset for _, offset in found[:1] + found]
        self.walls = [(moment + offset).replace(tzinfo=None) for (moment, _), offset in zip(found, before)]
        self.offsets = [offset for _, offset in found]

    def utcoffset(self, time):
        return self.offsets[max(bisect.bisect_right(self.walls, time.replace(tzinfo=None)) - 1, 0)]

    def dst(self, time):
        return None

    def tzname(self, time):
        return self.name


class OwnZones(icalendar.timezone.zoneinfo.ZONEINFO):
    """Makes icalendar use the definitions of a calendar for zones that Python does not know."""

    def create_timezone(self, component):
        return OwnZone(component)


# Hours

class Place:
    """The expected events of a place or an event: (start, end, summary), sorted by start.

    Services of an event that meet at midnight are one, except for days around the clock for more than a year, which are one each. The end of
    one from midnight to midnight is a date. So are days whose times are unknown.
    """

    def __init__(self, entry, year):
        self.is_event = entry["kind"] == "event"
        self.is_listed = self.is_event and all("days" in layer for layer in entry["hours"]["layers"])
        self.days = [hours_oracle.day_of(entry[key]) for key in ("startDate", "endDate")] if self.is_event else []
        self.hours = hours_oracle.Hours(entry["hours"])
        self.name, self.clock, self.layers = entry["name"], self.hours.clock, entry["hours"]["layers"]
        self.first = hours_oracle.day_of(f"{year}-01-01")
        self.last = hours_oracle.day_of(f"{year + EXACT_YEARS}-01-01")

    def dated(self, day):
        date = hours_oracle.text_of(day)
        for layer in reversed(self.layers):
            if "days" in layer:
                if date in layer["days"]:
                    return True
            elif layer.get("from", "0000") <= date <= layer.get("to", "9999-99"):
                return False
        return False

    def spans(self, begin, end):
        """The services that start between two moments."""
        return self.occurrences(begin, end) if self.is_event else self.services(begin, end)

    def services(self, begin, end):
        day, found = (begin - DAY * 3).date(), []
        while day <= (end + DAY * 3).date():
            number = (day - hours_oracle.EPOCH).days
            if number >= self.first or self.dated(number):
                for opens, closes, label in self.hours.plan(number) or []:
                    start, stop = (self.clock.moment(number * 1440 + minutes) for minutes in (opens, closes))
                    if start < stop:
                        found.append((utc(start), utc(stop), self.summary(label)))
            day += DAY
        return sorted(span for span in found if begin <= span[0] < end)

    def occurrences(self, begin, end):
        # Minutes of UTC, sorted: start, end, the first and the last day; those to which a service of the next day may belong are open.
        done, number = [], (begin - DAY * 40).date().toordinal() - hours_oracle.EPOCH.toordinal()
        open, last = [], (end + DAY * 3).date().toordinal() - hours_oracle.EPOCH.toordinal()
        while number <= last or open and number < last + 900:
            midnight, next_midnight = self.clock.moment(number * 1440), self.clock.moment((number + 1) * 1440)
            plan = self.hours.plan(number)
            if plan is None or self.is_long(number):
                if plan is not None or self.hours.is_covered(number) and self.days[0] <= number <= self.days[1]:
                    done.append((midnight, next_midnight, number, number))
                plan = []
            spans = {(self.clock.moment(number * 1440 + opens), self.clock.moment(number * 1440 + closes), opens) for opens, closes, _ in plan}
            for start, stop, opens in sorted(spans):
                before = [one for one in open if one[1] == start] if opens == 0 else []
                if start < stop and before:
                    open[open.index(before[0])] = before[0][0], stop, before[0][2], number
                elif start < stop:
                    open.append((start, stop, number, number))
            done += [one for one in open if one[1] != next_midnight]
            open = [one for one in open if one[1] == next_midnight]
            number += 1
        found = set()
        for start, stop, first, last in done + open:
            if begin <= utc(start) < end and (self.is_listed or first >= self.first):
                whole = start == self.clock.moment(first * 1440) and stop == self.clock.moment((last + 1) * 1440)
                found.add((utc(start), hours_oracle.text_of(last + 1) if whole else utc(stop), self.name))
        return sorted(found, key=str)

    def is_long(self, day):
        """Whether the layer of a day has no end in a year."""
        layer, date = None, hours_oracle.text_of(day)
        for other in self.layers:
            if date in other["days"] if "days" in other else other.get("from", "0000") <= date <= other.get("to", "9999-99"):
                layer = other
        if layer is None or "days" in layer:
            return False
        always = "always" in layer or all(any(one[:2] == ["00:00", "24:00"] for one in layer["week"].get(name, [])) for name in hours_oracle.WEEK)
        bounds = [hours_oracle.day_of(layer[key]) for key in ("from", "to") if key in layer]
        return always and (len(bounds) < 2 or bounds[1] - bounds[0] >= 366)

    def dated_start(self, span):
        """A span that begins at a moment, even if it lasts whole days."""
        if span[0].tzinfo is not None:
            return span
        return (utc(self.clock.moment((span[0].date() - hours_oracle.EPOCH).days * 1440)), *span[1:])

    def summary(self, label):
        return self.name if label is None or label == self.name or self.is_event else f"{self.name}: {label}"

    def windows(self):
        """(first, last) days around interesting dates."""
        for moment, _ in self.clock.changes[1:]:
            day = moment // 1440
            if self.first <= day < self.last:
                yield max(day - 3, self.first), min(day + 3, self.last)
        yield self.first, self.first + 9
        yield self.last - 9, self.last
        for edge in self.hours.edges[:60]:
            if edge < self.last and not (self.is_event and not self.is_listed and edge - 3 < self.first):
                yield edge - 3, min(edge + 3, self.last)


def program_spans(file, places):
    """The program's answers: [(begin, end, {id: [(start, end, summary)]})]."""
    ranges = []
    for line in file.read_text().split("\n")[:-1] if file.exists() else []:
        first, second, *rest = line.split("\t")
        if not rest:
            ranges.append((dt.datetime.fromisoformat(first), dt.datetime.fromisoformat(second), collections.defaultdict(list)))
        else:
            times = [dt.datetime.fromisoformat(text) for text in (second, rest[0])]
            ranges[-1][2][first].append((*times, places[first].summary(rest[1] or None)))
    return ranges


def merged(windows):
    found = []
    for begin, end in sorted(windows):
        if found and begin <= found[-1][1]:
            found[-1][1] = max(end, found[-1][1])
        else:
            found.append([begin, end])
    return found


def by_entry(events):
    """The events of each entry. The start of whole days is without a zone, and their end a date."""
    found = collections.defaultdict(list)
    for event in events:
        start, end = event["DTSTART"].dt, event["DTEND"].dt if "DTEND" in event else None
        if isinstance(start, dt.datetime) and end is not None:
            found[str(event["X-CATALOG-ID"])].append((start.astimezone(UTC), end.astimezone(UTC), str(event["SUMMARY"])))
        elif end is not None:
            found[str(event["X-CATALOG-ID"])].append((dt.datetime.combine(start, dt.time()), end.isoformat(), str(event["SUMMARY"])))
    return found


class Lenient:
    """The calendar as recurring-ical-events expands it."""

    def __init__(self, data, own_zones):
        if own_zones:
            # Names that Python does not know, so that the definitions in the calendar are used.
            data = re.sub(rb"(;TZID=|\r\nTZID:)", rb"\1Own/", data)
        calendar = icalendar.Calendar.from_ical(data)
        self.query = recurring_ical_events.of(calendar)

    def spans(self, begin, end):
        return by_entry(event for event in self.query.between(begin, end) if "DTEND" in event)


class Strict:
    """The calendar by RFC 5545, with sections 3.3.10 and 3.8.5.3 taken literally."""

    def __init__(self, data, own_zones=False):
        calendar = icalendar.Calendar.from_ical(data)
        self.masters, self.replaced = [], collections.defaultdict(set)
        for event in calendar.walk("VEVENT"):
            if "RECURRENCE-ID" in event:
                self.replaced[str(event["UID"])].add(event["RECURRENCE-ID"].dt.replace(tzinfo=None))
            if "DTEND" not in event:
                continue
            start, end = event["DTSTART"].dt, event["DTEND"].dt
            is_date = not isinstance(start, dt.datetime)
            wall = (lambda date: dt.datetime.combine(date, dt.time())) if is_date else (lambda time: time.replace(tzinfo=None))
            added = event.get("RDATE", [])
            added = [wall(date.dt) for dates in (added if isinstance(added, list) else [added]) for date in dates.dts]
            excluded = {wall(date.dt) for date in event["EXDATE"].dts} if "EXDATE" in event else set()
            rule = None
            if "RRULE" in event:
                text = re.sub(r";UNTIL=\w+", "", event["RRULE"].to_ical().decode())
                rule = dateutil.rrule.rrulestr(text, dtstart=wall(start), cache=True)
            until = event["RRULE"].get("UNTIL") if rule else None
            length = end - start if is_date else end.astimezone(UTC) - start.astimezone(UTC)
            self.masters.append((event, start, length, rule, until and until[0], excluded, added))

    def spans(self, begin, end):
        found = collections.defaultdict(list)
        for event, start, length, rule, until, excluded, added in self.masters:
            if not isinstance(start, dt.datetime):
                starts = [dt.datetime.combine(start, dt.time()), *added]
                if rule:
                    starts = [wall for wall in rule.between((begin - DAY * 2).replace(tzinfo=None), (end + DAY * 2).replace(tzinfo=None))
                              if wall not in excluded and not (until and wall.date() > until)]
                found[str(event["X-CATALOG-ID"])] += [(wall, (wall + length).date().isoformat(), str(event["SUMMARY"])) for wall in starts]
                continue
            starts = [start.replace(tzinfo=None), *added]
            if rule:
                zone = start.tzinfo
                starts = [
                    wall for wall in rule.between((begin - DAY * 2).replace(tzinfo=None), (end + DAY * 2).replace(tzinfo=None))
                    if wall not in excluded and wall not in self.replaced[str(event["UID"])]
                    and wall.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None) == wall
                    and not (until and wall.replace(tzinfo=zone).astimezone(UTC) > until)]
            for wall in starts:
                moment = wall.replace(tzinfo=start.tzinfo).astimezone(UTC)
                found[str(event["X-CATALOG-ID"])].append((moment, moment + length, str(event["SUMMARY"])))
        return found


def difference(wanted, found):
    missing, extra = collections.Counter(wanted), collections.Counter(found)
    both = [("missing", span) for span in missing - extra] + [("extra", span) for span in extra - missing]
    return "; ".join(f"{word} {' '.join(map(str, span))}" for word, span in both[:4])


def check_hours(data, catalog, spans, differing, whole):
    year = local_year(catalog)
    places = {entry["id"]: Place(entry, year(entry)) for entry in catalog["entries"] if entry.get("hours", {}).get("layers")}
    windows = merged(
        [(place.first, place.last) for place in places.values()] if whole else
        [window for place in places.values() for window in place.windows()])
    asked = [(utc(first * 1440), utc(last * 1440), None) for first, last in windows] + program_spans(spans, places)
    readings = [
        ("the letter of RFC 5545", Strict(data)), ("Python's zones", Lenient(data, False)), ("the calendar's own zones", Lenient(data, True))]
    for reading, reader in readings:
        faults = 0
        for begin, end, said in asked:
            all_found = reader.spans(begin - DAY, end + DAY)
            for id, place in places.items():
                if place.clock.name in differing or place.is_event and said is not None:
                    continue
                wanted = sorted(place.spans(begin, end) if said is None else said[id], key=str)
                found = sorted((span for span in map(place.dated_start, all_found.get(id, [])) if begin <= span[0] < end), key=str)
                CHECKED[reading] += len(wanted)
                if wanted != found and faults < 5:
                    faults += 1
                    yield f"{id} ({place.clock.name}), read with {reading}: {difference(wanted, found)}"


CHECKED = collections.Counter()


def local_year(catalog):
    made = dt.datetime.fromisoformat(catalog["generatedAt"])
    return lambda entry: made.astimezone(zoneinfo.ZoneInfo(entry["hours"]["zone"])).year


# Texts, events and alerts

def joined(separator, *parts):
    return separator.join(part for part in parts if part is not None) or None


def text(event, key):
    return str(event[key]) if key in event else None


def check_texts(calendar, catalog):
    entries = {entry["id"]: entry for entry in catalog["entries"]}
    events = collections.defaultdict(list)
    for event in calendar.walk("VEVENT"):
        events[text(event, "X-CATALOG-ID")].append(event)
    for id in set(events) - set(entries):
        yield f"{id} is not in the catalog"
    for id, entry in entries.items():
        found = events.get(id, [])
        place = entry.get("location", {})
        for event in found:
            venue = entry.get("venue", {})
            wanted = {
                "LOCATION": joined(", ", place.get("building"), place.get("address")) if entry["kind"] == "place" else
                joined(", ", place.get("building"), place.get("room"), place.get("address"), venue.get("city"), venue.get("state")),
            }
            if ("latitude" in place) != ("GEO" in event) or "GEO" in event and max(
                    abs(event["GEO"].latitude - place["latitude"]), abs(event["GEO"].longitude - place["longitude"])) > 1e-6:
                yield f"{id} has another position"
            status = {"cancelled": "CANCELLED", "postponed": "CANCELLED", "tentative": "TENTATIVE"}.get(entry.get("status"))
            if text(event, "STATUS") != status:
                yield f"{id} has the status {text(event, 'STATUS')}"
            if entry["kind"] == "place":
                names = {joined("\n", layer.get("name"), entry.get("notice")) for layer in entry["hours"]["layers"]}
                if text(event, "DESCRIPTION") not in names:
                    yield f"{id} has the description {text(event, 'DESCRIPTION')!r}"
                if not text(event, "SUMMARY").startswith(entry["name"]):
                    yield f"{id} has the summary {text(event, 'SUMMARY')!r}"
            else:
                wanted["SUMMARY"] = entry["name"]
                wanted["DESCRIPTION"] = joined("\n", entry.get("notice"), entry.get("description"))
            for key, value in wanted.items():
                if text(event, key) != value:
                    yield f"{id} has {key} {text(event, key)!r}, not {value!r}"
        if entry["kind"] == "event" and not entry.get("hours", {}).get("layers"):
            dates = [(event["DTSTART"].dt, event["DTEND"].dt if "DTEND" in event else event["DTSTART"].dt + DAY) for event in found]
            first = dt.date.fromisoformat(entry["startDate"])
            end = dt.date.fromisoformat(entry["endDate"])
            end = end if end == dt.date.max else end + DAY
            if entry["endDate"] == "9999-12-31":
                daily = "hours" not in entry
                if dates != [(first, first + DAY)] or daily != (found[0].get("RRULE", {}).get("FREQ") == ["DAILY"]):
                    yield f"{id}, which has no end, is on {dates}"
            elif dates != [(first, end)] and end > first:
                yield f"{id} is on {dates}"
        if entry["kind"] == "alert":
            if len(found) != ("startsAt" in entry):
                yield f"{id} has {len(found)} events"
            for event in found:
                times = [dt.datetime.fromisoformat(entry[key]).replace(microsecond=0) for key in ("startsAt", "endsAt") if key in entry]
                if times[1:] and times[1] <= times[0]:
                    times.pop()
                if [event[key].dt for key in ("DTSTART", "DTEND") if key in event] != times:
                    yield f"{id} is not from {times}"
        if entry["kind"] in ("quote", "menu") and found:
            yield f"{id} is a {entry['kind']}"


def check(file, whole):
    data = file.read_bytes()
    catalog = json.loads(file.with_suffix(".json").read_text())
    calendar = icalendar.Calendar.from_ical(data)
    differing = {}
    yield from check_lines(data)
    yield from check_structure(calendar)
    yield from check_zones(calendar, differing)
    for name, moment in differing.items():
        DIFFERING[name] = moment
    yield from check_texts(calendar, catalog)
    yield from check_hours(data, catalog, file.with_suffix(".spans"), differing, whole)
    for component in calendar.walk("VTIMEZONE"):
        if str(component["TZID"]) not in differing:
            yield from check_zone_reader(data, str(component["TZID"]))
    sources = text(calendar, "DESCRIPTION")
    for feed in catalog["feeds"]:
        for part in (feed["id"], feed.get("url"), feed.get("license")):
            if part is not None and part not in sources:
                yield f"the calendar does not name {part}"


DIFFERING = {}


def main():
    icalendar.timezone.tzp.use(OwnZones())
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    faults = 0
    files = sorted(options.folder.glob("*.ics"))
    for file in files:
        for fault in check(file, options.whole):
            faults += 1
            if faults <= 40:
                print(f"{file.name}: {fault}")
    for name, moment in sorted(DIFFERING.items()):
        print(f"note: {name} is not the same in the program and in Python, first at {moment[0]}; its hours were not compared")
    checked = ", ".join(f"{count:,} services by {reading}" for reading, count in CHECKED.items())
    print(f"{len(files)} calendars, {checked}: {faults} faults")
    return 1 if faults or not files or len(DIFFERING) > 10 else 0


if __name__ == "__main__":
    sys.exit(main())
