"""Checks a database of `aggregate export --format sqlite` against the catalog it was made from, with Python's sqlite3 module.

usage: check_database.py DATABASE CATALOG [--csv FOLDER] [--states FILE]

Every cell of every table must have the value of the catalog. CSV: the same export as places.csv, hours.csv and so on, whose cells must be
equal. STATES: JSON lines {"date", "time", "states": {id: state}}; the example query of the database must find these states.
"""

import argparse
import csv
import datetime
import json
import os
import random
import re
import sqlite3
import stat
import sys
import unicodedata

WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"]
csv.field_size_limit(1 << 30)
failures = []


def expect(what, found, expected):
    if found != expected:
        failures.append(f"{what}: found {found!r}, expected {expected!r}"[:1000])


def table(database, sql):
    cursor = database.execute(sql)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row)) for row in cursor]


# The file

def check_file(database, path):
    for pragma, expected in [("application_id", 0x61676462), ("user_version", 1), ("page_size", 4096), ("freelist_count", 0),
                             ("journal_mode", "delete"), ("integrity_check", "ok"), ("encoding", "UTF-8")]:
        expect(pragma, database.execute(f"PRAGMA {pragma}").fetchone()[0], expected)
    expect("foreign_key_check", database.execute("PRAGMA foreign_key_check").fetchall(), [])
    expect("bytes 18 and 19 (2 is a write-ahead log)", open(path, "rb").read(20)[18:], b"\1\1")
    for suffix in ("-wal", "-shm", "-journal"):
        expect(f"a file {suffix}", os.path.exists(path + suffix), False)
    for name, kind, sql in database.execute("SELECT name, type, sql FROM sqlite_schema WHERE type = 'table'"):
        if sql.startswith("CREATE TABLE ") and "_fts_" not in name and "_rtree_" not in name:
            expect(f"{name} is strict", ") STRICT" in sql, True)
            columns = database.execute("SELECT count(*) FROM pragma_table_info(?)", [name]).fetchone()[0]
            expect(f"comments of {name}", len(re.findall(r"-- \w", sql)), columns + 1)
    # The check of an index compares it with its texts, and needs a copy that can be written.
    copy = sqlite3.connect(":memory:")
    database.backup(copy)
    copy.execute("INSERT INTO entries_fts (entries_fts, rank) VALUES ('integrity-check', 1)")
    expect("rtreecheck", copy.execute("SELECT rtreecheck('places_rtree')").fetchone()[0], "ok")


# Hours

def plan(hours, day, other="unknown"):
    """The services that begin on a service day; [] is closed, "unknown" is not known. `other` is that of a day in no layer."""
    for layer in reversed(hours["layers"]):
        if "days" in layer:
            if day.isoformat() in layer["days"]:
                return layer["days"][day.isoformat()]
        elif layer.get("from", "") <= day.isoformat() <= layer.get("to", "9999-12-31"):
            return [["00:00", "24:00"]] if "always" in layer else layer["week"].get(WEEK[day.weekday()], [])
    return other


def interesting_days(hours):
    """The days around each date in the layers, and some others."""
    dates = {date for layer in hours["layers"] for date in [layer.get("from"), layer.get("to"), *layer.get("days", {})] if date}
    days = {datetime.date(2026, 11, 21).toordinal() + later for later in range(8)}
    for date in dates:
        day = datetime.date.fromisoformat(date).toordinal()
        days.update(range(day - 8, day + 9))
    last = datetime.date.max.toordinal()
    return [datetime.date.fromordinal(day) for day in sorted(days | {1, last}) if 1 <= day <= last]


def minutes(time):
    return None if time is None else int(time[:2]) * 60 + int(time[3:])


def service(values):
    return (*values, None) if len(values) == 2 else tuple(values)


def check_hours(entry, rows):
    hours = entry.get("hours", {"layers": []})
    expect(f"positions of {entry['id']}", [row["position"] for row in rows], list(range(1, len(rows) + 1)))
    for row in rows:
        expect(f"hours of {entry['id']}", [row["campus"], row["name"], row["time_zone"]], [entry["campus"], entry["name"], hours.get("zone")])
        expect(f"minutes of {entry['id']}", [row["opens_minutes"], row["closes_minutes"]], [minutes(row["opens"]), minutes(row["closes"])])
    for day in interesting_days(hours):
        text = day.isoformat()
        found = [row for row in rows if (row["from_date"] or "") <= text <= (row["to_date"] or "9999-12-31")
                 and row["weekday"] in (None, WEEK[day.weekday()])]
        known = plan(hours, day)
        state = "unknown" if known == "unknown" else "open" if known else "closed"
        expect(f"states of {entry['id']} on {text}", [row["state"] for row in found], [state] * (len(known) if state == "open" else 1))
        if state == "open":
            services = [(row["opens"], row["closes"], row["label"]) for row in found]
            expect(f"services of {entry['id']} on {text}", services, [service(values) for values in known])
        else:
            expect(f"services of {entry['id']} on {text}", [found[0][name] for name in ("opens", "closes", "label")], [None] * 3)


def check_week(entry, rows, first):
    hours = entry.get("hours", {"layers": []})
    expect(f"days of {entry['id']}", [row["date"] for row in rows], [(first + datetime.timedelta(later)).isoformat() for later in range(7)])
    for row in rows:
        day = datetime.date.fromisoformat(row["date"])
        known = plan(hours, day)
        state = "unknown" if known == "unknown" else "open" if known else "closed"
        text = ", ".join(f"{values[0]}-{values[1]}" for values in known) if state == "open" else None
        expect(f"{entry['id']} on {day}", [row["weekday"], row["state"], row["hours"]], [WEEK[day.weekday()], state, text])


# Entries

def instant(text):
    """A moment as seconds since the year 1 and the digits of their fraction: datetime does not support nanoseconds, or offsets in the first hours."""
    if text is None:
        return None
    date, hour, minute, second, fraction, zone = re.fullmatch(r"(.{10})T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)", text).groups()
    offset = 0 if zone == "Z" else int(zone[0] + "1") * (int(zone[1:3]) * 60 + int(zone[4:]))
    days = datetime.date.fromisoformat(date).toordinal()
    return ((days * 24 + int(hour)) * 60 + int(minute) - offset) * 60 + int(second), fraction


def lines(values):
    return "\n".join(values) if values else None


def flag(value):
    return None if value is None else int(value)


with open(os.path.join(os.path.dirname(__file__), "../../Sources/CampusCatalog/Schema/campus-catalog-1.schema.json")) as schema:
    PLACE = json.load(schema)["$defs"]["place"]["properties"]
# The columns of fields of places that are lines of text, by the keys of the fields.
TEXTS = {key: re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", key)
         for key, value in PLACE.items() if key != "name" and value.get("$ref") == "#/$defs/line"}


def meal(entry):
    """The columns about the meal of a menu."""
    return {"place": entry["place"], "date": entry["date"], "meal": entry["meal"]["kind"], "meal_name": entry["meal"].get("name"),
            "starts": entry["meal"].get("from"), "ends": entry["meal"].get("to")}


def number(text):
    return None if text is None else float(text)


def dishes(entry):
    """The rows of a menu in dishes, diets, allergens and prices."""
    found = {"dishes": [], "diets": [], "allergens": [], "prices": []}
    all_dishes = [(section.get("name"), dish) for section in entry.get("sections", []) for dish in section["dishes"]]
    for position, (section, dish) in enumerate(all_dishes, 1):
        key = {"id": entry["id"], "dish": position}
        columns = {"price": None, "price_student": None, "price_employee": None, "price_guest": None, "price_pupil": None}
        prices, more = dish.get("prices", []), []
        for price in prices:
            column = f"price_{price['role']}" if "role" in price else "price"
            if columns[column] is None and all(price.get(part) == prices[0].get(part) for part in ("currency", "per", "base")):
                columns[column] = float(price["amount"])
            else:
                per = price.get("per")
                parts = [price.get("role"), price["amount"], price["currency"], per and f"per {per['amount']} {per['unit']}",
                         f"plus {price['base']}" if "base" in price else None]
                more.append(" ".join(part for part in parts if part))
        first = prices[0] if prices else {}
        allergens = [allergen["code"] + (f": {allergen['detail']}" if "detail" in allergen else "") for allergen in dish.get("allergens", [])]
        found["dishes"].append(
            {"id": entry["id"], "position": position, "campus": entry["campus"]} | meal(entry)
            | {"section": section, "name": dish["name"], "notes": lines(dish.get("notes")), "diets": lines(dish.get("diets")),
               "allergens": lines(allergens), "allergens_stated": int(dish["allergensStated"] and "coveredAllergens" not in entry),
               "covered_allergens": lines(entry.get("coveredAllergens")) if dish["allergensStated"] else None, "labels": lines(dish.get("labels"))}
            | columns | {"currency": first.get("currency"), "per_amount": number(first.get("per", {}).get("amount")),
                         "per_unit": first.get("per", {}).get("unit"), "base": number(first.get("base")), "more_prices": lines(more)})
        found["diets"] += [key | {"position": place, "diet": diet} for place, diet in enumerate(dish.get("diets", []), 1)]
        found["allergens"] += [key | {"position": place, "code": allergen["code"], "detail": allergen.get("detail")}
                               for place, allergen in enumerate(dish.get("allergens", []), 1)]
        found["prices"] += [
            key | {"position": place, "role": price.get("role"), "amount": float(price["amount"]), "currency": price["currency"],
                   "per_amount": number(price.get("per", {}).get("amount")), "per_unit": price.get("per", {}).get("unit"),
                   "base": number(price.get("base"))} for place, price in enumerate(prices, 1)]
    return found


def check_dishes(database, catalog, zones):
    expected = {}
    for entry in catalog["entries"]:
        for name, rows in dishes(entry).items():
            for row in rows:
                if name == "dishes":
                    row["time_zone"] = zones.get(entry["campus"])
            expected.setdefault(name, []).extend(rows)
    for name in ("dishes", "diets", "allergens", "prices"):
        order = "id, position" if name == "dishes" else "id, dish, position"
        found = table(database, f"SELECT * FROM {name} ORDER BY {order}")
        rows = expected.get(name, [])
        expect(f"the number of {name}", len(found), len(rows))
        for row, values in zip(found, rows):
            expect(f"{name} {values['id']}", row, values)


def expected_row(entry, number, zones):
    """The row of an entry in the table of its kind, except opening_hours."""
    links = {}
    for link in entry.get("links", []):
        links.setdefault(link["rel"], link["href"])
    shared = {
        "description": entry.get("description"), "notice": entry.get("notice"), "tags": lines(entry.get("tags")),
        "labels": lines(entry.get("labels")), "website": links.get("website"), "aliases": lines(entry.get("aliases")),
        "time_zone": entry.get("hours", {}).get("zone", zones.get(entry["campus"]))}
    row = {"number": number, "id": entry["id"], "campus": entry["campus"]}
    if entry["kind"] == "quote":
        return row | {"text": entry["text"], "author": entry.get("author")} | shared
    if entry["kind"] == "menu":
        return row | meal(entry) | shared
    row["name"] = entry["name"]
    location = entry.get("location", {})
    if entry["kind"] in ("place", "event"):
        row |= {name: location.get(name) for name in ("building", "abbreviation", "room", "address", "region", "latitude", "longitude")}
        row["on_campus"] = flag(location.get("onCampus"))
        row["hours"] = "known" if entry.get("hours", {}).get("layers") else "all day" if entry["kind"] == "event" and "hours" not in entry else "unknown"
    if entry["kind"] == "place":
        contact = entry.get("contact", {})
        row |= {"category": entry["category"]} | {column: entry.get(key) for key, column in TEXTS.items()}
        row |= {"phone": contact.get("phone"), "email": contact.get("email"), "access": entry.get("access"), "part_of": entry.get("partOf")}
        row |= {"menu": links.get("menu"), "order": links.get("order")}
        row["photo"] = next((image["href"] for image in entry.get("images", []) if image["role"] == "photo"), None)
    elif entry["kind"] == "event":
        venue = entry.get("venue", {})
        row |= {"start_date": entry["startDate"], "end_date": entry["endDate"], "city": venue.get("city"), "state": venue.get("state")}
        row |= {"state_code": venue.get("stateCode"), "login_required": flag(entry.get("loginRequired")), "online": flag(entry.get("online"))}
        row |= {name: entry.get(name) for name in ("status", "organizer", "cost")} | {"registration": links.get("registration")}
        row |= {"end_unknown": flag(entry.get("endUnknown", False)), "audience": lines(entry.get("audience"))}
    else:
        row |= {"severity": entry["severity"], "starts_at": entry.get("startsAt"), "ends_at": entry.get("endsAt")}
    return row | shared


def check_occurrences(entry, rows):
    """The rows of a day are those whose dates include it and whose weekday is the day's."""
    if not entry.get("hours", {}).get("layers"):
        return expect(f"occurrences of {entry['id']}", rows, [])
    for row in rows:
        expect(f"occurrences of {entry['id']}", [row["campus"], row["name"], row["time_zone"]], [entry["campus"], entry["name"], entry["hours"]["zone"]])
        expect(f"minutes of {entry['id']}", [row["starts_minutes"], row["ends_minutes"]], [minutes(row["starts"]), minutes(row["ends"])])
    for day in interesting_days(entry["hours"]):
        text = day.isoformat()
        found = [(row["starts"], row["ends"], row["label"]) for row in rows
                 if (row["from_date"] or "") <= text <= (row["to_date"] or "9999-12-31") and row["weekday"] in (None, WEEK[day.weekday()])]
        known = plan(entry["hours"], day, [])
        expect(f"occurrences of {entry['id']} on {text}", found, [(None, None, None)] if known == "unknown" else [service(values) for values in known])


LISTS = {
    "tags": lambda entry: [(tag,) for tag in entry.get("tags", [])],
    "labels": lambda entry: [(label,) for label in entry.get("labels", [])],
    "aliases": lambda entry: [(alias,) for alias in entry.get("aliases", [])],
    "links": lambda entry: [(link["rel"], link["href"]) for link in entry.get("links", [])],
    "images": lambda entry: [(image["role"], image["href"]) for image in entry.get("images", [])],
    "sources": lambda entry: [(source["feed"], source["record"]) for source in entry.get("sources", [])],
}


def check_entries(database, catalog):
    zones = {campus["id"]: campus.get("timeZone") for campus in catalog["campuses"]}
    numbers = {entry["id"]: number for number, entry in enumerate(catalog["entries"], 1)}
    expect("entries", database.execute("SELECT number, id, kind, campus, name FROM entries").fetchall(),
           [(numbers[entry["id"]], entry["id"], entry["kind"], entry["campus"], entry.get("name")) for entry in catalog["entries"]])
    for kind in ("place", "event", "alert", "quote", "menu"):
        found = table(database, f"SELECT * FROM {kind}s ORDER BY number")
        expected = [expected_row(entry, numbers[entry["id"]], zones) for entry in catalog["entries"] if entry["kind"] == kind]
        for row in found:
            row.pop("opening_hours", None)
        for row in found + expected:
            if kind == "alert":
                row |= {name: instant(row[name]) for name in ("starts_at", "ends_at")}
        expect(f"the number of {kind}s", len(found), len(expected))
        for row, values in zip(found, expected):
            expect(f"{kind} {values['id']}", row, values)
    check_dishes(database, catalog, zones)
    for name, values in LISTS.items():
        expected = [(entry["id"], position, *value) for entry in catalog["entries"] for position, value in enumerate(values(entry), 1)]
        expect(name, database.execute(f"SELECT * FROM {name} ORDER BY id, position").fetchall(), sorted(expected, key=lambda row: (row[0].encode(), row[1])))
    dates = {id: datetime.date.fromisoformat(date) for id, date in database.execute("SELECT id, local_date FROM campuses")}
    rows = {}
    for row in table(database, "SELECT * FROM hours ORDER BY id, position"):
        rows.setdefault(row["id"], []).append(row)
    for entry in catalog["entries"]:
        if entry["kind"] == "place":
            check_hours(entry, rows.pop(entry["id"], []))
            if dates[entry["campus"]].year < 9999:
                week = table(database, "SELECT * FROM open_hours WHERE id = '%s' ORDER BY date" % entry["id"].replace("'", "''"))
                check_week(entry, week, dates[entry["campus"]])
    expect("hours of other places", rows, {})
    rows = {}
    for row in table(database, "SELECT * FROM occurrences ORDER BY id, position"):
        rows.setdefault(row["id"], []).append(row)
    for entry in catalog["entries"]:
        if entry["kind"] == "event":
            check_occurrences(entry, rows.pop(entry["id"], []))
    expect("occurrences of other events", rows, {})


def check_header(database, catalog):
    about = dict(database.execute("SELECT key, value FROM about"))
    expect("schema", about["schema"], "campus-database/1")
    expect("generated_at", about["generated_at"], catalog["generatedAt"])
    for name, columns in {
        "campuses": {"id": "id", "name": "name", "time_zone": "timeZone", "country": "country"},
        "feeds": {"id": "id", "campus": "campus", "adapter": "adapter", "url": "url", "license": "license", "outcome": "outcome", "reason": "reason",
                  "fetched_at": "fetchedAt", "checked_at": "checkedAt", "entries": "entries", "rejected": "rejected"},
    }.items():
        expected = [{column: value.get(key) for column, key in columns.items()} for value in catalog[name]]
        # Entries may come from feeds and campuses that the lists lack.
        known = {value["id"] for value in catalog[name]}
        found = [row for row in table(database, f"SELECT {', '.join(columns)} FROM {name} ORDER BY id") if row["id"] in known]
        expect(name, found, sorted(expected, key=lambda value: value["id"].encode()))
    missing = sorted(feed["id"] for feed in catalog["feeds"] if feed["outcome"] in ("absent", "disabled"))
    expect("missing_feeds", [row[0] for row in database.execute("SELECT id FROM missing_feeds ORDER BY id")], missing)


# Searches

def folded_words(text):
    """The words of a text as the tokenizer unicode61 finds them, without case and accents."""
    text = "".join(character for character in unicodedata.normalize("NFD", text) if not unicodedata.combining(character))
    return {word.lower() for word in re.findall(r"[^\W_]+", text)}


def check_searches(database, catalog, rng):
    texts = {}
    for entry in catalog["entries"]:
        location, isQuote = entry.get("location", {}), entry["kind"] == "quote"
        values = [entry.get("author") if isQuote else entry.get("name"), entry.get("text") if isQuote else entry.get("description")]
        values += [dish["name"] for section in entry.get("sections", []) for dish in section["dishes"]]
        values += [entry.get("notice"), location.get("building"), location.get("abbreviation"), *entry.get("tags", []), *entry.get("labels", [])]
        texts[entry["id"]] = set().union(*(folded_words(value) for value in values if value))
    words = sorted(set().union(*texts.values()))
    for word in rng.sample(words, min(20, len(words))):
        sql = "SELECT id FROM entries JOIN entries_fts ON entries_fts.rowid = number WHERE entries_fts MATCH ?"
        # In upper case, unless that would be another word: SS for ß.
        asked = word.upper() if word.upper().lower() == word else word
        found = {row[0] for row in database.execute(sql, [f'"{asked}"'])}
        expect(f"entries with {word}", found, {id for id, known in texts.items() if word in known})
    places = [entry for entry in catalog["entries"] if entry["kind"] == "place" and "latitude" in entry.get("location", {})]
    query = dict(database.execute("SELECT name, sql FROM examples"))["box"]
    for _ in range(20):
        south, north = sorted(rng.uniform(-90, 90) for _ in range(2))
        west, east = sorted(rng.uniform(-180, 180) for _ in range(2))
        if places and rng.random() < 0.3:  # a place on the edge
            location = rng.choice(places)["location"]
            south, west = location["latitude"], location["longitude"]
        edges = {"38.82": south, "38.84": north, "-77.32": west, "-77.30": east}
        sql = re.sub("|".join(edges), lambda match: repr(edges[match[0]]), query)
        expected = [entry["id"] for entry in places
                    if south <= entry["location"]["latitude"] <= north and west <= entry["location"]["longitude"] <= east]
        expect(f"places in {south}, {west}, {north}, {east}", [row[0] for row in database.execute(sql)], expected)


def check_csv(database, folder):
    names = dict(database.execute("SELECT id, name FROM places"))
    for name in ("places", "hours", "events", "occurrences", "alerts", "quotes", "menus", "dishes"):
        with open(os.path.join(folder, name + ".csv"), encoding="utf-8", newline="") as file:
            found = [{key: value for key, value in row.items() if key not in ("feeds", "feed_urls", "licenses", "changed_at", "missing_feeds")}
                     for row in csv.DictReader(file)]
        rows = table(database, f"SELECT * FROM {name} ORDER BY {'id, position' if name in ('hours', 'occurrences', 'dishes') else 'number'}")
        expect(f"the number of rows in {name}.csv", len(found), len(rows))
        for left, right in zip(found, rows):
            right = {key: value for key, value in right.items() if key not in ("number", "position")}
            if name in ("menus", "dishes"):
                values = list(right.items())
                place = 1 + list(right).index("place")
                right = dict(values[:place] + [("place_name", names.get(right["place"]))] + values[place:])
            expect(f"the columns of {name}.csv", list(left), list(right))
            for key, text in left.items():
                value = right[key]
                if key in ("on_campus", "login_required", "online", "end_unknown", "allergens_stated") and value is not None:
                    value = ["false", "true"][value]
                if isinstance(value, float):
                    text, value = float(text), value
                elif isinstance(value, str) and value[0] in "=+-@'":
                    value = "'" + value
                expect(f"{key} of {left['id']} in {name}.csv", text, "" if value is None else str(value) if isinstance(value, int) else value)


def check_states(database, file):
    query = dict(database.execute("SELECT name, sql FROM examples"))["open at a moment"]
    seen = set()
    for line in open(file, encoding="utf-8"):
        case = json.loads(line)
        sql = query.replace("('2026-11-22', '01:30')", f"('{case['date']}', '{case['time']}')")
        expect(f"the query has a moment", sql != query or case["time"] == "01:30", True)
        found = {row[0]: row[2] for row in database.execute(sql)}
        expect(f"the places at {case['date']} {case['time']}", sorted(found), sorted(case["states"]))
        for id, state in case["states"].items():
            seen.add(state)
            expect(f"{id} at {case['date']} {case['time']}", found.get(id), state)
    expect("the states that occur", sorted(seen), ["closed", "open", "unknown"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("catalog")
    parser.add_argument("--csv")
    parser.add_argument("--states")
    arguments = parser.parse_args()
    database = sqlite3.connect(f"file:{arguments.database}?mode=ro", uri=True)
    with open(arguments.catalog, encoding="utf-8") as file:
        catalog = json.load(file)
    check_file(database, arguments.database)
    check_header(database, catalog)
    check_entries(database, catalog)
    check_searches(database, catalog, random.Random(catalog["contentHash"]))
    for name, sql in database.execute("SELECT name, sql FROM examples").fetchall():
        try:
            database.execute(sql).fetchall()
        except sqlite3.Error as error:
            failures.append(f"the example {name}: {error}")
    if arguments.csv:
        check_csv(database, arguments.csv)
    if arguments.states:
        check_states(database, arguments.states)
    print("\n".join(failures[:20]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
