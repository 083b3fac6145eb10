#!/usr/bin/env python3
"""Read exports with third-party programs and compare them with the catalog.

usage: check_exports.py CATALOG FOLDER

FOLDER has the catalog in each format, as Scripts/check-exports writes them: catalog.json, catalog.geojson …, places.csv, hours.csv …
Exit 0: equal, 1: differences. Needs: Python 3.11, geojson, csvkit, pyld, pyarrow, html5lib, cmarkgfm, lxml, phonenumbers, rnc2rng.
"""
import datetime as dt, json, pathlib, random, re, subprocess, sys, zoneinfo

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import agate, cmarkgfm, geojson, html5lib, lxml.etree, phonenumbers, pyarrow.parquet
from check_calendar import Place, utc
from check_diff import atom_grammar
from hours_oracle import DAY, WEEK, Hours, day_of, text_of
from pyld import jsonld

# The reader would round coordinates.
geojson.geometry.DEFAULT_PRECISION = 17
problems = []
# Those of Sources/CatalogExport/Phone/numbering-plans.txt.
COUNTRY_CODES = {1, 32, 33, 34, 39, 43, 44, 45, 49, 60, 61, 358}
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def check(condition, *what):
    if not condition:
        problems.append(" ".join(str(part)[:300] for part in what))


def equal(what, found, expected):
    check(found == expected, f"{what}: expected {expected!r}, found {found!r}")


def check_sources(what, sources, missing, catalog):
    equal(f"{what} sources", [(source["feed"], source.get("url"), source.get("license"), source.get("fetchedAt")) for source in sources],
          [(feed["id"], feed.get("url"), feed.get("license"), feed.get("fetchedAt")) for feed in catalog["feeds"]])
    equal(f"{what} missing", missing, [feed["id"] for feed in catalog["feeds"] if feed["outcome"] in ("absent", "disabled")])


def check_json(catalog, folder):
    entries = [json.loads(line) for line in (folder / "catalog.ndjson").read_bytes().split(b"\n") if line]
    equal("ndjson", entries, catalog["entries"])
    document = json.loads((folder / "catalog.json").read_bytes())
    equal("json", {key: document[key] for key in document if key != "contentHash"}, {key: catalog[key] for key in catalog if key != "contentHash"})


def check_geojson(catalog, folder):
    text = (folder / "catalog.geojson").read_text()
    collection = geojson.loads(text)
    check(collection.is_valid, "geojson:", collection.errors())
    check_sources("geojson", collection["sources"], collection["missing"], catalog)
    places = [entry for entry in catalog["entries"] if entry["kind"] == "place" or entry["kind"] == "event" and "latitude" in entry.get("location", {})]
    equal("geojson ids", [feature["id"] for feature in collection["features"]], [place["id"] for place in places])
    positions = []
    countries = {campus["id"]: campus.get("country") for campus in catalog["campuses"]}
    for feature, place in zip(collection["features"], places):
        location, properties = place.get("location", {}), feature["properties"]
        position = [location["longitude"], location["latitude"]] if "latitude" in location else None
        equal(f"geojson {place['id']}", feature["geometry"] and [feature["geometry"]["type"], list(feature["geometry"]["coordinates"])],
              position and ["Point", position])
        positions += [position] if position else []
        if place["kind"] == "event":
            for key in ("name", "startDate", "endDate", "status", "organizer", "cost", "tags"):
                equal(f"geojson {place['id']} {key}", properties.get(key), place.get(key))
            continue
        for key, expected in [("name", place["name"]), ("addr:full", location.get("address")), ("addr:housename", location.get("building")),
                              ("description", "\n".join(text for text in (place.get("notice"), place.get("description")) if text) or None),
                              ("tags", place.get("tags")), ("categoryLabel", place.get("categoryLabel")),
                              ("hours", "known" if place.get("hours", {}).get("layers") else "unknown")]:
            equal(f"geojson {place['id']} {key}", properties.get(key), expected)
        check_phone(place, properties, countries.get(place["campus"]))
    if positions:
        longitudes, latitudes = zip(*positions)
        equal("geojson bbox", list(collection["bbox"]), [min(longitudes), min(latitudes), max(longitudes), max(latitudes)])
    else:
        check("bbox" not in collection, "geojson: a box without positions")


def check_phone(place, properties, country):
    """A number in international form is the number that phonenumbers reads in the original text with the country."""
    text, phone = place.get("contact", {}).get("phone"), properties.get("phone")
    equal(f"geojson {place['id']} phoneText", properties.get("phoneText"), None if phone else text)
    check(phone or "usual" not in place.get("tags", []), f"geojson {place['id']}: no phone for {text!r}")
    if not phone:
        return
    check(phone.startswith("+"), f"geojson {place['id']}: {phone!r} is not in international form")
    try:
        original, found = phonenumbers.parse(text, country), phonenumbers.parse(phone, None)
    except phonenumbers.NumberParseException as error:
        # A country code that does not exist stays as the feed states it.
        digits = lambda text: re.sub(r"[^0-9+]", "", text)
        return check("Could not interpret numbers after plus-sign" in str(error) and digits(text) == digits(phone),
                     f"geojson {place['id']}: {text!r} is {phone!r}, but {error}")
    form = lambda number: (phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164), number.extension)
    equal(f"geojson {place['id']} phone of {text!r} in {country}", form(found), form(original))
    # Numbers of countries that are not in the table stay as the feed states them.
    check(found.country_code not in COUNTRY_CODES or phonenumbers.is_possible_number(found), f"geojson {place['id']}: {phone!r} of {text!r} is not possible")


def cells(path):
    """The rows as csvkit reads them, with the guard against formulas removed; none for a table without rows, which has no file."""
    if not path.exists():
        return []
    data = path.read_bytes()
    check(data.count(b"\n") == 0 or data.endswith(b"\r\n"), f"{path.name}: lines do not end with CRLF")
    done = subprocess.run([str(pathlib.Path(sys.executable).parent / "csvclean"), "--enable-all-checks", str(path)], capture_output=True, text=True)
    # An empty column is not an error here: other catalogs have values in it.
    errors = [line for line in done.stderr.splitlines() if line and not line.startswith("line_number") and "Empty columns" not in line]
    check(not errors, f"{path.name}: csvclean says", errors[:2])
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(agate.csv.DictReader(file))
    for row in rows:
        for key, cell in row.items():
            is_number = key in ("latitude", "longitude")
            check(is_number or cell[:1] not in tuple("=+-@\t\r"), f"{path.name} {key}: a formula: {cell!r}")
            row[key] = cell[1:] if cell.startswith("'") else cell
    return rows


def check_csv(catalog, folder):
    feeds = {feed["id"]: feed for feed in catalog["feeds"]}
    zones = {campus["id"]: campus.get("timeZone", "") for campus in catalog["campuses"]}
    missing = "\n".join(feed["id"] for feed in catalog["feeds"] if feed["outcome"] in ("absent", "disabled"))

    def common(row, entry, table):
        expected = {"id": entry["id"], "campus": entry["campus"], "name": entry["name"], "missing_feeds": missing}
        if table != "hours":
            expected |= {"description": entry.get("description", ""), "notice": entry.get("notice", ""), "tags": "\n".join(entry.get("tags", [])),
                         "labels": "\n".join(entry.get("labels", []))}
        if len(entry["sources"]) == 1 and entry["sources"][0]["feed"] in feeds:
            feed = feeds[entry["sources"][0]["feed"]]
            expected |= {"feeds": feed["id"], "feed_urls": feed.get("url", ""), "licenses": feed.get("license", ""), "changed_at": ""}
        if table != "hours":
            expected["time_zone"] = entry.get("hours", {}).get("zone") or zones[entry["campus"]]
        for key, value in expected.items():
            equal(f"csv {table} {entry['id']} {key}", row[key], value)

    for table, kind in ("places", "place"), ("events", "event"), ("alerts", "alert"):
        rows = cells(folder / f"{table}.csv")
        entries = [entry for entry in catalog["entries"] if entry["kind"] == kind]
        equal(f"csv {table} ids", [row["id"] for row in rows], [entry["id"] for entry in entries])
        for row, entry in zip(rows, entries):
            common(row, entry, table)
            location = entry.get("location", {})
            own = {"place": {"building": location.get("building", ""), "address": location.get("address", ""), "latitude": location.get("latitude", ""),
                             "longitude": location.get("longitude", ""), "phone": entry.get("contact", {}).get("phone", ""),
                             "category_label": entry.get("categoryLabel", "")},
                   "event": {"start_date": entry.get("startDate"), "end_date": entry.get("endDate"), "city": entry.get("venue", {}).get("city", "")},
                   "alert": {"severity": entry.get("severity")}}[kind]
            for key, value in own.items():
                found = row[key]
                equal(f"csv {table} {entry['id']} {key}", float(found) if isinstance(value, (int, float)) and found else found, value)
    rows = {}
    for row in cells(folder / "hours.csv"):
        rows.setdefault(row["id"], []).append(row)
    for entry in catalog["entries"]:
        if entry["kind"] == "place":
            check(entry["id"] in rows, f"csv hours {entry['id']}: no row")
            for row in rows.get(entry["id"], []):
                common(row, entry, "hours")
            check_hour_rows(entry, rows.get(entry["id"], []))


def days_to_ask(entry, hours):
    now = day_of("2026-11-21")
    pick = random.Random(entry["id"])
    near = {edge + shift for edge in hours.edges for shift in (-1, 0, 1)}
    return sorted(day for day in near | {now + pick.randint(-30, 400) for _ in range(20)} if day_of("2016-01-10") < day < day_of("2045-12-01"))


def check_hour_rows(entry, rows):
    hours = Hours(entry["hours"])
    for day in days_to_ask(entry, hours):
        date, weekday = text_of(day), WEEK[(day + 3) % 7]
        valid = [row for row in rows if (row["from_date"] or "0") <= date <= (row["to_date"] or "9999-99") and row["weekday"] in ("", weekday)]
        plan = hours.plan(day)
        states = {row["state"] for row in valid}
        equal(f"csv hours {entry['id']} {date} state", states, {"unknown"} if plan is None else {"open"} if plan else {"closed"})
        services = [(Hours.service(row["opens"], row["closes"])[:2] + (row["label"] or None,)) for row in valid if row["state"] == "open"]
        equal(f"csv hours {entry['id']} {date}", sorted(services, key=str), sorted(plan or [], key=str))


def check_jsonld(catalog, folder):
    text = (folder / "catalog.jsonld").read_text()
    check("<" not in text, "jsonld: < is not escaped")
    document = json.loads(text)
    check_linked_menus(catalog, document)
    document["@graph"] = [node for node in document["@graph"] if not isinstance(node.get("hasMenu"), dict)]
    nodes = {node["@id"]: node for node in document["@graph"]}
    equal("jsonld ids", list(nodes), ["#catalog"] + ["#" + entry["id"] for entry in catalog["entries"] if entry["kind"] != "menu"])
    about = nodes["#catalog"]
    equal("jsonld feeds", [(feed["identifier"], feed.get("url"), feed.get("license", {}).get("text"), feed.get("dateModified")) for feed in about["isBasedOn"]],
          [(feed["id"], feed.get("url"), feed.get("license"), feed.get("fetchedAt")) for feed in catalog["feeds"]])
    for feed in catalog["feeds"]:
        check(feed["outcome"] not in ("absent", "disabled") or feed["id"] in about["description"], "jsonld: missing feed", feed["id"])
    # The context of schema.org, without fetching it: all terms are in its vocabulary.
    document["@context"] = {"@vocab": "https://schema.org/"}
    expanded = {node["@id"]: node for node in jsonld.expand(document, {"base": "https://example.edu/page"})}
    for entry in catalog["entries"]:
        if entry["kind"] == "menu":
            continue
        node = expanded[f"https://example.edu/page#{entry['id']}"]
        for key in ("name", "description", "text") if entry["kind"] == "quote" else ("name", "description") if entry["kind"] != "alert" else ("name",):
            found = node.get(f"https://schema.org/{key}", [{}])[0].get("@value")
            equal(f"jsonld {entry['id']} {key}", found, entry.get(key))
        if entry["kind"] == "place":
            check_linked_hours(entry, nodes["#" + entry["id"]])
        if entry["kind"] == "event" and entry.get("hours", {}).get("layers"):
            check_linked_times(entry, nodes["#" + entry["id"]])


def dates(catalog):
    """The date on the clock of each campus."""
    moment = dt.datetime.fromisoformat(catalog["generatedAt"])
    return {campus["id"]: moment.astimezone(zoneinfo.ZoneInfo(campus.get("timeZone", "UTC"))).date().isoformat() for campus in catalog["campuses"]}


def check_linked_menus(catalog, document):
    """The menus from the day of the catalog on, as properties of their places once the nodes of a place are merged."""
    today = dates(catalog)
    expected = [entry for entry in catalog["entries"] if entry["kind"] == "menu" and entry["date"] >= today[entry["campus"]]]
    found = {node["hasMenu"]["@id"]: node["hasMenu"] for node in document["@graph"] if isinstance(node.get("hasMenu"), dict)}
    equal("jsonld menus", list(found), ["#" + entry["id"] for entry in expected])
    terms = "https://schema.org/"
    merged = {node["@id"]: node for node in jsonld.flatten(document | {"@context": {"@vocab": terms}}, None, {"base": "https://example.edu/page"})}
    diets = {"vegan": ["VeganDiet", "VegetarianDiet"], "vegetarian": ["VegetarianDiet"], "halal": ["HalalDiet"], "kosher": ["KosherDiet"],
             "gluten-free": ["GlutenFreeDiet"]}
    for entry in expected:
        menus = [menu.get("@id") for menu in merged[f"https://example.edu/page#{entry['place']}"][terms + "hasMenu"]]
        check(f"https://example.edu/page#{entry['id']}" in menus, f"jsonld {entry['id']}: its place does not have it")
        sections = found["#" + entry["id"]]["hasMenuSection"]
        equal(f"jsonld {entry['id']} sections", [section.get("name") for section in sections], [section.get("name") for section in entry["sections"]])
        for section, values in zip(sections, entry["sections"]):
            equal(f"jsonld {entry['id']} dishes", [dish["name"] for dish in section["hasMenuItem"]], [dish["name"] for dish in values["dishes"]])
            for item, dish in zip(section["hasMenuItem"], values["dishes"]):
                names = {terms + name for diet in dish.get("diets", []) for name in diets.get(diet, [])}
                equal(f"jsonld {entry['id']} diets", set(item.get("suitableForDiet", [])), names)
                for offer, price in zip(item.get("offers", []), dish.get("prices", []), strict=True):
                    amounts = re.findall(r'"price": "([^"]+)", "priceCurrency": "([^"]+)"', json.dumps(offer))
                    equal(f"jsonld {entry['id']} price", [offer.get("category"), *amounts],
                          [price.get("role"), *((price[key], price["currency"]) for key in ("base", "amount") if key in price)])
                for allergen in dish.get("allergens", []):
                    check(allergen["code"] in item["description"] and allergen.get("detail", "") in item["description"], f"jsonld {entry['id']}: no {allergen}")


def check_linked_hours(entry, node):
    """The minutes of some days according to schema.org; None if it has none."""
    hours = Hours(entry["hours"])
    regular, special = node.get("openingHoursSpecification", []), node.get("specialOpeningHoursSpecification", [])

    def services(day):
        date, weekday = text_of(day), "https://schema.org/" + WEEKDAYS[(day + 3) % 7]
        valid = lambda rules: [rule for rule in rules if rule.get("validFrom", "0") <= date <= rule.get("validThrough", "9999-99")]
        named = lambda rules: [rule for rule in rules if weekday in rule["dayOfWeek"]]
        rules = named(valid(special))
        if not rules:
            # A weekday that valid regular hours do not name is closed.
            if not valid(regular):
                return None
            rules = named(valid(regular))
        found = []
        for rule in rules:
            opens, closes = (int(rule[key][:2]) * 60 + int(rule[key][3:]) for key in ("opens", "closes"))
            if opens != closes:
                found.append((opens, closes + DAY if closes < opens else closes, rule.get("name")))
        return sorted(found, key=str)

    for day in days_to_ask(entry, hours):
        plan, found = hours.plan(day), services(day)
        if found is None:
            # Only the coming weeks of weeks with unknown days are written.
            layers = [layer for layer in entry["hours"]["layers"] if "unknown" in layer.get("week", {}).values()]
            check(plan is None or layers, f"jsonld {entry['id']} {text_of(day)}: nothing is said, expected {plan}")
        else:
            # 24 hours are written as a minute less.
            expected = None if plan is None else sorted([(opens, closes - (closes - opens == DAY), label) for opens, closes, label in plan], key=str)
            # Hours that replace others have the end of the night before.
            nights = [(max(opens - DAY, 0), closes - DAY, label) for opens, closes, label in hours.plan(day - 1) or [] if closes > DAY]
            if found != expected and expected is not None:
                for night in nights:
                    if night in found:
                        found.remove(night)
            equal(f"jsonld {entry['id']} {text_of(day)}", found, expected)


def check_linked_times(entry, node):
    """The occurrences that begin on some days according to schema.org. An event with one occurrence has no schedule."""
    event = Place(entry, 2026)
    clock, rules = event.clock, node.get("eventSchedule", [])
    if not rules:
        return

    def minutes(text):
        return int(text[:2]) * 60 + int(text[3:5])

    def length(rule):
        days, hours, rest = re.fullmatch(r"P(\d+)D(?:T(?:(\d+)H)?(?:(\d+)M)?)?", rule.get("duration", "P1D")).groups(default="0")
        return int(days) * DAY + int(hours) * 60 + int(rest)

    def occurrences(day):
        date, weekday = text_of(day), "https://schema.org/" + WEEKDAYS[(day + 3) % 7]
        for rule in rules:
            if not rule.get("startDate", "0") <= date <= rule.get("endDate", "9999-99") or date in rule.get("exceptDate", []):
                continue
            if weekday not in rule.get("byDay", [weekday]):
                continue
            if "startTime" not in rule:
                yield utc(clock.moment(day * DAY)), text_of(day + length(rule) // DAY), entry["name"]
                continue
            opens, closes = minutes(rule["startTime"]), minutes(rule.get("endTime", "00:00"))
            closes = opens + length(rule) if "duration" in rule else closes + DAY if closes <= opens else closes
            start, stop = clock.moment(day * DAY + opens), clock.moment(day * DAY + closes)
            if start < stop:
                yield utc(start), utc(stop), entry["name"]

    for day in days_to_ask(entry, event.hours):
        begin, end = (clock.moment(number * DAY) for number in (day, day + 1))
        found = [span for number in (day - 1, day, day + 1) for span in occurrences(number) if utc(begin) <= span[0] < utc(end)]
        equal(f"jsonld {entry['id']} {text_of(day)}", sorted(set(found), key=str), event.occurrences(utc(begin), utc(end)))


def check_parquet(catalog, folder):
    """The columns of the file made from the catalog, and of the one made from NDJSON, as Arrow reads them."""
    table = pyarrow.parquet.read_table(folder / "catalog.parquet")
    check(table.equals(pyarrow.parquet.read_table(folder / "entries.parquet")), "parquet: NDJSON gives another table")
    metadata = {key.decode(): value.decode() for key, value in (pyarrow.parquet.read_metadata(folder / "catalog.parquet").metadata or {}).items()}
    check_sources("parquet", [{"feed": feed.pop("id"), **feed} for feed in json.loads(metadata["feeds"])], json.loads(metadata["missingFeeds"]), catalog)
    equal("parquet generatedAt", metadata["generatedAt"], catalog["generatedAt"])
    rows = table.to_pylist()
    equal("parquet ids", [row["id"] for row in rows], [entry["id"] for entry in catalog["entries"]])
    plain = ("kind", "campus", "name", "category", "categoryLabel", "description", "notice", "loginRequired", "severity", "text", "author", "access", "partOf", "status",
             "organizer", "cost", "online", "endUnknown")
    for row, entry in zip(rows, catalog["entries"]):
        expected = {name: entry.get(name) for name in plain}
        expected |= {name: entry.get(name) for name in ("aliases", "tags", "labels", "sources")}
        expected |= {name: entry.get("location", {}).get(name) for name in ("address", "building", "abbreviation", "region", "onCampus", "latitude", "longitude")}
        expected |= {"phone": entry.get("contact", {}).get("phone"), "email": entry.get("contact", {}).get("email")}
        expected |= {name: entry.get("venue", {}).get(name) for name in ("city", "state", "stateCode")}
        expected |= {name: entry.get(name) and dt.date.fromisoformat(entry[name]) for name in ("startDate", "endDate")}
        expected |= {name: entry.get(name) and dt.datetime.fromisoformat(entry[name]) for name in ("startsAt", "endsAt")}
        for name, value in expected.items():
            equal(f"parquet {entry['id']} {name}", row[name], value)
        equal(f"parquet {entry['id']} hours", row["hours"] and json.loads(row["hours"]), entry.get("hours"))
        equal(f"parquet {entry['id']} links", [link["href"] for link in row["links"] or []], [link["href"] for link in entry.get("links", [])])


def check_parquet_dishes(catalog, folder):
    """A row for each dish, with the values of the catalog; absent lists are null."""
    names = {entry["id"]: entry["name"] for entry in catalog["entries"] if entry["kind"] == "place"}
    expected = []
    for entry in catalog["entries"]:
        dishes = [(section.get("name"), dish) for section in entry.get("sections", []) for dish in section["dishes"]]
        for position, (section, dish) in enumerate(dishes, 1):
            meal = entry["meal"]
            allergens = [{"code": allergen["code"], "detail": allergen.get("detail")} for allergen in dish.get("allergens", [])]
            prices = [{key: price.get(key) for key in ("role", "amount", "currency", "per", "base")} for price in dish.get("prices", [])]
            expected.append({
                "id": entry["id"], "position": position, "campus": entry["campus"], "place": entry["place"], "placeName": names.get(entry["place"]),
                "date": dt.date.fromisoformat(entry["date"]), "meal": meal["kind"], "mealName": meal.get("name"), "starts": meal.get("from"),
                "ends": meal.get("to"), "section": section, "name": dish["name"], "notes": dish.get("notes"), "diets": dish.get("diets"),
                "allergens": allergens or None, "allergensStated": dish["allergensStated"] and "coveredAllergens" not in entry,
                "coveredAllergens": entry.get("coveredAllergens") if dish["allergensStated"] else None, "labels": dish.get("labels"), "prices": prices or None})
    equal("parquet dishes", pyarrow.parquet.read_table(folder / "dishes.parquet").to_pylist(), expected)


def check_document(name, document, catalog):
    """A page must have the names of all places and of the dishes of the day, and nothing that runs or leads anywhere else."""
    texts = {"".join(element.itertext()).strip() for element in document.iter() if element.tag in ("bdi", "td", "th", "a", "strong", "h3", "h4", "p")}
    for entry in catalog["entries"]:
        if entry["kind"] == "place":
            # HTML has no noncharacters.
            check(entry["name"].strip().replace("\U0010ffff", "\ufffd") in texts or entry["name"].strip() in texts, f"{name} {entry['id']}: the name is not there:", repr(entry["name"]))
    today = dates(catalog)
    for entry in (entry for entry in catalog["entries"] if entry["kind"] == "menu" and entry["date"] == today[entry["campus"]]):
        for dish in (dish for section in entry["sections"] for dish in section["dishes"]):
            title = dish["name"].strip()
            check(title.replace("\U0010ffff", "\ufffd") in texts or title in texts, f"{name} {entry['id']}: a dish is not there:", repr(dish["name"]))
    everything = " ".join(document.itertext())
    for feed in catalog["feeds"]:
        check(feed["id"] in everything, f"{name}: the feed {feed['id']} is not named")
    for element in document.iter():
        if not isinstance(element.tag, str):
            continue
        check(element.tag not in ("script", "iframe", "object", "embed", "img", "form", "base"), f"{name}: an element {element.tag}")
        for attribute, value in element.attrib.items():
            check(not attribute.startswith("on"), f"{name}: an attribute {attribute}")
            if attribute in ("href", "src"):
                check(value.startswith(("http://", "https://", "mailto:", "tel:", "#")), f"{name}: a link to {value}")


def check_pages(catalog, folder):
    # The strict parser raises an error for the first thing that is not valid.
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    try:
        check_document("html", parser.parse((folder / "catalog.html").read_text(encoding="utf-8")), catalog)
    except html5lib.html5parser.ParseError as error:
        check(False, "html is not valid:", error, parser.errors[:2])
    markdown = cmarkgfm.github_flavored_markdown_to_html((folder / "catalog.markdown").read_text(encoding="utf-8"), cmarkgfm.cmark.Options.CMARK_OPT_UNSAFE)
    check_document("markdown", html5lib.parse(markdown, namespaceHTMLElements=False), catalog)


def check_atom(catalog, folder):
    """The feed for a catalog in which every entry was renamed: valid by the grammar of RFC 4287, with all names in its titles."""
    document = lxml.etree.parse(folder / "catalog.atom")
    grammar = atom_grammar()
    check(grammar.validate(document), "atom is not valid:", grammar.error_log)
    atom = "{http://www.w3.org/2005/Atom}"
    titles = [title.text for title in document.iterfind(f".//{atom}entry/{atom}title")]
    ids = [id.text for id in document.iterfind(f".//{atom}entry/{atom}id")]
    equal("atom ids", len(set(ids)), len(ids))
    for entry in catalog["entries"]:
        check("name" not in entry or any(entry["name"] in title for title in titles), f"atom {entry['id']}: no title has its name")
    for feed in catalog["feeds"]:
        check(feed["id"] in document.getroot().findtext(f"{atom}subtitle"), f"atom: the feed {feed['id']} is not named")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    catalog, folder = json.load(open(sys.argv[1])), pathlib.Path(sys.argv[2])
    for part in check_json, check_geojson, check_csv, check_jsonld, check_parquet, check_parquet_dishes, check_pages, check_atom:
        part(catalog, folder)
    for problem in problems[:20]:
        print(problem)
    print(f"{len(catalog['entries'])} entries in 8 formats, {len(problems)} differences")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
