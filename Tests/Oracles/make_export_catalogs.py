#!/usr/bin/env python3
"""Write catalogs that exports must survive: every kind of naughty text in every text field, random hours around clock changes, of places and events, and telephone numbers.

usage: make_export_catalogs.py FOLDER [--seed TEXT] [--hours N]

Writes FOLDER/texts.json, FOLDER/hours.json, FOLDER/events.json and FOLDER/phones.json, in the layout of a catalog but without a valid content hash, which readers do not check.
"""
import argparse, json, pathlib, random, sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from hours_cases import ZONES, Maker
from hours_oracle import DAY, WEEK, Clock, day_of, text_of

# Nothing here has control characters: a catalog has none.
NAUGHTY = [
    "<script>alert(1)</script>", "</script><!--", "<img src=x onerror=alert(1)>", "]]>", "&amp; &lt;b&gt;", "javascript:alert(1)",
    "=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "=HYPERLINK(\"http://x\")", "'=1", "a,b;c", "\"", "\"\"", "it's \"so\"", "back\\slash\\n", "\\,",
    "a\u202eb\u202c", "\u2066isolated\u2069", "\u200eleft\u200fright", "line\u2028separator\u2029here", "Cafe\u0301 and Caf\u00e9", "日本語", "😀👩‍🍳",
    "z\u0334\u0335\u0336a", "\ufeffbom", "\ufffd", "\U0010ffff", "a|b|c", "`code`", "**bold** _it_ ~~no~~", "[x](http://y)", "# heading", "- list", "1. one",
    "@mention #123 GH-1", "http://example.edu/?a=1&b=2", "www.example.edu", "$x$ {{y}} {% z %} ${w}", "%s%n", "BEGIN:VCALENDAR", "a:b;c=d", "x" * 5000, "ü" * 3000,
    "two  spaces", "NULL", "null", "true", "0", "1e5", "2026-11-21", "=\u202e1", "END:VEVENT\\nBEGIN:VEVENT", "'; DROP TABLE places; --", "＝1+1",
]


def line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def escaped(text):
    """Text as the program writes it: direction and line controls are escapes."""
    special = "\u061c\u200e\u200f" + "".join(map(chr, list(range(0x2028, 0x202f)) + list(range(0x2066, 0x206a))))
    return "".join(f"\\u{ord(char):04x}" if char in special else char for char in text)


def feed(id, **more):
    campus, _ = id.split("/")
    return {"id": id, "campus": campus, "adapter": "places", "license": "Open <data> license, \"1.0\"", "url": "https://example.edu/?a=1&b=2",
            "outcome": "fresh", "fetchedAt": "2026-11-21T16:00:00Z", "entries": 0, "rejected": 0, **more}


def write(path, campuses, feeds, entries):
    entries.sort(key=lambda entry: entry["id"].encode())
    text = "{\"schema\":\"campus-catalog/1\",\"generatedAt\":\"2026-11-21T17:00:00Z\",\n"
    for key, values in ("campuses", campuses), ("feeds", feeds), ("entries", entries):
        text += f"\"{key}\":[\n" + ",\n".join(escaped(line(value)) for value in values) + "\n],\n"
    path.write_text(text + "\"contentHash\":\"sha256:0\"}\n")


def texts(path):
    campuses = [{"id": "abc", "name": "A <b> & \"C\" University", "timeZone": "America/New_York", "country": "US"},
                {"id": "xyz", "name": "=XYZ", "timeZone": "Asia/Tokyo"}]
    feeds = [feed("abc/one"), feed("abc/gone", outcome="absent", reason="timeout.connect"), feed("xyz/one", outcome="stale", reason="http.503")]
    entries = []
    week = {day: [["08:00", "12:00", "=Lunch, \"hot\""], ["18:00", "26:00"]] for day in ("mo", "tu", "fr")}
    for campus in ("abc", "xyz"):
        zone = "America/New_York" if campus == "abc" else "Asia/Tokyo"
        for number, text in enumerate(NAUGHTY):
            id = f"{campus}/one/{number:03}"
            source = [{"feed": f"{campus}/one", "record": f"{number:03}"}]
            entries.append({
                "id": id, "kind": "place", "campus": campus, "name": text, "category": "cafe", "categoryLabel": text, "tags": [text], "labels": [text],
                "description": f"{text}\n\n{text}", "notice": text,
                "location": {"address": text, "building": text, "abbreviation": text, "region": text, "latitude": 40 + number / 100, "longitude": -75.5},
                "hours": {"zone": zone, "layers": [{"level": "weekly", "name": text, "week": {**week, "sa": [["09:00", "10:00", text]]}},
                                                   {"level": "special", "name": text, "days": {"2026-11-26": [], "2026-11-27": "unknown"}}]},
                "contact": {"phone": text, "email": "a@example.edu"},
                "links": [{"rel": "website", "href": "https://example.edu/?a='1'&b=2"}], "sources": source})
            entries.append({"id": f"{campus}/one/event-{number:03}", "kind": "event", "campus": campus, "name": text, "description": text,
                            "startDate": "2026-11-20", "endDate": "2026-11-23", "venue": {"city": text, "state": text}, "sources": source})
            entries.append({"id": f"{campus}/one/alert-{number:03}", "kind": "alert", "campus": campus, "name": text, "description": f"{text}\n{text}",
                            "severity": "major", "startsAt": "2026-11-20T00:00:00Z", "endsAt": "2026-12-01T00:00:00Z", "sources": source})
            dish = {"name": text, "notes": [text], "diets": ["vegan", "gluten-free", "lactose-free"], "allergensStated": True, "labels": [text],
                    "allergens": [{"code": "gluten", "detail": text}, {"code": "milk"}],
                    "prices": [{"role": "student", "amount": "0.90", "currency": "EUR"},
                               {"amount": "1.10", "currency": "EUR", "per": {"amount": "100", "unit": text}, "base": "2"}]}
            entries.append({"id": f"{campus}/one/menu-{number:03}-2026-11-21-lunch", "kind": "menu", "campus": campus, "place": id,
                            "date": "2026-11-21" if number % 2 else "2026-11-23", "meal": {"name": text, "kind": "lunch", "from": "11:00", "to": "26:00"},
                            "sections": [{"name": text, "dishes": [dish, {"name": text, "allergensStated": False}]}], "sources": source})
            entries.append({"id": f"{campus}/one/quote-{number:03}", "kind": "quote", "campus": campus, "text": text, "author": text, "sources": source})
    entries.append({"id": "abc/one/unknown", "kind": "place", "campus": "abc", "name": "Unknown", "category": "other",
                    "hours": {"zone": "America/New_York", "layers": []}, "sources": [{"feed": "abc/one", "record": "unknown"}]})
    write(path, campuses, feeds, entries)


def hours(path, seed, count):
    pick = random.Random(f"{seed} changes")
    campuses, feeds, entries = [], [], []
    for index, zone in enumerate(ZONES):
        campus = f"zone-{index:02}"
        campuses.append({"id": campus, "name": zone, "timeZone": zone})
        feeds.append(feed(f"{campus}/one"))
        clock = Clock(zone)
        first, last = day_of("2026-01-01") * DAY, day_of("2028-01-01") * DAY
        changes = [(minute, old, new) for (_, old), (minute, new) in zip(clock.changes, clock.changes[1:]) if first <= minute < last]
        for number in range(count):
            minute, old, new = pick.choice(changes) if changes else (pick.randrange(first, last), 0, 0)
            # Half of the hours are plain; the others are near the times that a clock change skips or repeats.
            odd = [(minute + offset) % DAY for offset in (old, new)] if number % 2 else []
            maker = Maker(f"{seed} {zone} {number}", zone, (minute + old) // DAY, odd)
            entries.append({"id": f"{campus}/one/{number:04}", "kind": "place", "campus": campus, "name": f"{zone} {number}", "category": "cafe",
                            "hours": maker.hours(), "sources": [{"feed": f"{campus}/one", "record": f"{number:04}"}]})
    write(path, campuses, feeds, entries)


def events(path, seed, count):
    """Events with random hours; half of them have weeks in which many services meet at midnight."""
    campuses, feeds, entries = [], [], []
    for index, zone in enumerate(ZONES):
        campus = f"zone-{index:02}"
        campuses.append({"id": campus, "name": zone, "timeZone": zone})
        feeds.append(feed(f"{campus}/one"))
        for number in range(count):
            maker = Maker(f"{seed} events {zone} {number}", zone, day_of("2026-11-21"), [])
            hours = maker.hours()
            if number % 2:
                plans = [[["18:00", "24:00"]], [["00:00", "24:00"]], [["00:00", "12:00"]], [["00:00", "12:00"], ["18:00", "24:00"]], [], "unknown"]
                week = {day: maker.random.choice(plans) for day in WEEK}
                dates = {text_of(maker.day + maker.random.randrange(-30, 60)): maker.random.choice(plans) for _ in range(maker.random.randrange(4))}
                hours["layers"] = [{"level": "weekly", "week": {day: plan for day, plan in week.items() if plan}}]
                hours["layers"] += [{"level": "special", "days": dict(sorted(dates.items()))}] if dates else []
            # Nothing is before the first day.
            first = "2026-02-01"
            for layer in hours["layers"]:
                if "days" in layer:
                    layer["days"] = {day: plan for day, plan in layer["days"].items() if day >= first}
                else:
                    layer["from"] = max(layer.get("from", first), first)
            hours["layers"] = [layer for layer in hours["layers"] if layer.get("days") or layer.get("from", "9999") <= layer.get("to", "9999-12-31")]
            entries.append({"id": f"{campus}/one/{number:04}", "kind": "event", "campus": campus, "name": f"{zone} {number}", "hours": hours,
                            "startDate": first, "endDate": "9999-12-31", "sources": [{"feed": f"{campus}/one", "record": f"{number:04}"}]})
    write(path, campuses, feeds, entries)


# The countries of built-in campuses, as in Sources/CatalogExport/Phone/numbering-plans.txt, and one that is not there.
COUNTRIES = ["AT", "AU", "BE", "CA", "DE", "DK", "ES", "FI", "FR", "GB", "IT", "MY", "US", "CH"]
CATEGORIES = ["dining-hall", "cafe", "restaurant", "fast-food", "bar", "market", "retail", "library", "gym", "study", "service", "other"]


def phones(path, seed):
    """Places of each category with telephone numbers of each country: examples in many forms, which must be understood (the tag "usual"), and changed ones."""
    import phonenumbers
    from phonenumbers import PhoneNumberFormat as Form, PhoneNumberType as Type
    pick = random.Random(f"{seed} phones")
    campuses, feeds, entries = [], [], []
    for country in COUNTRIES:
        campus = country.lower()
        campuses.append({"id": campus, "name": country, "timeZone": "Europe/London", "country": country})
        feeds.append(feed(f"{campus}/one"))
        usual, odd = [], ["911", "112", "34567", "1-800-FLOWERS", "Tel. 123", "+", "00", "++1 215 898 1234", "011 44 151 794 2000", "0044 151 794 2000"]
        for type in Type.FIXED_LINE, Type.MOBILE:
            example = phonenumbers.example_number_for_type(country, type)
            forms = [phonenumbers.format_number(example, form) for form in (Form.NATIONAL, Form.INTERNATIONAL, Form.E164)]
            # National forms of a country that is not in the table are not understood.
            usual += forms[country == "CH":]
            usual += [form + extension for form in forms[1:] for extension in (" ext. 5", " x123", ";ext=45", ", extension 6")]
            usual += [forms[1].replace(" ", pick.choice("-.\u00a0")) for _ in range(3)]
            code, rest = forms[1].split(" ", 1) if " " in forms[1] else forms[1].split("-", 1)
            odd += [f"{code} (0){rest}", f"{code} 0{rest}", f"{code} (0) {rest}"]
            for form in forms:
                odd += [f"{form} or {form}", f"{form}, {form}", f"{form}/{form[-2:]}", f"{form}/{form}", f"{form} {form}", form.replace(" ", "/", 1), f"({form})"]
                for _ in range(40):
                    at = pick.randrange(len(form))
                    odd.append(pick.choice([form[:at] + form[at + 1:], form[:at] + pick.choice("0123456789 -/().+x") + form[at:], form[at:], form[:at]]))
        for number, (text, kind) in enumerate([(text, "usual") for text in usual] + [(text, "odd") for text in odd if text.strip()]):
            entries.append({"id": f"{campus}/one/{number:04}", "kind": "place", "campus": campus, "name": f"{country} {number}",
                            "category": CATEGORIES[number % len(CATEGORIES)], "tags": [kind], "hours": {"zone": "Europe/London", "layers": []}, "contact": {"phone": text.strip()},
                            "sources": [{"feed": f"{campus}/one", "record": f"{number:04}"}]})
    write(path, campuses, feeds, entries)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", default="exports")
    parser.add_argument("--hours", type=int, default=20)
    options = parser.parse_args()
    texts(options.folder / "texts.json")
    hours(options.folder / "hours.json", options.seed, options.hours)
    events(options.folder / "events.json", options.seed, max(2, options.hours // 5))
    phones(options.folder / "phones.json", options.seed)


if __name__ == "__main__":
    main()
