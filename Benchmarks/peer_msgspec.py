#!/usr/bin/env python3
"""The script to be faster than: normalizes one feed the way a careful Python developer would, with msgspec.

usage: peer_msgspec.py FILE KIND OUT [REPEAT=3]        KIND: penn/dining (current shape) or gmu/whats-open (version 2)

Typed decode, normalize to catalog entries, sort, encode: bytes in to the bytes of a whole catalog out, in this process,
the file already read. Prints a JSON line for each repetition, as `aggregate bench normalize` does:
    {"bytes":…,"seconds":…,"out":…,"megabytesPerSecond":…}
then one {"best":…,"median":…,"decodeBest":…,"decodeMedian":…} in MB/s, where decode is msgspec's typed decode alone.
OUT then gets the catalog of the last repetition.
"""
from __future__ import annotations

import datetime, functools, gc, hashlib, re, statistics, sys, time, urllib.parse, zoneinfo

import msgspec

ZONE = "America/New_York"
DAY = 1440
encode = msgspec.json.Encoder().encode


# --- The catalog's entries; the order of the fields is the order of the keys --------------------------------------------

class Out(msgspec.Struct, omit_defaults=True, gc=False):
    pass


class Location(Out):
    address: str | None = None
    building: str | None = None
    abbreviation: str | None = None
    region: str | None = None
    onCampus: bool | None = None
    latitude: float | None = None
    longitude: float | None = None


class Layer(Out):
    level: str
    name: str | None = None
    from_: str | None = msgspec.field(name="from", default=None)
    to: str | None = None
    week: dict | None = None
    days: dict | None = None
    always: bool | None = None


class Hours(Out):
    zone: str
    layers: list[Layer]
    osm: str | None = None


class Contact(Out):
    phone: str


class Link(Out):
    rel: str
    href: str


class Image(Out):
    href: str
    role: str


class Source(Out):
    feed: str
    record: str


class Entry(Out):
    id: str
    kind: str
    campus: str
    name: str
    category: str
    categoryLabel: str | None = None
    tags: list[str] | None = None
    labels: list[str] | None = None
    notice: str | None = None
    location: Location | None = None
    hours: Hours | None = None
    contact: Contact | None = None
    links: list[Link] | None = None
    images: list[Image] | None = None
    sources: list[Source] | None = None


CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def text(value):
    """Trimmed, without control characters; None when nothing is left."""
    if not value:
        return None
    if not value.isprintable():
        value = CONTROL.sub(" ", value)
    return value.strip() or None


def repaired(value):
    """Text, repaired if it was encoded as UTF-8 twice."""
    if value and not value.isascii():
        for coding in ("latin-1", "cp1252"):
            try:
                return text(value.encode(coding).decode("utf-8"))
            except ValueError:
                pass
    return text(value)


CLOSED = object()


@functools.lru_cache(100_000)
def meal(label):
    """The label of a daypart; CLOSED if it means closed."""
    label = text(label)
    return CLOSED if label is not None and label.lower() == "closed" else label


@functools.cache
def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


# --- Hours as OSM opening_hours ------------------------------------------------------------------------------------------

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NAMES = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


@functools.lru_cache(100_000)
def spans(day):
    """The times of a day as text, touching services joined; and whether one passes midnight. `day` holds (opens, closes)."""
    if day == "unknown":
        return "unknown", False
    if not day:
        return "off", False
    joined = [day[0]]
    for opens, closes in day[1:]:
        if opens <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], closes))
        else:
            joined.append((opens, closes))
    parts = []
    for opens, closes in joined:
        parts.append(f"{opens}-{closes}")
    return ",".join(parts), any(closes > "24:00" for _, closes in day)


@functools.lru_cache(100_000)
def date_range(first, last):
    """Dates in OSM syntax; a last date of None means no end."""
    year, month, day = first.split("-")
    start = f"{year} {MONTHS[int(month) - 1]} {day}"
    if last is None:
        return start + "+"
    if first == last:
        return start
    if first[:4] != last[:4]:
        return f"{start}-{date_range(last, last)}"
    return f"{start}-{last[8:]}" if first[:7] == last[:7] else f"{start}-{MONTHS[int(last[5:7]) - 1]} {last[8:]}"


def runs(days):
    """Rules for (date, times); consecutive dates with equal times share one rule."""
    rules, first, last, shared = [], None, None, None
    for date, times in days:
        if first is not None and times == shared and date == day_after(last):
            last = date
            continue
        if first is not None:
            rules.append(f"{date_range(first, last)} {shared}")
        first, last, shared = date, date, times
    if first is not None:
        rules.append(f"{date_range(first, last)} {shared}")
    return rules


def osm_dates(days):
    """The rules of dated services; `days` is sorted. With nights, days are closed first and then added to."""
    found = [(date, *spans(day if day == "unknown" else tuple(s[:2] for s in day))) for date, day in days.items()]
    if not any(night for _, _, night in found):
        return "; ".join(runs((date, times) for date, times, _ in found))
    opens = [(date, times) for date, times, _ in found if times not in ("off", "unknown")]
    one = all(b[0] == day_after(a[0]) and days[a[0]] == days[b[0]] for a, b in zip(opens, opens[1:]))
    closed = runs((date, "off") for date, times, _ in found if times == "off" or not one and times != "unknown")
    text = "; ".join(closed + runs((date, "unknown") for date, times, _ in found if times == "unknown"))
    for rule in runs(opens):
        text += (("; " if one else ", ") if text else "") + rule
    return text


@functools.lru_cache(1000)
def weekday_ranges(days):
    parts, start = [], 0
    while start < len(days):
        end = start
        while end + 1 < len(days) and days[end + 1] == days[end] + 1:
            end += 1
        parts.append(NAMES[days[start]] + ("" if end == start else ("," if end == start + 1 else "-") + NAMES[days[end]]))
        start = end + 1
    return ",".join(parts)


def osm_week(week, start, end, base, only):
    prefix = f"{date_range(start, end)} " if start else ""
    weekdays = range(7)
    if start and end and ordinal(end) - ordinal(start) < 6:
        weekdays = sorted((ordinal(start) - 1 + n) % 7 for n in range(ordinal(end) - ordinal(start) + 1))
    groups, nights = {}, False
    for day in weekdays:
        services = week.get(WEEK[day])
        if services or not base:
            times, night = spans(tuple(services or ()))
            nights = nights or night
            groups.setdefault(times, []).append(day)
    if not groups:
        return "; off"
    order = list(groups.items())
    if nights:
        order.sort(key=lambda g: g[0] != "off")
    close = nights and not base and sum(times != "off" for times in groups) > 1
    text, opened = (f"; {prefix}off" if close else ""), False
    for times, days in order:
        is_open = times != "off"
        text += ", " if is_open and (close or nights and opened) else "; "
        opened = opened or is_open
        if len(days) == len(weekdays):
            text += "24/7" if not start and only and times == "00:00-24:00" else prefix + times
        else:
            text += f"{prefix}{weekday_ranges(tuple(days))} {times}"
    return text


def osm(layers):
    """The layers as OSM opening_hours: the rules of each layer follow those of weaker layers."""
    if not layers:
        return None
    first = layers[0]
    unbounded = first.from_ is None and first.to is None
    text = "" if unbounded and first.days is None else "unknown"
    for n, layer in enumerate(layers):
        if layer.days is not None:
            rules = osm_dates(layer.days)
            text += "; " + rules if rules else ""
        elif layer.week is not None:
            text += osm_week(layer.week, layer.from_, layer.to, n == 0 and unbounded, len(layers) == 1)
        else:
            text += f"; {date_range(layer.from_, layer.to)} 00:00-24:00" if layer.from_ else "; 24/7" if len(layers) == 1 else "; 00:00-24:00"
    return text.removeprefix("; ")


# --- Penn ---------------------------------------------------------------------------------------------------------------

class Daypart(msgspec.Struct, gc=False):
    starttime: str
    endtime: str
    label: str = ""
    message: str = ""


class VenueDay(msgspec.Struct, gc=False):
    date: str
    status: str = ""
    dayparts: list[Daypart] = []


class Venue(msgspec.Struct, gc=False):
    id: int
    name: str
    address: str | None = None
    image: str | None = None
    days: list[VenueDay] | None = None


HALLS = {593, 636, 637, 638, 747, 1442}
MENUS = {593: "1920-commons", 636: "hill-house", 637: "kings-court-english-house", 638: "falk-dining-commons", 639: "houston-market",
         641: "accenture-cafe", 642: "joes-cafe", 747: "mcclelland", 1057: "1920-gourmet-grocer", 1163: "1920-starbucks",
         1442: "lauder-college-house", 1732: "pret-a-manger-upper", 1733: "pret-a-manger-lower", 1464004: "quaker-kitchen", 1464009: "cafe-west"}
MENU = "https://university-of-pennsylvania.cafebonappetit.com/cafe/%s/"


@functools.lru_cache(100_000)
def service(starts, ends, days_later):
    """The opening and closing time of a daypart, or None if it has no length."""
    opens = int(starts[:2]) * 60 + int(starts[3:5])
    closes = int(ends[:2]) * 60 + int(ends[3:5])
    if opens >= DAY or closes >= DAY:
        raise ValueError(f"time {starts} to {ends}")
    if not days_later and starts == ends:
        return None
    closes = DAY if ends[:5] == "23:59" else closes
    closes += days_later * DAY
    if closes <= opens:
        closes += DAY
    if closes - opens > DAY:
        raise ValueError("more than a day")
    return clock(opens), clock(closes)


@functools.cache
def ordinal(date):
    return datetime.date.fromisoformat(date).toordinal()


@functools.cache
def day_after(date):
    return datetime.date.fromordinal(ordinal(date) + 1).isoformat()


def join_dates(days):
    """Joins nights that are split at midnight, under the same label."""
    for date, services in days.items():
        early = days.get(day_after(date))
        if not services or not early or "unknown" in (services, early) or early[0][0] != "00:00":  # the services are sorted
            continue
        for s in list(services):
            for e in list(early):
                if s[1] == "24:00" and e[0] == "00:00" and s[2:] == e[2:] and e[1] <= s[0]:
                    services[services.index(s)] = (s[0], clock(DAY + int(e[1][:2]) * 60 + int(e[1][3:])), *s[2:])
                    early.remove(e)
                    break


@functools.lru_cache(100_000)
def message(value):
    """A message as one line of plain text."""
    if not value.isprintable():
        value = CONTROL.sub("", value.replace("\r\n", " ").replace("\r", " ").replace("\n", " ").replace("\t", " "))
    return value.strip()


def penn_entry(v):
    name, days, late = text(v.name), {}, False
    if not name:
        raise ValueError("no name")
    for d in v.days or ():
        ordinal(d.date)
        services = days.setdefault(d.date, [])
        for p in d.dayparts:
            label, starts, ends = meal(p.label), p.starttime, p.endtime
            if label is CLOSED:
                continue
            if p.message and (about := message(p.message)):
                label = f"{label}: {about}" if label else about
            later = 0 if starts[:10] == ends[:10] else ordinal(ends[:10]) - ordinal(starts[:10])
            times = service(starts[11:], ends[11:], later)
            if times:
                late = late or times[1] == "24:00"
                services.append((*times, label) if label else times)
        if not services and not d.dayparts and d.status not in ("", "closed"):
            days[d.date] = "unknown"
        elif len(services) > 1:
            services.sort()
    if late:
        join_dates(days)
    if v.id in HALLS:
        category, label = "dining-hall", "Residential"
    else:
        lower, label = name.lower(), "Retail"
        category = ("cafe" if "café" in lower or "cafe" in lower or "coffee" in lower or "starbucks" in lower
                    else "market" if "market" in lower or "grocer" in lower else "restaurant")
    key, address, image = str(v.id), text(v.address), text(v.image)
    found = [Layer("special", days=dict(sorted(days.items())))] if days else []
    return Entry(
        "penn/dining/" + key, "place", "penn", name, category, label,
        location=Location(address) if address else None,
        hours=Hours(ZONE, found, osm(found)),
        links=[Link("menu", MENU % MENUS[v.id])] if v.id in MENUS else None,
        images=[Image(image, "photo")] if image and image.startswith("http") else None,
        sources=[Source("penn/dining", key)])


# --- What's Open --------------------------------------------------------------------------------------------------------

class OpenTime(msgspec.Struct, gc=False):
    start_day: int
    end_day: int
    start_time: str
    end_time: str


class Schedule(msgspec.Struct, gc=False):
    name: str = ""
    open_times: list[OpenTime] = []
    valid_start: str | None = None
    valid_end: str | None = None
    twenty_four_hours: bool = False
    promote_to_main: bool = False


class Point(msgspec.Struct, gc=False):
    coordinates: tuple[float, float]


class Site(msgspec.Struct, gc=False):
    building: str = ""
    friendly_building: str = ""
    address: str = ""
    campus_region: str = ""
    on_campus: bool | None = None
    coordinate_location: Point | None = None


class Category(msgspec.Struct, gc=False):
    name: str = ""


class Facility(msgspec.Struct, gc=False):
    slug: str
    facility_name: str
    facility_location: Site
    facility_category: Category
    main_schedule: Schedule | None = None
    special_schedules: list[Schedule] = []
    facility_product_tags: list[str] = []
    facility_labels: list[str] = []
    tapingo_url: str = ""
    phone_number: str = ""
    logo: str = ""
    note: str = ""


CATEGORIES = {"Restaurant": "restaurant", "Café": "cafe", "Dining Hall": "dining-hall", "Take Out Dining Hall": "dining-hall",
              "Convenience Store": "market", "Athletic Facility": "gym", "Office": "service"}
WEEK = ("mo", "tu", "we", "th", "fr", "sa", "su")
MIDNIGHT = datetime.time()


@functools.lru_cache(100_000)
def row(first, last, starts, ends):
    """The weekdays and minutes that one open time means."""
    opens = int(starts[:2]) * 60 + int(starts[3:5])
    closes = int(ends[:2]) * 60 + int(ends[3:5])
    if not (0 <= first <= 6 and 0 <= last <= 6 and opens < DAY and closes < DAY):
        raise ValueError("open time")
    if first == last and opens == closes:
        return ()
    closes = DAY if closes == DAY - 1 else closes
    length = (last - first) % 7 * DAY + closes - opens
    if length > DAY:
        closes += 0 if closes > opens else DAY
        return tuple(((first + n) % 7, opens, closes) for n in range((last - first) % 7 + 1))
    return ((first, opens, opens + (length if length > 0 else length + DAY)),)


def week(schedule):
    """The week's services by weekday: overlaps joined, nights that are split at midnight joined."""
    days = [[] for _ in WEEK]
    for o in schedule.open_times:
        for day, opens, closes in row(o.start_day, o.end_day, o.start_time, o.end_time):
            days[day].append((opens, closes))
    for day in days:
        if len(day) > 1:
            day.sort()
            spans = [day[0]]
            for opens, closes in day[1:]:
                if opens <= spans[-1][1]:
                    spans[-1] = (spans[-1][0], max(closes, spans[-1][1]))
                else:
                    spans.append((opens, closes))
            day[:] = spans
    for n, day in enumerate(days):
        after = days[(n + 1) % 7]
        if day and after and day[-1][1] == DAY and after[0][0] == 0 and after[0][1] <= day[-1][0]:
            day[-1] = (day[-1][0], DAY + after.pop(0)[1])
    return {WEEK[n]: [(clock(o), clock(c)) for o, c in day] for n, day in enumerate(days) if day}


def service_date(value, zone=zoneinfo.ZoneInfo(ZONE)):
    if len(value) == 10:
        return datetime.date.fromisoformat(value)
    moment = datetime.datetime.fromisoformat(value)
    utc = moment.astimezone(datetime.timezone.utc)
    return utc.date() if utc.time() == MIDNIGHT else moment.astimezone(zone).date()


def layer(level, schedule, start=None, end=None):
    around_the_clock = schedule.twenty_four_hours
    return Layer(level, text(schedule.name), start and start.isoformat(), end and end.isoformat(),
                 None if around_the_clock else week(schedule), None, True if around_the_clock else None)


def layers(f):
    """The main schedule, its replacements, then the dated schedules, the narrowest last."""
    found, bases, dated = [layer("weekly", f.main_schedule)] if f.main_schedule else [], [], []
    for s in f.special_schedules:
        start, end = s.valid_start and service_date(s.valid_start), s.valid_end and service_date(s.valid_end)
        if s.promote_to_main and start:
            bases.append((start, s.name, layer("weekly", s, start)))
        elif start and end and start <= end:
            dated.append(((end - start).days, s.name, layer("special", s, start, end)))
    bases.sort(key=lambda s: s[1], reverse=True)
    bases.sort(key=lambda s: s[0])
    dated.sort(key=lambda s: s[:2], reverse=True)
    return found + [s[2] for s in bases] + [s[2] for s in dated]


def gmu_entry(f):
    place, label, name = f.facility_location, repaired(f.facility_category.name), repaired(f.facility_name)
    if not name or not f.slug:
        raise ValueError("no name or slug")
    record, phone, note = urllib.parse.quote(f.slug, safe="~"), text(f.phone_number), repaired(f.note)
    longitude, latitude = place.coordinate_location.coordinates if place.coordinate_location else (None, None)
    order, logo, found = text(f.tapingo_url), text(f.logo), layers(f)
    return Entry(
        "gmu/whats-open/" + record, "place", "gmu", name, CATEGORIES.get(label, "other"), label,
        list(dict.fromkeys(filter(None, map(repaired, f.facility_product_tags)))) or None,
        list(dict.fromkeys(filter(None, map(repaired, f.facility_labels)))) or None, note,
        Location(repaired(place.address), repaired(place.building), repaired(place.friendly_building), repaired(place.campus_region),
                 place.on_campus, latitude, longitude),
        Hours(ZONE, found, osm(found)), Contact(phone) if phone else None,
        [Link("order", order)] if order and order.startswith("http") else None,
        [Image(logo, "logo")] if logo and logo.startswith("http") else None,
        [Source("gmu/whats-open", f.slug)])


# --- The run ------------------------------------------------------------------------------------------------------------

KINDS = {"penn/dining": (list[Venue], penn_entry, "penn", "University of Pennsylvania", (39.9522, -75.1932)),
         "gmu/whats-open": (list[Facility], gmu_entry, "whats-open", "George Mason University", (38.8316, -77.3078))}


def normalize(data, decoder, make):
    entries, rejected = [], 0
    for record in decoder.decode(data):
        try:
            entries.append(make(record))
        except ValueError:
            rejected += 1
    entries.sort(key=lambda e: e.id)
    return b",\n".join(map(encode, entries)), len(entries), rejected


def catalog(data, lines, kind, adapter, name, place, counts):
    """The whole catalog: its frame, the digest of the reply, the digest of the content."""
    campus = kind.split("/")[0]
    campus_line = encode({"id": campus, "name": name, "timeZone": ZONE, "country": "US",
                          "location": {"latitude": place[0], "longitude": place[1]}})
    feed = {"id": kind, "campus": campus, "adapter": adapter, "outcome": "replayed", "entries": counts[0], "rejected": counts[1],
            "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    digest = hashlib.sha256(campus_line + b"\n" + lines.replace(b",\n", b"\n") + (b"\n" if lines else b"")).hexdigest()
    return b"".join((b'{"schema":"campus-catalog/1","generatedAt":"2026-11-21T12:00:00Z",\n"campuses":[\n', campus_line, b'\n],\n"feeds":[\n', encode(feed),
                     b'\n],\n"entries":[\n', lines, b"\n" if lines else b"", b'],\n"contentHash":"sha256:', digest.encode(), b'"}\n'))


def main(file, kind, out, repeat=3):
    with open(file, "rb") as source:
        data = source.read()
    shape, make, adapter, name, place = KINDS[kind]
    decoder = msgspec.json.Decoder(shape)
    gc.disable()  # nothing here makes cycles; collecting would only cost the script time
    seconds, decoding = [], []
    for _ in range(int(repeat)):
        start = time.perf_counter()
        decoder.decode(data)
        decoding.append(time.perf_counter() - start)
        start = time.perf_counter()
        lines, *counts = normalize(data, decoder, make)
        whole = catalog(data, lines, kind, adapter, name, place, counts)
        seconds.append(time.perf_counter() - start)
        print(msgspec.json.encode({"bytes": len(data), "seconds": seconds[-1], "out": len(whole),
                                   "megabytesPerSecond": len(data) / seconds[-1] / 1e6}).decode(), flush=True)
    rate = lambda s: len(data) / s / 1e6
    print(msgspec.json.encode({"best": rate(min(seconds)), "median": rate(statistics.median(seconds)),
                               "decodeBest": rate(min(decoding)), "decodeMedian": rate(statistics.median(decoding))}).decode())
    with open(out, "wb") as target:
        target.write(whole)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5) or sys.argv[2] not in KINDS:
        sys.exit(__doc__)
    main(*sys.argv[1:])
