#!/usr/bin/env python3
"""Check catalogs against the recorded replies they were made from, independently of the program.

usage: check_catalog.py [--schema FILE] REPLAY_DIR CATALOG_FILE [REPLAY_DIR CATALOG_FILE]…

REPLAY_DIR/<campus>/<feed>/<request>.json are the replies, CATALOG_FILE is what `aggregate --replay REPLAY_DIR` wrote.
It checks the catalog's JSON Schema and canonical form, then reads the replies by the feeds' rules on its own and
compares: every record is there, with its values, and its hours on every service day of a window.
For each catalog, one line per difference (id, what, expected, got), then a summary. Exit 0: none, 1: some, 2: could not check.
Needs: Python 3.11, jsonschema.
"""
import argparse, datetime as dt, hashlib, html.parser, json, pathlib, re, sys, urllib.parse, zoneinfo
from dataclasses import dataclass, field

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "Sources/CampusCatalog/Schema/campus-catalog-1.schema.json"
UNKNOWN, ANY, DAY = "unknown", "any", 1440
LEVELS = ["weekly", "term", "holiday", "special", "manual"]
WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"]
ORDER = {  # the keys of each object, in canonical order
    "campus": "id name timeZone country location calendar", "calendar": "name kind from to",
    "feed": "id campus adapter license url via outcome reason fetchedAt checkedAt etag sha256 bytes attempts entries rejected notes",
    "notes": "code request pointer entry detail",
    "location": "address building abbreviation room region onCampus latitude longitude", "contact": "phone email",
    "links": "rel href", "images": "href role", "venue": "city state stateCode", "sources": "feed record",
    "provenance": "field from because until over", "over": "from value",
    "meal": "name kind from to", "sections": "name dishes",
    "dishes": "name notes diets allergens allergensStated labels prices", "allergens": "code detail",
    "prices": "role amount currency per base", "per": "amount unit",
    "hours": "zone layers osm", "layers": "level name from to week days always notes", "week": " ".join(WEEK)}
for kind in ("place", "event", "alert", "quote", "menu"):  # the schema lists the properties in that order
    keys = list(json.loads(SCHEMA.read_text())["$defs"][kind]["properties"])
    ORDER["entry"] = ORDER["entry"][:-2] + [key for key in keys if key not in ORDER["entry"]] + keys[-2:] if "entry" in ORDER else keys
ORDER["entry"] = " ".join(ORDER["entry"])


class Rejected(Exception):
    """This record is to be set aside."""


class WrongDate(Exception):
    """A date that cannot be read."""


class Refused(Exception):
    """This reply has no entries at all; the argument is the reason, if the rules name one."""


@dataclass
class Rule:
    """An expectation that is not one exact value."""
    says: str
    test: object


@dataclass
class Record:
    """The expected entry for one record of a feed."""
    key: str | None = None                       # the record part of the id; None: found by `fields`
    fields: dict = field(default_factory=dict)   # "location.address" -> value, Rule, or None for absent
    days: dict = field(default_factory=dict)     # date -> UNKNOWN, ANY or [(opens, closes, label)]
    labeled: bool = False                       # compare the services too, not only open and closed


differences = []


def differs(where, what, expected, got):
    differences.append(where)
    cut = lambda v: (s := v if isinstance(v, str) else json.dumps(v, ensure_ascii=False, default=str))[:300] + "…" * (len(s) > 300)
    print(f"{where}: {what}: expected {cut(expected)}, got {cut(got)}")


# --- The catalog's form -----------------------------------------------------------------------------------------------

def check_schema(catalog, schema_file):
    import jsonschema
    validator = jsonschema.Draft202012Validator(json.loads(schema_file.read_text("utf-8")), format_checker=jsonschema.FormatChecker())
    for error in sorted(validator.iter_errors(catalog), key=lambda e: [str(p) for p in e.absolute_path])[:50]:
        path = list(error.absolute_path)
        entry = catalog["entries"][path[1]] if path[:1] == ["entries"] and len(path) > 1 else None
        where = entry.get("id", "?") if isinstance(entry, dict) else "/".join(map(str, path[:2])) or "catalog"
        differs(where, "schema " + "/".join(map(str, path)), error.validator, error.message)


def check_form(data):
    """The lines, their keys' order, their sorting and the hash."""
    lines = data.decode("utf-8").split("\n")
    if lines.pop() != "":
        differs("catalog", "last byte", "a newline", repr(data[-20:]))
    head = re.fullmatch(r'\{"schema":"campus-catalog/1","generatedAt":"[^"]+",', lines[0])
    if not head:
        differs("catalog", "line 1", '{"schema":"campus-catalog/1","generatedAt":"…",', lines[0])
    hashed, at = hashlib.sha256(), 1
    for section, kind in (("campuses", "campus"), ("feeds", "feed"), ("entries", "entry")):
        if at >= len(lines) or lines[at] != f'"{section}":[':
            return differs("catalog", f"line {at + 1}", f'"{section}":[', lines[at] if at < len(lines) else "end of file")
        at, ids, first = at + 1, [], at + 1
        while at < len(lines) and lines[at] != "],":
            last = at + 1 < len(lines) and lines[at + 1] == "],"
            line = lines[at].removesuffix(",")
            if last == lines[at].endswith(","):
                differs("catalog", f"line {at + 1}", "a comma after every line but the last of a list", lines[at][-30:])
            try:
                value = json.loads(line)
            except ValueError as error:
                return differs("catalog", f"line {at + 1}", "one JSON object", str(error))
            # Unusual characters may be escaped; apart from that, there is only one way to write a value.
            plain = re.sub(r"\\u(007f|00[89][0-9a-f]|061c|20[0-9a-f]{2}|feff)", lambda m: chr(int(m[1], 16)), line)
            if json.dumps(value, ensure_ascii=False, separators=(",", ":")) not in (line, plain):
                differs(value.get("id", "?"), "canonical JSON", json.dumps(value, ensure_ascii=False, separators=(",", ":")), line)
            check_order(value, kind, value.get("id", "?"))
            ids.append(value.get("id", ""))
            if kind != "feed":
                hashed.update(line.encode() + b"\n")
            at += 1
        if ids != sorted(set(ids), key=str.encode):
            differs("catalog", section, "unique ids, sorted by bytes", f"from line {first + 1}: {ids[:5]}…")
        at += 1
    if lines[at:] != [f'"contentHash":"sha256:{hashed.hexdigest()}"}}']:
        differs("catalog", "contentHash", "sha256:" + hashed.hexdigest(), "\n".join(lines[at:]))


def check_order(value, kind, where):
    if isinstance(value, list):
        for item in value:
            check_order(item, kind, where)
    elif isinstance(value, dict):
        # The notes of a layer are by day, those of a feed have a code.
        is_by_day = kind == "days" or kind == "notes" and "code" not in value
        known = sorted(value) if is_by_day else ORDER.get(kind, "").split()
        if (right := [k for k in known if k in value]) != list(value):
            differs(where, f"keys of {kind}", right, list(value))
        for key in value:
            if kind != "over":
                check_order(value[key], key, where)


# --- Hours ------------------------------------------------------------------------------------------------------------

def minutes(text):
    return int(text[:2]) * 60 + int(text[3:5])


def expand(hours, day):
    """The services that begin on a service day by the layer rule, or UNKNOWN."""
    deciding = None
    for layer in sorted(hours["layers"], key=lambda l: LEVELS.index(l["level"])):
        covers = layer.get("from", "0") <= day.isoformat() <= layer.get("to", "9") and ("days" not in layer or day.isoformat() in layer["days"])
        deciding = layer if covers else deciding
    if deciding is None:
        return UNKNOWN
    if "always" in deciding:
        return [(0, DAY, None)]
    services = deciding["days"][day.isoformat()] if "days" in deciding else deciding["week"].get(WEEK[day.weekday()], [])
    return UNKNOWN if services == UNKNOWN else [(minutes(s[0]), minutes(s[1]), s[2] if len(s) > 2 else None) for s in services]


def check_services(entry):
    """A rule that a schema cannot express: `closes` is after `opens`, by at most a day."""
    for layer in entry["hours"]["layers"]:
        for name, services in (layer.get("week") or layer.get("days") or {}).items():
            for s in services if services != UNKNOWN else []:
                if not 0 < minutes(s[1]) - minutes(s[0]) <= DAY:
                    differs(entry["id"], f"service on {name}", "closes within 24 hours after opens", s)
        if layer.get("from", "0") > layer.get("to", "9"):
            differs(entry["id"], "layer", "from <= to", layer)


def merged(services):
    spans = []
    for opens, closes, *_ in sorted(services, key=lambda s: s[:2]):
        if spans and opens <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], closes))
        else:
            spans.append((opens, closes))
    return spans


def shown(services):
    clock = lambda m: f"{m // 60:02}:{m % 60:02}"
    return services if services in (UNKNOWN, ANY) else "closed" if not services else ", ".join(
        " ".join([f"{clock(s[0])}-{clock(s[1])}", *[x for x in s[2:] if x]]) for s in services)


def join_nights(days, following):
    """Joins nights split at midnight: one that ends at 24:00 with one of the same label that the next day begins at 00:00."""
    for day in days:
        after = following(day)
        if UNKNOWN in (days[day], days.get(after, UNKNOWN)):
            continue
        for early in sorted((s for s in days[after] if s[0] == 0), key=lambda s: s[1]):
            for late in sorted(s for s in days[day] if s[1] == DAY and s[2] == early[2]):
                if DAY - late[0] + early[1] <= DAY and late in days[day] and early in days[after]:
                    days[day] = [s for s in days[day] if s != late] + [(late[0], DAY + early[1], late[2])]
                    days[after] = [s for s in days[after] if s != early]
    return days


def compare_hours(entry, record):
    for day, expected in sorted(record.days.items()):
        got = expand(entry["hours"], day)
        if expected == ANY:
            continue
        if UNKNOWN in (expected, got):
            if expected != got:
                differs(entry["id"], f"hours on {day}", shown(expected), shown(got))
        elif merged(expected) != merged(got):
            differs(entry["id"], f"hours on {day}", shown(merged(expected)), shown(merged(got)))
        elif record.labeled and set(expected) != set(got):
            differs(entry["id"], f"services on {day}", shown(sorted(set(expected), key=str)), shown(got))


# --- Reading values ---------------------------------------------------------------------------------------------------

def typed(record, key, kind):
    """A value of that type; None when missing or null."""
    value = record.get(key)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool) and kind is not bool):
        raise Rejected(f"{key} is not a {kind}")
    return value


def clean(value, repair=False):
    """The expected text in the catalog: repaired if it was encoded twice, without control characters, trimmed."""
    if repair and not value.isascii():
        for coding in ("latin-1", "cp1252"):
            try:
                value = value.encode(coding).decode("utf-8")
                break
            except ValueError:
                pass
    if re.search(r"[\x00-\x1f\x7f-\x9f]", value.strip()):  # how much space stays for them is the writer's choice
        return Rule("about " + repr(value), lambda got: isinstance(got, str) and squeezed(got) == squeezed(value)) if squeezed(value) else None
    return value.strip() or None


def squeezed(value):
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", "", value)


def text(record, key, repair=False):
    value = typed(record, key, str)
    return None if value is None else clean(value, repair)


def required(value):
    if value is None:
        raise Rejected("missing")
    return value


def parse(function, value):
    try:
        return function(value)
    except (ValueError, TypeError, KeyError) as error:
        raise Rejected(str(error)) from None


def objects(record, key):
    """A list of objects; empty when missing or null."""
    found = typed(record, key, list) or []
    if not all(isinstance(item, dict) for item in found):
        raise Rejected(f"{key} holds what is no object")
    return found


def texts(record, *keys, repair=False):
    found = {clean(parse(str, v), repair) for key in keys for v in typed(record, key, list) or []}
    found = {v for v in found if isinstance(v, str)}
    return Rule(f"{sorted(found)} in any order", lambda got: got is not None and set(got) == found and len(got) == len(found)) if found else None


def addresses(*wanted, key="rel", also=()):
    """Expects links (rel or role or None for any, address), and allows the addresses in `also`; unsafe addresses are dropped."""
    safe = lambda url: isinstance(url, str) and re.match(r"(https?://|mailto:|tel:)", url.strip(), re.I)
    want = [(rel, url.strip()) for rel, url in wanted if safe(url)]
    if not want:
        return None if not also else Rule("no other address", lambda got: got is None or {g["href"] for g in got} <= set(also))
    return Rule(f"{want}", lambda got: got is not None and {g["href"] for g in got} <= {u for _, u in want} | set(also) and all(
        any(g["href"] == url and rel in (None, g[key]) for g in got) for rel, url in want))


def images(*wanted):
    return addresses(*wanted, key="role")


# --- The rules of the feeds: each turns its requests' documents into the expected entries -------------------------

PENN_HALLS = {593, 636, 637, 638, 747, 1442}
PENN_MENUS = {593: "1920-commons", 636: "hill-house", 637: "kings-court-english-house", 638: "falk-dining-commons", 639: "houston-market",
              641: "accenture-cafe", 642: "joes-cafe", 747: "mcclelland", 1057: "1920-gourmet-grocer", 1163: "1920-starbucks",
              1442: "lauder-college-house", 1732: "pret-a-manger-upper", 1733: "pret-a-manger-lower", 1464004: "quaker-kitchen", 1464009: "cafe-west"}


def penn(replies, zone):
    document = replies["venues"][0]
    older = isinstance(document, dict) and isinstance(document.get("document"), dict)
    venues = document["document"].get("venue") if older else document
    if not isinstance(venues, list):
        raise Refused("not a list of venues")
    dates = [d.get("date") for v in venues if isinstance(v, dict) for d in v.get("dateHours") or [] if older and isinstance(d, dict)]
    listed = {date for d in dates if (date := attempt_date(d))}
    return [attempt(penn_venue, v, zone, older, listed) for v in venues]


def attempt_date(value):
    try:
        return dt.date.fromisoformat(value)
    except (ValueError, TypeError):
        return None


def penn_venue(v, zone, older, listed):
    key, name = required(typed(v, "id", int)), required(text(v, "name"))
    word = text(v, "venueType")
    hall = key in PENN_HALLS or str(word).casefold() == "residential"
    menu = [f"https://university-of-pennsylvania.cafebonappetit.com/cafe/{PENN_MENUS[key]}/"] if key in PENN_MENUS else []
    days, unknown, closures, readable, unreadable = {}, set(), set(), 0, 0
    for d in objects(v, "dateHours" if older else "days"):
        date = required(typed(d, "date", str))
        try:
            date = parse(dt.date.fromisoformat, date)
        except Rejected:  # nothing is known about such a day
            continue
        parts = objects(d, "meal" if older else "dayparts")
        status = (typed(d, "status", str) or "").strip().casefold()
        days.setdefault(date, [] if parts or status in ("", "closed") else UNKNOWN)
        for part in parts:
            # The message is about this service only. A control character becomes a space.
            names = [re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", part.get(k) or "").strip() for k in (["type"] if older else ["label", "message"])]
            label = ": ".join(name for name in names if name) or None
            if re.fullmatch(r"\W*closed\W*", part.get("type" if older else "label") or "", re.IGNORECASE):
                continue
            if re.search(r"(?:^|[^\w\s])\s*closed\b", label or "", re.IGNORECASE):  # "Closed for lunch" says nothing about other times
                closures.add(date)
                continue
            times = []
            for k in ("open", "close") if older else ("starttime", "endtime"):
                try:
                    times.append(penn_time(required(typed(part, k, str)), date, zone))
                except Rejected:  # only the day is unknown
                    unreadable += 1
            readable += len(times)
            if len(times) < 2:
                unknown.add(date)
                continue
            starts, ends = times
            if starts == ends:
                continue
            if (ends.hour, ends.minute) == (23, 59):
                ends = dt.datetime.combine(ends.date() + dt.timedelta(1), dt.time())
            ends += dt.timedelta(1) if ends <= starts else dt.timedelta(0)
            opens = starts.hour * 60 + starts.minute
            closes = opens + (ends.replace(second=0) - starts.replace(second=0)) // dt.timedelta(minutes=1)
            if not opens < closes <= opens + DAY:
                unknown |= {starts.date() + dt.timedelta(n) for n in range(max(0, (ends.date() - starts.date()).days) + 1)}
                continue
            services = days.setdefault(starts.date(), [])
            days[starts.date()] = (services if services != UNKNOWN else []) + [(opens, closes, label)]
    if unreadable > readable:
        raise Rejected("most times")
    if older and "dateHours" in v:
        days = dict.fromkeys(listed, []) | days
    days |= dict.fromkeys(unknown | {date for date in closures if not days.get(date)}, UNKNOWN)
    every = set(days) | listed
    days = join_nights(days, lambda day: day + dt.timedelta(1))
    window = {d + dt.timedelta(n) for d in every for n in (-1, 0, 1)} or {dt.date(2026, 1, 1)}
    feeds = [v.get(k) for k in ("facilityURL", "dailyMenuURL", "weeklyMenuURL")]
    links = addresses((None, feeds[0]), ("menu", feeds[1]), ("menu", feeds[2]), also=menu) if any(feeds) else addresses(*(("menu", u) for u in menu))
    return Record(str(key), {
        "kind": "place", "name": name, "category": "dining-hall" if hall else penn_category(name),
        "categoryLabel": Rule(word, lambda got: str(got).casefold() == word.casefold()) if isinstance(word, str) else
        Rule("Residential or absent", lambda got: got in (None, "Residential")) if hall else "Retail",
        "location.address": text(v, "address"), "images": images(("photo", text(v, "image" if "image" in v else "imageURL"))),
        "links": links}, {d: days.get(d, UNKNOWN) for d in window}, labeled=True)


def penn_time(value, date, zone):
    if re.fullmatch(r"\d\d:\d\d(:\d\d)?", value):
        return dt.datetime.combine(date, parse(dt.time.fromisoformat, value))
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?", value):
        raise Rejected("time " + value)
    moment = parse(dt.datetime.fromisoformat, value)
    return moment.astimezone(zone).replace(tzinfo=None) if moment.tzinfo else moment


def penn_category(name):
    """The category by name; if the words are not conclusive, any that a retail venue may have."""
    word = lambda *words: any(w in str(name).casefold() for w in words)
    cafe, market = word("café", "cafe", "coffee", "starbucks"), word("market", "grocer")
    return "cafe" if cafe and not market else "market" if market and not cafe else Rule(
        "a category of retail dining", lambda got: got in ("cafe", "market", "restaurant", "other"))


GMU_CATEGORIES = {"restaurant": "restaurant", "café": "cafe", "cafe": "cafe", "dining hall": "dining-hall", "take out dining hall": "dining-hall",
                  "convenience store": "market", "athletic facility": "gym", "office": "service", "library": "library"}


def whats_open(replies, zone):
    if not isinstance(replies["facilities"][0], list):
        raise Refused("not a list of facilities")
    alerts = replies.get("alerts", [[]])[0]
    alerts = alerts if isinstance(alerts, list) else []
    return [attempt(facility, f, zone) for f in replies["facilities"][0]] + [attempt(alert, a) for a in alerts]


def facility(f, zone):
    old = "facility_name" not in f
    place = {} if old else typed(f, "facility_location", dict) or {}
    key = str(required(typed(f, "id", int))) if "slug" not in f else required(typed(f, "slug", str)) or required(None)
    label = (text(typed(f, "facility_category", dict) or {}, "name", repair=True)) if not old else str(f.get("category", ""))
    days, edges = facility_days(typed(f, "main_schedule", dict), objects(f, "special_schedules"), zone)
    fields = {
        "kind": "place", "name": required(text(f, "name" if old else "facility_name", repair=True)),
        "category": "other" if old else GMU_CATEGORIES.get(str(label).casefold(), "other"),
        "categoryLabel": Rule(f"{label} or absent", lambda got: got in (None, label)) if old else label,
        "tags": texts(f, "facility_product_tags", repair=True), "labels": texts(f, "facility_labels", repair=True),
        "notice": text(f, "note", repair=True), "contact.phone": text(f, "phone_number"),
        "location.address": text(place, "address", repair=True),
        "location.building": text(f, "location", repair=True) if old else text(place, "building", repair=True),
        "location.abbreviation": text(place, "friendly_building", repair=True), "location.region": text(place, "campus_region", repair=True),
        "location.onCampus": typed(place, "on_campus", bool),
        "links": addresses(("order", text(f, "tapingo_url"))), "images": images(("logo", text(f, "logo")))}
    point = (typed(place, "coordinate_location", dict) or {}).get("coordinates")
    if isinstance(point, list) and len(point) >= 2 and all(type(n) in (int, float) for n in point) and abs(point[0]) <= 180 and abs(point[1]) <= 90:
        fields |= {"location.longitude": point[0], "location.latitude": point[1]}
    window = {edge + dt.timedelta(n) for edge in edges for n in range(-14, 15)} | {dt.date(2017, 11, 6) + dt.timedelta(n) for n in range(7)}
    return Record(key, fields, {day: days(day) for day in window})


def facility_days(main, specials, zone):
    """A function from a service day to its services, and the dates at which something changes. Without a date of a schedule, all are unknown."""
    try:
        return read_facility_days(main, specials, zone)
    except WrongDate:
        return lambda day: UNKNOWN, set()


def read_facility_days(main, specials, zone):
    def read(s, key):
        try:
            return parse(lambda v: service_date(v, zone), typed(s, key, str)) if s.get(key) else None
        except Rejected as error:
            raise WrongDate from error

    bases, dated, edges = [], [], {read(s, k) for s in [main or {}, *specials] for k in ("valid_start", "valid_end")} - {None}
    main_week = schedule_week(main) if main is not None else None
    for s in specials:
        start, end, name, week = read(s, "valid_start"), read(s, "valid_end"), typed(s, "name", str) or "", schedule_week(s)
        if typed(s, "promote_to_main", bool) and start:
            bases.append((-start.toordinal(), name.encode(), start, week))
        elif start and end and start <= end:
            dated.append(((end - start).days, name.encode(), start, end, week))

    def services(day):
        for _, _, start, end, week in sorted(dated, key=lambda s: s[:2]):
            if start <= day <= end:
                return week[day.weekday()]
        for _, _, start, week in sorted(bases, key=lambda s: s[:2]):
            if start <= day:
                return week[day.weekday()]
        return main_week[day.weekday()] if main_week is not None else UNKNOWN
    return services, edges


def service_date(value, zone):
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return dt.date.fromisoformat(value)
    moment = dt.datetime.fromisoformat(value)
    utc = moment.astimezone(dt.timezone.utc) if moment.tzinfo else moment
    return utc.date() if not moment.tzinfo or utc.time() == dt.time() else moment.astimezone(zone).date()


def schedule_week(s):
    if typed(s, "twenty_four_hours", bool):
        return {day: [(0, DAY, None)] for day in range(7)}
    week, unknown, stated, readable, lost = {day: [] for day in range(7)}, set(), set(), 0, False
    for row in objects(s, "open_times"):
        first, last = (typed(row, k, int) for k in ("start_day", "end_day"))
        opens, closes = (typed(row, k, str) for k in ("start_time", "end_time"))
        if not all(day is not None and 0 <= day <= 6 for day in (first, last)):  # any day that no other row states
            lost = True
            continue
        stated |= {(first + n) % 7 for n in range((last - first) % 7 + 1)}
        try:
            opens, closes = (parse(clock, required(t)) for t in (opens, closes))
        except Rejected:  # only these days are unknown
            unknown |= {(first + n) % 7 for n in range((last - first) % 7 + 1)}
            continue
        readable += 1
        if first == last and opens == closes:
            continue  # no opening; 24 hours is said by twenty_four_hours
        closes = DAY if closes == 23 * 60 + 59 else closes
        length = (last - first) % 7 * DAY + closes - opens
        if length > DAY:  # on each of these days; 00:00 is then the end of each
            for day in range((last - first) % 7 + 1):
                week[(first + day) % 7].append((opens, closes if closes > opens else closes + DAY, None))
        else:
            week[first].append((opens, opens + (length if length > 0 else length + DAY), None))
    if lost:
        unknown |= set(range(7)) - stated
    week = {day: UNKNOWN if day in unknown else [(o, c, None) for o, c in merged(services)] for day, services in week.items()}
    return join_nights(week, lambda day: (day + 1) % 7)


def clock(value):
    if not (found := re.fullmatch(r"(\d\d):(\d\d)(:(\d\d)(\.\d+)?)?", value)) or int(found[1]) > 23 or int(found[2]) > 59 or int(found[4] or 0) > 59:
        raise ValueError("time " + value)
    return int(found[1]) * 60 + int(found[2])


def alert(a):
    severity = {"minor": "minor", "major": "major", "emergency": "major"}.get((typed(a, "urgency_tag", str) or "").strip().casefold(), "informational")
    instant = lambda v: v and parse(dt.datetime.fromisoformat, v).replace(microsecond=0)
    same = lambda v: v and Rule(v, lambda got: got is not None and instant(got) == instant(v))
    starts, ends = (typed(a, k, str) or None for k in ("start_datetime", "end_datetime"))
    instant(starts), instant(ends)
    return Record(f"alert-{required(typed(a, 'id', int))}", {
        "kind": "alert", "severity": severity, "name": required(text(a, "subject") or text(a, "message")),
        "description": text(a, "body"), "links": addresses((None, text(a, "url"))), "startsAt": same(starts), "endsAt": same(ends)})


def places(replies, zone):
    document = replies["places"][0]
    if not isinstance(document, dict) or not isinstance(document.get("food_venues"), list):
        raise Refused("no food_venues")
    return [attempt(place, v) for v in document["food_venues"]]


def place(v):
    rows = v.get("opening_times")
    week = [places_day(row) for row in rows] if isinstance(rows, list) and len(rows) == 7 else [UNKNOWN] * 7
    week = dict(enumerate(week))
    if ANY not in week.values():
        week = join_nights(week, lambda day: (day + 1) % 7)
    monday = dt.date(2026, 3, 2)
    amenities = {clean(parse(str, a)) for a in typed(v, "amenities", list) or []} - {None}
    fields = {"kind": "place", "name": required(text(v, "name")), "location.building": text(v, "building"),
              "description": plain(typed(v, "description", str) or ""), "links": addresses((None, text(v, "URL"))),
              "images": images(*(("photo", p.replace(" ", "%20")) for p in typed(v, "photos", list) or []))}
    if amenities:
        fields[""] = Rule(f"{amenities} in tags or labels", lambda entry: amenities <= {*entry.get("tags", []), *entry.get("labels", [])})
    try:
        fields |= {"location.latitude": float(v["lat"]), "location.longitude": float(v["lon"])}
        if abs(float(v["lat"])) > 90 or abs(float(v["lon"])) > 180:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        fields |= {"location.latitude": None, "location.longitude": None}
    words = (("cafe", r"caf[ée]\b"), ("restaurant", r"restaurant\b"), ("bar", r"\bbar\b"), ("", r"\bshop\b"))
    sure = [category for category, word in words if re.search(word, str(fields["name"]).casefold())]
    if len(sure) == 1 and sure[0]:
        fields["category"] = sure[0]
    return Record(None, fields, {monday + dt.timedelta(n): week[n] for n in range(7)})


def places_day(row):
    if not isinstance(row, str):
        return UNKNOWN
    row = re.sub(r"[‐‑‒–—―−]", "-", row.strip().casefold())
    if row in ("", "-") or "-" not in row and "closed" in row:
        return []
    if "-" not in row:
        return UNKNOWN
    sides = [re.fullmatch(r"(\d{1,2})(?:[:.](\d\d))?\s*([ap])?\.?(?:m\.?)?|(noon)|(midnight)", side.strip()) for side in row.split("-")]
    bare_hour = any(s and s[1] and not (s[2] or s[3]) for s in sides)
    mixed = any(s and s[3] for s in sides) and any(s and s[1] and not s[3] for s in sides)
    if len(sides) != 2 or bare_hour or mixed:
        return ANY  # several spans in one entry, or a half of the day that is not said: how much is read is the adapter's choice
    if None in sides:
        return UNKNOWN
    times = []
    for s in sides:
        hour, minute = (12 if s[4] else 0, 0) if not s[1] else (int(s[1]), int(s[2] or 0))
        if minute > 59 or hour > (12 if s[3] else 24) or s[3] and hour == 0 or hour * 60 + minute > DAY:
            return UNKNOWN
        times.append((hour % 12 + (12 if s[3] == "p" else 0) if s[3] else hour) * 60 + minute)
    opens, closes = times
    if opens == closes or opens == DAY or closes == 23 * 60 + 59:
        return ANY  # the rules do not say what these mean here
    if closes < opens < 13 * 60 and not any(s[3] or s[4] or s[5] or s[1].startswith("0") for s in sides):
        return ANY  # "9:00-5:00" may be of the 12-hour clock
    return [(opens, closes if closes > opens else closes + DAY, None)]


class Plain(html.parser.HTMLParser):
    def __init__(self, fragment):
        super().__init__()
        self.out, self.hidden = [], 0
        self.feed(fragment)
        self.close()

    def handle_starttag(self, tag, _):
        self.hidden += tag in ("script", "style")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("script", "style")

    def handle_data(self, data):
        self.out += [data] * (self.hidden <= 0)


def plain(fragment):
    words = squeezed("".join(Plain(fragment).out))
    return Rule(f"the text of {fragment!r}", lambda got: isinstance(got, str) and squeezed(got) == words) if words else None


STATES = dict(pair.split(":") for pair in (
    "Alabama:AL,Alaska:AK,Arizona:AZ,Arkansas:AR,California:CA,Colorado:CO,Connecticut:CT,Delaware:DE,District of Columbia:DC,Florida:FL,Georgia:GA,"
    "Hawaii:HI,Idaho:ID,Illinois:IL,Indiana:IN,Iowa:IA,Kansas:KS,Kentucky:KY,Louisiana:LA,Maine:ME,Maryland:MD,Massachusetts:MA,Michigan:MI,"
    "Minnesota:MN,Mississippi:MS,Missouri:MO,Montana:MT,Nebraska:NE,Nevada:NV,New Hampshire:NH,New Jersey:NJ,New Mexico:NM,New York:NY,"
    "North Carolina:NC,North Dakota:ND,Ohio:OH,Oklahoma:OK,Oregon:OR,Pennsylvania:PA,Rhode Island:RI,South Carolina:SC,South Dakota:SD,"
    "Tennessee:TN,Texas:TX,Utah:UT,Vermont:VT,Virginia:VA,Washington:WA,West Virginia:WV,Wisconsin:WI,Wyoming:WY").split(","))


def guide(replies, _):
    rows = []
    for number, page in enumerate(replies["guides"]):
        if not isinstance(page, dict) or not isinstance(page.get("data"), list):
            raise Refused("no data")
        if not page["data"] or number and page["data"] == replies["guides"][number - 1]["data"]:
            break
        rows += page["data"]
    return [attempt(guide_event, g) for g in rows]


def guide_event(g):
    url, venue = required(typed(g, "url", str)), typed(g, "venue", dict) or {}
    key = required(re.search(r"/guide/(\d+)/?$", url))[1]
    date = lambda k: parse(english_date, v) if (v := typed(g, k, str)) else None
    state = text(venue, "state")
    code = STATES.get(str(state)) or (state if state in STATES.values() else None)
    return Record(key, {
        "kind": "event", "name": required(text(g, "name")), "startDate": required(date("startDate")), "endDate": date("endDate"),
        "venue.city": text(venue, "city"), "venue.state": state, "venue.stateCode": code, "loginRequired": typed(g, "loginRequired", bool),
        "links": addresses((None, urllib.parse.urljoin("https://guidebook.com", url))), "images": images(("logo", text(g, "icon")))})


def english_date(text):
    """"Jun 02, 2023", "June 2, 2023" or "Sept 02, 2023"."""
    text = re.sub("^Sept ", "Sep ", text)
    return dt.datetime.strptime(text, "%b %d, %Y" if re.match("[A-Za-z]{3} ", text) else "%B %d, %Y").date().isoformat()


def quotes(replies, _):
    rows = replies["quotes"][0]
    if not isinstance(rows, list):
        raise Refused("not a list of quotes")
    if any(isinstance(q, dict) and (str(q.get("a")).strip().casefold() == "zenquotes.io" or str(q.get("q")).startswith("Too many requests")) for q in rows):
        raise Refused("ratelimited")
    return [attempt(quote, q) for q in rows]


def quote(q):
    return Record(None, {"kind": "quote", "text": required(text(q, "q")), "author": text(q, "a"), "images": images(("photo", text(q, "i")))})


# --- Comparing --------------------------------------------------------------------------------------------------------

ADAPTERS = {"penn": (penn, "venues"), "whats-open": (whats_open, "facilities"), "places": (places, "places"),
            "guide": (guide, "guides"), "quotes": (quotes, "quotes")}
KEYLESS = ("text", "author", "name", "location.building")  # what tells records without a key apart
BUILT_IN = {"penn/dining": "America/New_York", "gmu/whats-open": "America/New_York", "liverpool/places": "Europe/London",
            "everywhere/guides": None, "everywhere/quotes": None}


def attempt(function, record, *arguments):
    """The expected entry for the record, or None if it must be set aside."""
    try:
        return function(record if isinstance(record, dict) else required(None), *arguments)
    except Rejected:
        return None


def strict_json(data):
    def unique(pairs):
        if len({k for k, _ in pairs}) < len(pairs):
            raise ValueError("duplicate key")
        return dict(pairs)

    def number(name):
        raise ValueError(name)
    return json.loads(data.decode("utf-8-sig"), object_pairs_hook=unique, parse_constant=number)


def read_replies(folder):
    """The documents of a feed by request, further pages in their order."""
    found = {}
    for file in folder.glob("*.json"):
        name = re.fullmatch(r"(.+?)(?:\.(\d+))?\.json", file.name)
        meta = file.with_name(file.name.removesuffix(".json") + ".meta.json")
        if not file.name.endswith(".meta.json") and (not meta.exists() or json.loads(meta.read_text()).get("status", 200) == 200):
            found.setdefault(name[1], {})[int(name[2] or 1)] = file
    try:
        return {request: [strict_json(pages[n].read_bytes()) for n in sorted(pages)] for request, pages in found.items()}
    except (ValueError, RecursionError) as error:
        raise Refused(str(error)) from None


def value_at(entry, path):
    for key in path.split(".") if path else []:
        entry = entry.get(key) if isinstance(entry, dict) else None
    return entry


def agrees(expected, got):
    return expected.test(got) if isinstance(expected, Rule) else expected == got


def check_feed(feed, replies_folder, catalog, by_id, zone):
    """Compares one feed; returns the number of entries compared."""
    read, main = ADAPTERS[feed["adapter"]]
    own = [e for e in catalog["entries"] if any(s["feed"] == feed["id"] for s in e["sources"])]
    try:
        replies = read_replies(replies_folder)
        if main not in replies:
            return 0
        records = read(replies, zone)
        rejected = records.count(None)
        if rejected >= 3 and rejected * 10 > len(records):
            raise Refused("schema.drift")
    except Refused as refused:
        named = str(refused) in ("ratelimited", "schema.drift")
        if own or feed["outcome"] not in ("absent", "stale") or named and feed.get("reason") != str(refused):
            differs(feed["id"], "feed", f"no entries and absent: {refused}", f"{len(own)} entries, {feed['outcome']} {feed.get('reason')}")
        return 0
    kept = [r for r in records if r]
    distinct = {r.key or json.dumps([r.fields.get(p) for p in KEYLESS], default=str) for r in kept}
    if not len(distinct) + rejected <= feed["entries"] + feed["rejected"] <= len(records) or feed["rejected"] < rejected:
        differs(feed["id"], "entries + rejected", f"{len(records)} records, {rejected} of them rejected", f"{feed['entries']} + {feed['rejected']}")
    if len(own) != len(distinct) or feed["entries"] != len(own):
        differs(feed["id"], "entries", f"{len(distinct)} in the feed's report and in the catalog",
                f"{feed['entries']} in the report, {len(own)} in the catalog")
    def identity(r):
        return r.key or json.dumps([r.fields.get(p) for p in KEYLESS], default=str)

    keys = [identity(r) for r in kept]
    for record in kept:
        entry = find_entry(record, feed["id"], own, by_id)
        if entry is None:
            differs(f"{feed['id']}/{record.key or record.fields.get('text') or record.fields.get('name')}", "entry", "one", "none")
        elif keys.count(identity(record)) == 1:  # of records with one id, any may have won
            compare(entry, record, feed["id"], zone)
    return len(own)


def find_entry(record, feed, own, by_id):
    if record.key is not None:
        return by_id.get(f"{feed}/{urllib.parse.quote(record.key, safe='~')}")
    named = [p for p in KEYLESS if p in record.fields]
    return next((e for e in own if all(agrees(record.fields[p], value_at(e, p)) for p in named)), None)


def compare(entry, record, feed, zone):
    source = next((s["record"] for s in entry["sources"] if s["feed"] == feed), None)
    if source is None or record.key is not None and record.key not in (source, urllib.parse.unquote(source)):
        differs(entry["id"], "sources", record.key, source)
    mine = entry["id"].startswith(feed + "/")
    decided = {p["field"].split(".")[0] for p in entry.get("provenance", []) if not (mine and p["from"] == entry["id"])}
    decided |= set() if mine else {path.split(".")[0] for path in record.fields} | {"hours"}  # merged into an entry of another feed
    for path, expected in record.fields.items():
        if path.split(".")[0] not in decided and not agrees(expected, got := value_at(entry, path)):
            says = expected.says if isinstance(expected, Rule) else "absent" if expected is None else expected
            differs(entry["id"], path or "entry", says, "absent" if got is None else got)
    if record.days and "hours" not in decided:
        if zone and entry["hours"]["zone"] != zone.key:
            differs(entry["id"], "hours.zone", zone.key, entry["hours"]["zone"])
        compare_hours(entry, record)


def check_content(replay, catalog):
    """Compares the catalog with the replies; returns the number of entries compared."""
    zones = {c["id"]: c.get("timeZone") for c in catalog["campuses"]}
    by_id = {alias: e for e in catalog["entries"] for alias in e.get("aliases", [])} | {e["id"]: e for e in catalog["entries"]}
    reports = {f["id"]: f for f in catalog["feeds"]}
    for name, zone in BUILT_IN.items():
        if (replay / name).is_dir() and name not in reports:
            differs(name, "feed", "a report", "none")
        if zones.get(name.split("/")[0], zone) != zone:
            differs(name.split("/")[0], "timeZone", zone, zones[name.split("/")[0]])
    for entry in catalog["entries"]:
        right = entry["campus"] == entry["id"].split("/")[0] and entry["campus"] in zones
        if not right or any(s["feed"] not in reports for s in entry["sources"]):
            differs(entry["id"], "campus and sources", "campuses and feeds of the catalog", [entry["campus"], entry["sources"]])
        if "hours" in entry:
            check_services(entry)
    checked = 0
    for feed in catalog["feeds"]:
        zone = zones.get(feed["campus"])
        if feed["adapter"] in ADAPTERS and (replay / feed["id"]).is_dir():
            checked += check_feed(feed, replay / feed["id"], catalog, by_id, zoneinfo.ZoneInfo(zone) if zone else None)
    return checked


def check(replay, path, schema):
    """Checks one catalog, and prints the differences and a summary. Returns whether there are none."""
    differences.clear()
    try:
        data = path.read_bytes()
        catalog = strict_json(data)
        check_schema(catalog, schema)
    except ValueError as error:
        print(f"{replay}: not JSON: {error}\n0 entries checked, 1 differences")
        return False
    checked, broken = 0, len(differences)
    try:
        check_form(data)
        checked = check_content(replay, catalog)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        if not broken:
            raise
        print(f"stopped at {error!r}: the catalog does not follow its schema")
    print(f"{replay}: {checked} entries checked, {len(differences)} differences")
    return not differences


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--schema", type=pathlib.Path, default=SCHEMA)
    options.add_argument("paths", type=pathlib.Path, nargs="+", metavar="REPLAY_DIR CATALOG_FILE")
    options = options.parse_args()
    if len(options.paths) % 2:
        print("check_catalog.py: a recording without a catalog", file=sys.stderr)
        return 2
    try:
        results = [check(*pair, options.schema) for pair in zip(options.paths[::2], options.paths[1::2])]
    except (OSError, ImportError) as error:
        print(f"check_catalog.py: {error}", file=sys.stderr)
        return 2
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
