#!/usr/bin/env python3
"""Read pages (HTML and Markdown) back and compare everything on them with the catalogs they are from, independently of the program.

usage: check_page.py FOLDER

For each NAME.json in FOLDER there are NAME.at (the moment, RFC 3339), NAME.sentences (id, tab, status in words), NAME.html and NAME.md. HTML
is parsed strictly, Markdown by two programs. One line per difference, then a summary. Exit 0: none, 1: some.
Needs: Python 3.11, html5lib, cmarkgfm, markdown-it-py.
"""
import base64, datetime as dt, hashlib, html, json, pathlib, re, sys, unicodedata, urllib.parse, zoneinfo

import cmarkgfm, html5lib, markdown_it
from cmarkgfm.cmark import Options

WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"]
DAYS, MONTHS = "Mon Tue Wed Thu Fri Sat Sun".split(), "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
GROUPS = {"dining-hall": "Dining halls", "cafe": "Cafés", "restaurant": "Restaurants", "fast-food": "Fast food", "bar": "Bars", "market": "Markets",
          "retail": "Shops", "library": "Libraries", "gym": "Gyms", "study": "Study spaces", "service": "Services", "other": "Other places"}
SEVERITY = {"major": "Major", "minor": "Minor", "informational": "Information"}
LEVELS = ["weekly", "term", "holiday", "special", "manual"]
UTC = dt.timezone.utc
HIDDEN = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
problems = []


# Times

def instant(text):
    """An instant to the second; None if Python cannot say what clocks then showed."""
    match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z", text)
    return dt.datetime.fromisoformat(match[1]).replace(tzinfo=UTC)


def is_usual(moment):
    return 1920 <= moment.year <= 2100


def date_text(day, today=None):
    """Sat 21 Nov 2026; without the year if it is that of today."""
    year = "" if today and today.year == day.year else f" {day.year}"
    return f"{DAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}{year}"


def time_text(moment, zone):
    if not is_usual(moment):
        return None
    local = moment.astimezone(zone or UTC)
    return f"{date_text(local.date())} {local:%H:%M}" + ("" if zone else " UTC")


def clock(minutes):
    """26:00 is 02:00 on the clock; 24:00 stays."""
    minutes = minutes - 1440 if minutes > 1440 else minutes
    return f"{minutes // 60:02}:{minutes % 60:02}"


def minutes(text):
    return int(text[:2]) * 60 + int(text[3:])


def add(day, count):
    try:
        return day + dt.timedelta(days=count)
    except OverflowError:
        return None


def age(seconds):
    return (f"{seconds} s" if seconds < 120 else f"{seconds // 60} min" if seconds < 7200 else f"{seconds // 3600} h" if seconds < 172_800
            else f"{seconds // 86_400} days")


# Hours

def plan(layer, day):
    """The services of a layer; None if it does not cover the day."""
    if "days" in layer:
        return layer["days"].get(day.isoformat())
    if not layer.get("from", "") <= day.isoformat() <= layer.get("to", "9999-12-31"):
        return None
    return [["00:00", "24:00"]] if "always" in layer else layer["week"].get(WEEK[day.weekday()], [])


def service_day(hours, day):
    """The services of a day, "unknown" included, and what is special about it."""
    covering = [layer for layer in hours["layers"] if plan(layer, day) is not None]
    if not covering:
        return "unknown", None
    layer, special = covering[-1], None
    if LEVELS.index(layer["level"]) > LEVELS.index("term"):
        special = layer.get("name") or (None if len(covering) == 1 else "special hours")
    return plan(layer, day), special


def joined(services):
    """The open times of a day in words, and in minutes."""
    if services == "unknown":
        return "unknown", []
    spans = []
    for opens, closes, *_ in sorted(services, key=lambda service: (minutes(service[0]), minutes(service[1]))):
        opens, closes = minutes(opens), minutes(closes)
        if spans and spans[-1][1] >= opens:
            spans[-1] = (spans[-1][0], max(spans[-1][1], closes))
        else:
            spans.append((opens, closes))
    words = ["open all day" if span == (0, 1440) else f"{clock(span[0])}–{clock(span[1])}" for span in spans]
    return ", ".join(words) or "closed", spans


def service_text(service):
    opens, closes, *label = service
    times = "open all day" if (opens, closes) == ("00:00", "24:00") else f"{opens}–{clock(minutes(closes))}"
    return " ".join([times] + label)


def day_lines(place):
    """What a place has today: the services of other days that are open, and those of today."""
    services = place["days"][0][0]
    return place["running"] + ([service_text(service) for service in services] if services not in ("unknown", []) else [joined(services)[0]])


def running(hours, now, today):
    """The services of other days than today that are open."""
    zone, found = zoneinfo.ZoneInfo(hours["zone"]), []
    local = now.astimezone(zone).date()
    for day in [add(local, -2), add(local, -1), local, add(local, 1)]:
        if day is None or day == today:
            continue
        services, _ = service_day(hours, day)
        for opens, closes, *label in services if services != "unknown" else []:
            start, end = ((dt.datetime.combine(day, dt.time()) + dt.timedelta(minutes=minutes(time))).replace(tzinfo=zone) for time in (opens, closes))
            if start.astimezone(UTC) <= now < end.astimezone(UTC):
                since = "since yesterday" if today and day == add(today, -1) else f"of {date_text(day, today)}"
                times = "–".join(moment.astimezone(UTC).astimezone(zone).strftime("%H:%M") for moment in (start, end))
                found.append((start.astimezone(UTC), end.astimezone(UTC), " ".join([since, times] + label)))
    return [text for _, _, text in sorted(found, key=lambda item: item[:2])]


# Names

def fold(text):
    def stripped(text):
        return "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c)[0] != "M" and c not in "'\u2018\u2019\u02bc")
    folded = ""
    for char in text:
        for c in stripped(stripped(char).lower().upper().lower()):
            folded += c if unicodedata.category(c)[0] == "L" or unicodedata.category(c)[0] == "N" else " "
    return " ".join(folded.split(" ")).strip() if folded.strip(" ") else ""


def words(text):
    return " ".join(part for part in fold(text).split(" ") if part)


def order(entry):
    name = entry.get("name", "")
    return words(name).encode(), name.encode(), entry["id"].encode()


def href(entry, rel):
    return next((link["href"] for link in entry.get("links", []) if link["rel"] == rel), None)


# What a page must have

class Expected:
    """The parts of a campus, from the catalog alone."""

    def __init__(self, catalog, campus, now, sentences):
        self.name = campus["name"]
        self.zone = zoneinfo.ZoneInfo(campus["timeZone"]) if "timeZone" in campus else None
        self.zone_name, self.now = campus.get("timeZone"), now
        self.today = now.astimezone(self.zone or UTC).date()
        self.week = [day for day in (add(self.today, count) for count in range(7)) if day]
        self.feeds = sorted((feed for feed in catalog["feeds"] if feed["campus"] == campus["id"]), key=lambda feed: feed["id"].encode())
        entries = [entry for entry in catalog["entries"] if entry["campus"] == campus["id"]]
        self.alerts = self.sorted_alerts([entry for entry in entries if entry["kind"] == "alert"])
        self.events = sorted((entry for entry in entries if entry["kind"] == "event" and max(entry["startDate"], entry["endDate"]) >= self.today.isoformat()),
                             key=lambda entry: (entry["startDate"], entry["endDate"]) + order(entry))
        self.places = sorted((entry for entry in entries if entry["kind"] == "place"),
                             key=lambda entry: (list(GROUPS).index(entry["category"]),) + order(entry))
        self.sentences = sentences

    def sorted_alerts(self, entries):
        found = []
        for entry in entries:
            start, end = (instant_key(entry.get(key)) for key in ("startsAt", "endsAt"))
            now = (int(self.now.timestamp()), 0)
            if end and end <= now:
                continue
            upcoming = bool(start and start > now)
            severity = ["major", "minor", "informational"].index(entry["severity"])
            found.append(((upcoming, 0 if upcoming else severity, start or (-10**12, 0), entry["id"].encode()), entry, upcoming))
        return [(entry, upcoming) for _, entry, upcoming in sorted(found, key=lambda item: item[0])]

    def when(self, entry, upcoming):
        """The words; None if Python cannot say what clocks show."""
        start = time_text(instant(entry["startsAt"]), self.zone) if upcoming else ""
        end = time_text(instant(entry["endsAt"]), self.zone) if "endsAt" in entry else ""
        if start is None or end is None:
            return None
        words = (f" from {start}" if start else "") + (f" until {end}" if end else "")
        return ("upcoming" if upcoming else "active") + (words or " until further notice")

    def place(self, entry):
        hours = entry.get("hours")
        location, zone = entry.get("location", {}), None
        where = [location.get("building") or location.get("abbreviation"), location.get("address")]
        if where[0] == where[1]:
            where = where[:1]
        if hours and hours["layers"]:
            days = [service_day(hours, day) for day in self.week]
            open_now = running(hours, self.now, self.today)
            if hours["zone"] != self.zone_name:
                zone = hours["zone"]
        else:
            days, open_now = [("unknown", None)] * len(self.week), []
        return {"group": GROUPS[entry["category"]], "name": entry["name"], "href": href(entry, "website"), "sentence": self.sentences[entry["id"]],
                "running": open_now, "days": days, "where": [part for part in where if part], "notice": entry.get("notice"), "zone": zone}


def instant_key(text):
    """Seconds and nanoseconds."""
    if text is None:
        return None
    fraction = re.search(r"\.(\d+)Z", text)
    whole = dt.datetime.fromisoformat(text[:19])
    return (whole - dt.datetime(1970, 1, 1)) // dt.timedelta(seconds=1), int((fraction[1] if fraction else "0").ljust(9, "0"))


def visible(text):
    """Characters that HTML does not allow are replaced."""
    return "".join("\ufffd" if ord(c) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(c) <= 0xFDEF else c for c in text)


# Reading

NAMESPACE = "{http://www.w3.org/1999/xhtml}"


def tag(element):
    return element.tag.removeprefix(NAMESPACE) if isinstance(element.tag, str) else "comment"


def text(element):
    """The text of an element, with line feeds for line breaks."""
    parts = [element.text or ""] if tag(element) != "br" else ["\n"]
    for child in element:
        parts += [text(child), child.tail or ""]
    return "".join(parts)


def find(element, name, style=None):
    return [found for found in element.iter(NAMESPACE + name) if style is None or found.get("class") == style]


def links(element):
    return [link.get("href") for link in find(element, "a")]


def same(where, found, expected):
    if found != expected:
        problems.append(f"{where}: {str(found)[:600]!r} instead of {str(expected)[:600]!r}")


class HTMLPage:
    """What an HTML page says."""
    ELEMENTS = set("html head meta title style body header h1 h2 h3 h4 nav ul li a main section p time span table caption thead tbody tr th td div bdi sup "
                   "strong br footer".split())
    ATTRIBUTES = set("lang charset name content http-equiv class id aria-labelledby aria-label href rel datetime scope colspan dir role tabindex".split())

    def __init__(self, where, source):
        self.where, self.fix = where, visible
        if HIDDEN.search(source):
            problems.append(f"{where}: the source has invisible characters")
        try:
            self.root = html5lib.HTMLParser(strict=True).parse(source)
        except html5lib.html5parser.ParseError as error:
            problems.append(f"{where}: not valid: {error!r}")
            self.root = html5lib.parse(source)
        self.check_inert()
        self.campuses = find(self.root, "section", "campus")

    def check_inert(self):
        where, ids = self.where, [element.get("id") for element in self.root.iter() if element.get("id")]
        same(f"{where} ids", len(ids), len(set(ids)))
        for element in self.root.iter():
            if tag(element) not in self.ELEMENTS or not set(element.attrib) <= self.ATTRIBUTES:
                problems.append(f"{where}: unexpected {tag(element)} {dict(element.attrib)}")
            for key in ("aria-labelledby",):
                if element.get(key) and element.get(key) not in ids:
                    problems.append(f"{where}: nothing has the id {element.get(key)}")
            target = element.get("href")
            if target and not (target[0] == "#" and target[1:] in ids or re.match(r"(https?://|mailto:|tel:)", target, re.I)):
                problems.append(f"{where}: link to {target}")
            if tag(element) == "time" and not re.fullmatch(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(Z|[+-]\d\d:\d\d))?)?", element.get("datetime")):
                problems.append(f"{where}: time {element.get('datetime')}")
            if tag(element) == "table":
                same(f"{where} caption", len(find(element, "caption")), 1)
                if any(not header.get("scope") for header in find(element, "th")):
                    problems.append(f"{where}: a header cell without a scope")
        same(f"{where} language", self.root.get("lang"), "en")
        style = find(self.root, "style")
        digest = base64.b64encode(hashlib.sha256(text(style[0]).encode()).digest()).decode()
        policy = next(meta.get("content") for meta in find(self.root, "meta") if meta.get("http-equiv"))
        same(f"{where} policy", policy, f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'")
        same(f"{where} styles", len(style), 1)

    def check(self, campuses):
        same(f"{self.where} campuses", [text(find(section, "bdi")[0]) for section in self.campuses], [self.fix(campus.name) for campus in campuses])
        for section, campus in zip(self.campuses, campuses):
            self.check_campus(section, campus)

    def check_campus(self, section, campus):
        where, fix = f"{self.where} {campus.name[:40]!r}", self.fix
        parts = {part.get("class"): part for part in section if tag(part) == "section"}
        expected = [name for name, has in (("alerts", campus.alerts), ("today", campus.places), ("week", campus.places), ("events", campus.events),
                                           ("sources", campus.feeds)) if has]
        same(f"{where} parts", [name for name in parts if name != "later"], expected)
        same(f"{where} moment", text(find(find(section, "p", "moment")[0], "time")[0]), time_text(campus.now, campus.zone) or text(find(section, "time")[0]))
        if campus.alerts:
            items = list(find(parts["alerts"], "ul", "list")[0])
            same(f"{where} alerts", len(items), len(campus.alerts))
            for item, (alert, upcoming) in zip(items, campus.alerts):
                same(f"{where} alert", text(item[0]), fix(alert["name"]))
                same(f"{where} alert link", links(item), [address] if (address := href(alert, "website")) else [])
                if when := campus.when(alert, upcoming):
                    same(f"{where} alert time", text(item[1]), f"{SEVERITY[alert['severity']]}, {when}")
                same(f"{where} alert text", [text(p) for p in find(item, "p", "text")], [fix(alert["description"])] if "description" in alert else [])
                same(f"{where} alert notice", [text(p) for p in find(item, "div", "notice")], [fix(alert["notice"])] if "notice" in alert else [])
        places = [campus.place(entry) for entry in campus.places]
        if places:
            same(f"{where} today", text(find(parts["today"], "time")[0]), date_text(campus.today))
            self.check_today(where, parts["today"], campus, places)
            self.check_week(where, parts["week"], campus, places)
        if campus.events:
            rows = find(find(parts["events"], "tbody")[0], "tr")
            same(f"{where} events", len(rows), len(campus.events))
            for row, event in zip(rows, campus.events):
                first, last = event["startDate"], max(event["startDate"], event["endDate"])
                same(f"{where} dates", [time.get("datetime") for time in find(row[0], "time")], [first] + [last] * (last > first))
                same(f"{where} dates", text(row[0]), " – ".join(date_text(dt.date.fromisoformat(day)) for day in [first] + [last] * (last > first))
                     + "now" * (first <= campus.today.isoformat()))
                name = find(row[1], "bdi")[0]
                same(f"{where} event", text(name), fix(event["name"]))
                same(f"{where} event link", links(row), [address] if (address := href(event, "website")) else [])
                same(f"{where} event place", text(find(row[1], "div", "detail")[0]), fix(venue(event)))
                same(f"{where} event notice", [text(p) for p in find(row, "div", "notice")], [fix(event["notice"])] if "notice" in event else [])
        self.check_sources(where, section, parts.get("sources"), campus)

    def check_today(self, where, part, campus, places):
        groups, found = [], []
        for body in find(part, "tbody"):
            groups.append(text(body[0]))
            found += [(groups[-1], row) for row in body[1:]]
        same(f"{where} groups", groups, list(dict.fromkeys(place["group"] for place in places)))
        same(f"{where} names today", [(group, text(find(row[0], "bdi")[0])) for group, row in found],
             [(place["group"], self.fix(place["name"])) for place in places])
        for (_, row), place, entry in zip(found, places, campus.places):
            at, fix = f"{where} {place['name'][:40]!r}", self.fix
            first = row[0][0]
            same(f"{at} link", first.get("href") if tag(first) == "a" else None, place["href"])
            status = find(row[1], "p")[0]
            same(f"{at} status", text(status), place["sentence"])
            same(f"{at} state", status.get("class"), state(place["sentence"]))
            services, special = place["days"][0]
            items = find(row[1], "li")
            same(f"{at} services", [text(item) for item in items], [fix(line) for line in day_lines(place)])
            same(f"{at} times", [time.get("datetime") for item in items[len(place["running"]):] for time in find(item, "time")],
                 [moment for service in services if services != "unknown" and service[:2] != ["00:00", "24:00"]
                  for moment in local_times(campus.today, minutes(service[0]), minutes(service[1]))])
            details = [text(detail) for detail in find(row[1], "div", "detail")]
            same(f"{at} special", details[:1] if special else [], [fix(special)] if special else [])
            if services == "unknown" and not re.search("feed", details[-1] if details else ""):
                problems.append(f"{at}: does not say why its hours are unknown")
            texts = [text(detail) for detail in find(row[0], "div", "detail")] + [text(detail) for detail in find(row[0], "div", "detail links")]
            contact = entry.get("contact", {})
            expected = [fix(", ".join(place["where"]))] * bool(place["where"]) + [f"on the clock of {place['zone']}"] * bool(place["zone"])
            expected += [fix(" · ".join(contact[key] for key in ("phone", "email") if key in contact))] * bool(contact)
            expected += [" · ".join(label for label, rel in (("Menu", "menu"), ("Order", "order")) if href(entry, rel))] * bool(href(entry, "menu") or href(entry, "order"))
            same(f"{at} details", texts, expected)
            same(f"{at} notice", [text(notice) for notice in find(row, "div", "notice")], [fix(place["notice"])] if place["notice"] else [])
            for link in links(row):
                if link not in [href(entry, rel) for rel in ("website", "menu", "order")] + [f"mailto:{contact.get('email')}", telephone(contact.get("phone", ""))]:
                    problems.append(f"{at}: link to {link}")

    def check_week(self, where, part, campus, places):
        head = find(find(part, "thead")[0], "th")[1:]
        same(f"{where} week", [(text(cell), find(cell, "time")[0].get("datetime")) for cell in head],
             [(date_text(day, campus.today), day.isoformat()) for day in campus.week])
        rows = [row for body in find(part, "tbody") for row in body[1:]]
        same(f"{where} names of the week", [text(find(row[0], "bdi")[0]) for row in rows], [self.fix(place["name"]) for place in places])
        for row, place in zip(rows, places):
            at = f"{where} {place['name'][:40]!r} week"
            if row[1].get("colspan"):
                same(at, (int(row[1].get("colspan")), text(row[1]).startswith("unknown: the feed"), {services if services == "unknown" else "" for services, _ in place["days"]}),
                     (len(campus.week), True, {"unknown"}))
                continue
            remarks = {}
            for detail in find(row[0], "div", "detail"):
                number = text(find(detail, "sup")[0])
                remarks[number] = text(detail)[len(number) + 1:]
            same(f"{at} days", len(row) - 1, len(campus.week))
            for cell, day, (services, special) in zip(row[1:], campus.week, place["days"]):
                numbers = [text(sup) for sup in find(cell, "sup")]
                shown = text(cell).removesuffix("".join(numbers)).replace("\n", ", ")
                words, spans = joined(services)
                same(f"{at} {day}", shown, words)
                same(f"{at} {day} times", [time.get("datetime") for time in find(cell, "time")],
                     [moment for span in spans if span != (0, 1440) for moment in local_times(day, *span)])
                check_remarks(at, [remarks.get(number, "") for number in numbers], self.fix(special) if special else None, services)

    def check_sources(self, where, section, part, campus):
        warnings = [text(warning) for warning in find(section, "strong") if re.match("Missing|Old", text(warning))]
        same(f"{where} warnings", warnings, [f"{kind}: {feed['id']}" for feed in campus.feeds if (kind := warning_of(feed))])
        rows = find(find(part, "tbody")[0], "tr") if part is not None else []
        same(f"{where} sources", len(rows), len(campus.feeds))
        for row, feed in zip(rows, campus.feeds):
            at, (first, second) = f"{where} {feed['id']}", row
            same(at, first.text, feed["id"])
            same(f"{at} details", [text(detail) for detail in find(first, "div", "detail")], [self.fix(feed[key]) for key in ("url", "licence") if key in feed])
            if links(row):
                same(f"{at} address", links(row), [feed["url"].replace(" ", "%20")])
            said = text(second)
            for words in source_words(feed, campus):
                if words not in said:
                    problems.append(f"{at}: {said!r} lacks {words!r}")


class MarkdownPage:
    """What a Markdown page says, as HTML that another program made of it."""
    ELEMENTS = set("html head body h1 h2 h3 p table thead tbody tr th td a code br strong ul li hr".split())
    MARKS = re.compile(r"@\w|#\d|https?://|www\.|\bGH-\d|:[a-z+][a-z0-9_+-]*:", re.I)

    def __init__(self, where, source, rendered):
        self.where = where
        if HIDDEN.search(source):
            problems.append(f"{where}: the source has invisible characters")
        self.root = html5lib.parse(rendered)
        self.campuses, part, group = [], None, None
        for element in find(self.root, "body")[0]:
            if tag(element) == "h1":
                self.campuses.append({"name": text(element), "parts": {}, "paragraphs": [], "warnings": []})
            elif tag(element) == "h2":
                part, group = text(element), None
                self.campuses[-1]["parts"][part] = []
            elif tag(element) == "h3":
                group = text(element)
            elif tag(element) == "table":
                rows = [list(row) for row in find(element, "tr")]
                self.campuses[-1]["head"] = [text(cell) for cell in rows[0]]
                if part == "This week":
                    self.campuses[-1]["week"] = [text(cell) for cell in rows[0]]
                self.campuses[-1]["parts"][part] += [(group, row) for row in rows[1:]]
            elif tag(element) == "p":
                self.campuses[-1]["paragraphs"].append(text(element))
            elif tag(element) == "ul":
                self.campuses[-1]["warnings"] += [text(find(item, "strong")[0]) for item in find(element, "li")]
            elif tag(element) != "hr":
                problems.append(f"{where}: unexpected {tag(element)}")
        self.check_inert(self.root)

    def check_inert(self, element, quoted=False):
        if tag(element) not in self.ELEMENTS or set(element.attrib) - {"href", "align", "style"}:
            problems.append(f"{self.where}: unexpected {tag(element)} {dict(element.attrib)}")
        quoted = quoted or tag(element) in ("code", "a")
        # Comments separate nothing: neighbouring texts are one text.
        run = element.text or ""
        for child in element:
            self.check_inert(child, quoted)
            if tag(child) in ("code", "a", "br"):
                self.check_text(run, quoted)
                run = ""
            run += child.tail or ""
        self.check_text(run, quoted)

    def check_text(self, run, quoted):
        if not quoted and self.MARKS.search(run):
            problems.append(f"{self.where}: {run[:200]!r} is not inert")

    def check(self, campuses):
        same(f"{self.where} campuses", [found["name"] for found in self.campuses], [campus.name for campus in campuses])
        for found, campus in zip(self.campuses, campuses):
            self.check_campus(found, campus)

    def check_campus(self, found, campus):
        where, parts = f"{self.where} {campus.name[:40]!r}", found["parts"]
        today = f"Today, {date_text(campus.today)}"
        expected = [name for name, has in (("Alerts", campus.alerts), (today, campus.places), ("This week", campus.places), ("Events", campus.events),
                                           ("Sources", campus.feeds)) if has]
        same(f"{where} parts", [name for name in parts if name != "Special hours"], expected)
        same(f"{where} alerts", len(parts.get("Alerts", [])), len(campus.alerts))
        for (_, cells), (alert, upcoming) in zip(parts.get("Alerts", []), campus.alerts):
            same(f"{where} alert", [text(cells[0]), text(cells[2])], [SEVERITY[alert["severity"]], alert["name"]])
            if when := campus.when(alert, upcoming):
                same(f"{where} alert time", text(cells[1]), when)
            same(f"{where} alert text", text(cells[3]), "\n".join(alert[key] for key in ("notice", "description") if key in alert))
            self.check_link(where, cells[2], href(alert, "website"))
        places = [campus.place(entry) for entry in campus.places]
        rows = parts.get(today, [])
        same(f"{where} names today", [(group, text(cells[0])) for group, cells in rows], [(place["group"], place["name"]) for place in places])
        for (_, cells), place in zip(rows, places):
            at = f"{where} {place['name'][:40]!r}"
            services, special = place["days"][0]
            self.check_link(at, cells[0], place["href"])
            same(f"{at} status", text(cells[1]), place["sentence"])
            same(f"{at} services", text(cells[2]), ", ".join(day_lines(place)))
            same(f"{at} where", text(cells[3]), ", ".join(place["where"]))
            remarks = text(cells[4])
            end = "; ".join(([place["notice"]] if place["notice"] else []) + ([f"on the clock of {place['zone']}"] if place["zone"] else []))
            if not remarks.startswith(special or "") or not remarks.endswith(end) or services == "unknown" and "the feed" not in remarks.removesuffix(end):
                problems.append(f"{at}: remarks {remarks!r}")
        rows = parts.get("This week", [])
        if places:
            same(f"{where} week", found["week"], ["Place"] + [date_text(day, campus.today) for day in campus.week] + ["Remarks"])
        same(f"{where} names of the week", [text(cells[0]) for _, cells in rows], [place["name"] for place in places])
        for (_, cells), place in zip(rows, places):
            at, remarks = f"{where} {place['name'][:40]!r} week", text(cells[-1])
            for cell, day, (services, special) in zip(cells[1:-1], campus.week, place["days"]):
                shown, numbers = re.fullmatch("([^¹²³⁴⁵⁶⁷]*)([¹²³⁴⁵⁶⁷]*)", text(cell)).groups()
                same(f"{at} {day}", shown, joined(services)[0])
                # The text after a number begins with the remark; where it ends cannot be told, because the remark may have anything.
                starts = [remarks[remarks.find(f"{number} ") + 2:] for number in numbers]
                if special and not any(start.startswith(special) for start in starts) or services == "unknown" and not any(start.startswith("the feed") for start in starts):
                    problems.append(f"{at} {day}: {numbers} {remarks!r}")
                same(f"{at} {day} remarks", len(numbers), (special is not None) + (services == "unknown"))
        rows = parts.get("Events", [])
        same(f"{where} events", [text(cells[1]) for _, cells in rows], [event["name"] for event in campus.events])
        for (_, cells), event in zip(rows, campus.events):
            first, last = event["startDate"], max(event["startDate"], event["endDate"])
            same(f"{where} dates", text(cells[0]), " – ".join(date_text(dt.date.fromisoformat(day)) for day in [first] + [last] * (last > first))
                 + ", now" * (first <= campus.today.isoformat()))
            same(f"{where} event place", text(cells[2]), venue(event))
            self.check_link(where, cells[1], href(event, "website"))
        same(f"{where} warnings", found["warnings"], [f"{kind}: {feed['id']}" for feed in campus.feeds if (kind := warning_of(feed))])
        rows = parts.get("Sources", [])
        same(f"{where} sources", [text(cells[0]) for _, cells in rows], [feed["id"] for feed in campus.feeds])
        for (_, cells), feed in zip(rows, campus.feeds):
            same(f"{where} licence", text(cells[5]), feed.get("licence", ""))
            self.check_link(where, cells[4], feed["url"] if links_to(cells[4]) else None)
            said = " ".join(text(cell) for cell in cells[1:4])
            for words in source_words(feed, campus):
                if words not in said:
                    problems.append(f"{where} {feed['id']}: {said!r} lacks {words!r}")

    def check_link(self, where, cell, address):
        """Renderers write some characters of an address as %XX."""
        same(f"{where} link", [urllib.parse.unquote(link) for link in links(cell)], [urllib.parse.unquote(address)] if address else [])


def links_to(cell):
    return bool(links(cell))


def state(sentence):
    return "open" if re.match("Open |Closes ", sentence) else "unknown" if sentence.startswith("Hours unknown") else "closed"


def local_times(day, *times):
    return [f"{add(day, time // 1440) or day}T{time // 60 % 24:02}:{time % 60:02}" for time in times]


def check_remarks(at, remarks, special, services):
    if special and special not in remarks or services == "unknown" and not any(remark.startswith("the feed") for remark in remarks):
        problems.append(f"{at}: remarks {remarks}")
    same(f"{at} remarks", len(remarks), (special is not None) + (services == "unknown"))


def venue(event):
    parts = [event.get("venue", {}).get(key) for key in ("city", "state")]
    return (", ".join(part for part in parts if part) or "location unknown") + ", login needed" * (event.get("loginRequired") is True)


def telephone(number):
    return "tel:" + re.sub(r"[^0-9+]", "", number)


def warning_of(feed):
    return {"absent": "Missing", "disabled": "Missing", "stale": "Old"}.get(feed["outcome"])


def source_words(feed, campus):
    """What a page says about when and how a feed was read."""
    said = [feed["outcome"] + (f" ({feed['reason']})" if "reason" in feed else "")]
    if feed["outcome"] in ("absent", "disabled"):
        said.append("missing")
    if "fetchedAt" in feed and (time := time_text(instant(feed["fetchedAt"]), campus.zone)):
        said.append(time)
    seen = [instant_key(feed[key]) for key in ("fetchedAt", "checkedAt") if key in feed]
    if seen:
        seconds = int(campus.now.timestamp()) - max(seen)[0]
        said.append(f"fetched {age(-seconds)} later" if seconds <= -60 else "less than a minute old" if seconds < 60 else f"{age(seconds)} old")
    return said


folder = pathlib.Path(sys.argv[1])
checked = 0
for path in sorted(folder.glob("*.json")):
    catalog = json.loads(path.read_text(encoding="utf-8"))
    now = instant(path.with_suffix(".at").read_text())
    sentences = dict(line.split("\t") for line in path.with_suffix(".sentences").read_text(encoding="utf-8").split("\n") if line)
    campuses = [Expected(catalog, campus, now, sentences) for campus in sorted(catalog["campuses"], key=lambda campus: campus["id"] + "/")]
    for place in (place for campus in campuses for place in campus.places):
        hours = place.get("hours")
        if hours and hours["layers"] and is_usual(now):
            # The words say what the hours in the catalog say.
            zone = zoneinfo.ZoneInfo(hours["zone"])
            local = now.astimezone(zone).date()
            is_open = bool(running(hours, now, None))
            expected = "open" if is_open else "unknown" if service_day(hours, local)[0] == "unknown" else "closed"
            same(f"{path.name} {place['id']}", state(sentences[place["id"]]), expected)
    HTMLPage(f"{path.stem}.html", path.with_suffix(".html").read_text(encoding="utf-8")).check(campuses)
    source = path.with_suffix(".md").read_text(encoding="utf-8")
    github = cmarkgfm.github_flavored_markdown_to_html(source, Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES)
    MarkdownPage(f"{path.stem}.md (cmark-gfm)", source, github).check(campuses)
    other = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(source)
    MarkdownPage(f"{path.stem}.md (markdown-it)", source, other).check(campuses)
    checked += 1
for problem in problems[:60]:
    print(problem)
print(f"{checked} catalogs, {len(problems)} problems")
sys.exit(1 if problems or not checked else 0)
