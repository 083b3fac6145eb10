#!/usr/bin/env python3
"""Checks the files of the built-in campuses in Campuses/, and prints what is wrong, one problem on each line.

- The schema of registry files, and a name that follows from the campus: Campuses/<country>/<campus>.json.
- The campus has a city, a country and a zone, which is the one at its position (timezonefinder).
- No address is in two feeds. Each host is written in one way, and feeds of a platform are on the platform's host.
- README.md has the number of campuses.
- The tables of codes that feeds name exist, conform to the schema, and are all used.
- Feeds say where their addresses were found; disabled ones say why they are disabled.
- Links are about feeds of the campus, and the menus of each feed that has only menus belong to places of another.

Needs: Python 3.11, jsonschema, timezonefinder.
"""
import datetime
import json
import pathlib
import re
import sys
import urllib.parse

import jsonschema
import timezonefinder

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "Sources/Aggregation/Schema/registry-1.schema.json"
# Their feeds are older than evidence.
WITHOUT_EVIDENCE = {"everywhere", "gmu", "liverpool", "penn"}
# The domains of platforms that nobody hosts themselves.
PLATFORMS = {"dine-on-campus": "dineoncampus.com", "engage": "campuslabs.com", "nutrislice": "api.nutrislice.com"}

# The adapters whose feeds have only menus.
MENUS = {"compass-finland", "crous", "dine-on-campus-menus", "ghent-resto-menus", "kanttiinit", "nutrislice-menus", "openmensa-api", "penn-menus", "purdue",
         "sodexo-finland", "studentenwerk-dresden", "tum-eat-api-menus"}

problems = []


def report(path, text):
    problems.append(f"{path.relative_to(ROOT)}: {text}")


def urls(feed):
    """The addresses of a feed, with their requests."""
    for request, addresses in feed.get("addresses", {}).items():
        for address in addresses if isinstance(addresses, list) else [addresses]:
            yield request, address if isinstance(address, str) else address["url"]


def check_campus(path, campus, finder):
    identifier, country = campus["id"], campus.get("country", "")
    expected = ROOT / "Campuses" / country.lower() / f"{identifier}.json"
    if path != expected:
        report(path, f"the name should be {expected.relative_to(ROOT)}")
    if identifier == "everywhere":
        return
    for key in ("name", "city", "country", "timeZone"):
        if key not in campus:
            report(path, f'the campus has no "{key}"')
    if position := campus.get("location"):
        zone = finder.timezone_at(lat=position["latitude"], lng=position["longitude"])
        if zone != campus.get("timeZone"):
            report(path, f"the zone at the position is {zone}, not {campus.get('timeZone')}")


def check_feed(path, feed, campus, owners, spellings):
    name = feed["id"]
    if name.split("/")[0] != campus:
        report(path, f"{name} is a feed of another campus")
    if not feed.get("enabled", True) and "because" not in feed:
        report(path, f'{name} is disabled without "because"')
    if campus not in WITHOUT_EVIDENCE:
        if not feed.get("evidence"):
            report(path, f"{name} has no evidence")
        for key in ("cadence", "addresses"):
            if key not in feed:
                report(path, f'{name} has no "{key}"')
    for evidence in feed.get("evidence", []):
        if evidence.get("date", "") > datetime.date.today().isoformat():
            report(path, f"the evidence of {name} is from the future")
    for _, url in urls(feed):
        # Places that share a menu have a feed of it each: a menu belongs to one place.
        if (other := owners.setdefault(url, name)) != name and feed["adapter"] not in MENUS:
            report(path, f"{name} and {other} have the same address {url}")
        parts = urllib.parse.urlsplit(url)
        host = parts.netloc.lower()
        spelling = f"{parts.scheme}://{parts.netloc}"
        if (other := spellings.setdefault(host.removeprefix("www."), spelling)) != spelling:
            report(path, f"{name} uses {spelling}, but another feed {other}; a host needs one name, so that it gets one request at a time")
        domain = PLATFORMS.get(feed["adapter"])
        if domain and host != domain and not host.endswith(f".{domain}"):
            report(path, f"{name} is not on {domain}, but on {host}")


def check_links(path, data):
    """Checks the links of places: each record in them is one of a feed in the file."""
    feeds = {feed["id"]: feed["adapter"] for feed in data["feeds"]}
    linked = set()
    for place, *records in (link["place"] for link in data.get("links", []) if "place" in link):
        for record in (place, *records):
            if record.rpartition("/")[0] not in feeds:
                report(path, f"{record} of a link is not in a feed of the file")
        if feeds.get(place.rpartition("/")[0]) in MENUS:
            report(path, f"the first record of a link is a place, but {place} is of a feed that has only menus")
        linked |= {record.rpartition("/")[0] for record in records}
    for feed, adapter in feeds.items():
        if adapter in MENUS and feed not in linked:
            report(path, f"no link says to which places the menus of {feed} belong")


def check_tables(tables, files):
    schema = json.loads(SCHEMA.read_text())
    validator = jsonschema.Draft202012Validator(schema["$defs"]["feed"]["properties"]["codes"] | {"$defs": schema["$defs"]})
    named = set()
    for path in files:
        for feed in json.loads(path.read_text()).get("feeds", []):
            if isinstance(codes := feed.get("codes"), str):
                named.add((path.parent / codes).resolve())
    for path in sorted(named - tables):
        problems.append(f"{path.relative_to(ROOT)} does not exist")
    for path in sorted(tables - named):
        report(path, "no feed has these codes")
    for path in sorted(tables):
        for error in validator.iter_errors(json.loads(path.read_text())):
            report(path, error.message)


def main():
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    finder = timezonefinder.TimezoneFinder()
    tables = set((ROOT / "Campuses/codes").glob("*.json"))
    files = sorted(set((ROOT / "Campuses").rglob("*.json")) - tables)
    check_tables(tables, files)
    owners, spellings, feeds = {}, {}, 0
    for path in files:
        data = json.loads(path.read_text())
        errors = [f"/{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(data)]
        for error in errors:
            report(path, error)
        if errors:
            continue
        if len(data.get("campuses", [])) != 1 or not data.get("feeds"):
            report(path, "a file has one campus, and at least one feed")
            continue
        check_campus(path, data["campuses"][0], finder)
        for feed in data["feeds"]:
            feeds += 1
            check_feed(path, feed, data["campuses"][0]["id"], owners, spellings)
        check_links(path, data)
        if not any(feed.get("enabled", True) for feed in data["feeds"]):
            report(path, "no feed of the campus is read")
    if not files:
        problems.append("Campuses: no files")
    readme = ROOT / "README.md"
    for count in re.findall(r"(\d+) campuses", readme.read_text()):
        if int(count) != len(files):
            report(readme, f"{count} campuses, but there are {len(files)}")
    print("\n".join(problems) if problems else f"{len(files)} campuses with {feeds} feeds", file=sys.stderr if problems else sys.stdout)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
