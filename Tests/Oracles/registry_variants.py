#!/usr/bin/env python3
"""Prints variants of registry files, and whether each is valid by the published JSON Schema.

usage: registry_variants.py SCHEMA

One variant per line: 1 (valid) or 0, a tab, and the document on one line. Variants are small documents in which one value, key or
element was replaced, removed, renamed, repeated or added.

Needs: Python 3.11, jsonschema.
"""
import copy
import json
import re
import sys

import jsonschema

ZONE = "America/New_York"
DOCUMENTS = [
    {"$schema": "x", "campuses": [], "feeds": [], "links": [], "corrections": []},
    {"campuses": [{"id": "new-campus", "name": "New", "city": "Town", "timeZone": ZONE, "country": "US", "location": {"latitude": 1.5, "longitude": -2}}]},
    {"campuses": [{"id": "penn", "name": "Penn", "calendar": [{"name": "Fall", "kind": "term", "from": "2026-08-24", "to": "2026-12-16"}]}]},
    {"feeds": [{"id": "penn/dining", "adapter": "penn", "cadence": "PT15M", "priority": 10, "enabled": True}]},
    {"feeds": [{"id": "penn/dining", "enabled": False, "because": "it is so", "license": "CC0-1.0", "evidence": [
        {"repository": "example/menus", "path": "src/a.ts", "commit": "0db17c2f"}, {"source": "public code", "date": "2026-09-12"}]}]},
    {"feeds": [{"id": "penn/dining", "evidence": [{"repository": "example/menus", "commit": "0db17c2f"}, {"source": "public code"}]}]},
    {"feeds": [{"id": "penn/more", "adapter": "penn", "addresses": {"venues": ["https://a.example/", {"url": "http://b.example/x", "frozen": True}]}}]},
    {"feeds": [{"id": "penn/more", "adapter": "penn", "addresses": {"venues": [
        {"url": "https://a.example/{date}", "days": 3, "missing": "empty"}, "https://b.example/{month:1}/{day:1}"]}}]},
    {"feeds": [{"id": "penn/more", "adapter": "penn", "addresses": {"venues": {"url": "https://a.example/{weekyear+1}/{week+1}", "weeks": 2}}}]},
    {"feeds": [{"id": "penn/dining", "addresses": {"venues": "https://a.example/"}, "headers": {"X-Key": "a ${TOKEN}"}}]},
    {"feeds": [{"id": "penn/dining", "limits": {"connect": "PT5S", "firstByte": "PT5S", "attempt": "PT9S", "idle": "PT5S",
                                                "wireBytes": 4096, "decodedBytes": 4096, "headerBytes": 4096}}]},
    {"feeds": [{"id": "penn/own", "adapter": "exec", "command": ["./own.py", "-v"], "environment": ["LANG", "TZ"], "timeout": "PT5S",
                "addresses": {"list": "https://a.example/"}}]},
    {"feeds": [{"id": "penn/more", "adapter": "openmensa", "addresses": {"canteens": "https://a.example/"},
                "codes": {"V": "vegan", "W": ["gluten: wheat", "label"], "0": "no allergens"}}]},
    {"feeds": [{"id": "everywhere/state", "adapter": "catalog", "campuses": ["penn", "new-campus"], "addresses": {"catalog": "https://a.example/"}}]},
    {"facts": {"penn/dining/1": {"category": "cafe", "categoryLabel": "Café", "location": {"region": "R", "latitude": 1, "longitude": 2},
                                 "contact": {"phone": "1"}, "links": [{"rel": "menu", "href": "https://a.example/"}]}}},
    {"links": [{"same": ["penn/dining/1", "penn/dining/2"]}, {"different": ["gmu/whats-open/a", "gmu/whats-open/b"]},
               {"place": ["penn/dining/1", "penn/dining/2", "penn/dining/3"]}]},
    {"corrections": [{"id": "penn/dining/1", "name": "Hall", "because": "it is so", "until": "2026-12-20"}]},
    {"corrections": [{"id": "penn/dining/1", "because": "b", "category": "cafe", "categoryLabel": "Café", "tags": ["a", "b"], "labels": ["c"],
                      "description": "one\ntwo", "notice": "n"}]},
    {"corrections": [{"id": "penn/dining/1", "because": "b", "location": {"address": "1 Main St", "building": "B", "abbreviation": "A",
                                                                          "region": "R", "onCampus": True, "latitude": 1, "longitude": 2}}]},
    {"corrections": [{"id": "penn/dining/1", "because": "b", "contact": {"phone": "1", "email": "e"},
                      "links": [{"rel": "menu", "href": "https://a.example/"}, {"rel": "order", "href": "https://a.example/"}],
                      "images": [{"href": "https://a.example/i", "role": "photo"}]}]},
    {"corrections": [{"id": "penn/dining/1", "because": "b", "hours": {"zone": ZONE, "osm": "", "layers": [
        {"level": "weekly", "name": "Fall", "from": "2026-01-01", "to": "2026-05-01", "week": {"mo": [["07:00", "26:00", "Lunch"]], "tu": []}},
        {"level": "special", "days": {"2026-11-21": [["11:00", "14:00"]], "2026-11-22": "unknown"}},
        {"level": "manual", "always": True}]}}]},
]
VALUES = [
    None, True, False, 0, -1, 1, 1.0, 1.5, 1e3, 1e300, -0.0, 1023, 2048.0, 9223372036854775807, 9223372036854775808, -9223372036854775808,
    -9223372036854775809, 9223372036854775807.0, 91, -180,
    "", " ", "x", " x", "x ", "x\n", "\tx", "a\tb", "a\nb", "a\rb", "a\0b", "a\x1bb", "a\x7fb", "a\u0085b", "a\u009bb", "\u00a0x", "x\u3000",
    "x\u2028", "a\u2028b", "\ufeffx", "\u200bx", "a\u202eb", "\u00e9", "e\u0301", "\U0001f600",
    "PT", "P", "P1DT", "P1D", "P1W2D", "PT1M1H", "1D", "PT90S", "PT0000000015S", "PT00000000015S", "PT1.5S", "pt1s", "PT1S\n", "P\u0661D",
    "2026-02-28", "2026-02-30", "0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "2026-1-1", "2026-02-28\n", "20260228",
    "UTC", ZONE, "EST", "Etc/GMT+1", "SystemV/EST5", "US/Eastern", "America/", "US", "us", "USA", "U\u0405",
    "07:30", "24:00", "48:00", "47:59", "00:00", "7:30", "07:60", "07:30\n", "unknown", "Unknown",
    "http://h.example/", "HTTP://H", "https://u:p@h.example/", "https://u@h.example", "https://h.example/@x", "https://h.example?a@b", "http://",
    "http:///x", "http://:80/", "http://@h/", "http://h/ a", "http://h /", "http://h/\u0085", "http://h/\u00e9", "http://h\\x", "http://h/\"",
    "http://h/{date}", "http://h/{day:1}?{week-12}", "http://h/{date:1}", "http://h/{days}", "http://h/{date+1000}", "http://h/{", "http://h/}",
    "http://h/{date", "http://{date}/", "http://h/#{year}", "http://h/{Day}", "http://h/{weekyear}{month}", "empty", 4, 14, 15, 3.0,
    "http://h/<", "ftp://h/", "//h/", "http://[::1]/", "http://h/\n",
    "penn", "penn\n", "Penn", "-penn", "penn--x", "a" * 64, "a" * 65, "penn/dining", "penn/", "penn/dining/", "penn/dining/x/y", "a" * 65 + "/x",
    "penn/" + "a" * 64, "penn/" + "a" * 65, "penn/dining/593", "penn/dining/" + "a" * 600, "penn/dining/%4", "penn/dining/%zz", "penn/dining/%4a",
    "penn/dining/%4A", "a" * 65 + "/dining/1", "penn/dining/1\n",
    "${X}", "${", "$x", "$", "${X", "${1}", "a${B_2}c$", "${}", "${X}}", "${\u00e9}", "$${X}",
    "cafe", "term", "weekly", "menu", "photo", "label", "milk", "milk:", "milk :x", "milk: ", "milk: \u2028", "vegan: x", "Vegan", "milk: a:b", "milk: a:",
    [], {}, ["x"], ["x", "x"], ["\u00e9", "e\u0301"], ["x", 1], ["x", None], [[]], [["07:30", "10:00"]], [["07:30"]],
    [["07:30", "10:00", "a", "b"]], [["24:00", "25:00"]], [["07:30", "10:00", " a"]], [["07:30", "10:00", None]],
    {"mo": []}, {"xx": []}, {"url": "http://h.example/"}, {"frozen": True}, {"latitude": 1}, {"latitude": 1, "longitude": 2}, {"2026-11-21": []},
    {"2026-02-30": []}, {"x": "y"}, {"": ""}, {"X-A": "b"}, {"X A": "b"}, {"layers": []},
]


def nodes(value, path=()):
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from nodes(inner, path + (key,))


def changed(document, path, change):
    """A copy in which `change` was applied to the container and the key of a value."""
    document = copy.deepcopy(document)
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return document


def renamed(name):
    def change(holder, key):
        members = [(name if other == key else other, value) for other, value in holder.items()]
        holder.clear()
        holder.update(members)

    return change


def variants(document):
    yield document
    yield from VALUES
    for path, value in nodes(document):
        if isinstance(value, dict):
            for addition in ({"zzz": 1}, {"name": "x"}, {"same": ["penn/dining/3", "penn/dining/4"]}, {"always": True}, {"days": {}}, {"id": "x"},
                             {"days": 2}, {"weeks": 4}, {"missing": "empty"}):
                yield changed({"": document}, ("",) + path, lambda holder, key: holder[key].update(addition))[""]
        if isinstance(value, list) and value:
            yield changed({"": document}, ("",) + path, lambda holder, key: holder[key].append(copy.deepcopy(value[0])))[""]
            yield changed({"": document}, ("",) + path, lambda holder, key: holder[key].reverse())[""]
        if not path:
            continue
        yield changed(document, path, lambda holder, key: holder.pop(key))
        for other in VALUES:
            yield changed(document, path, lambda holder, key: holder.__setitem__(key, copy.deepcopy(other)))
        if isinstance(path[-1], str):
            for name in ("", "zzz", path[-1] + "\n", path[-1].upper()):
                yield changed(document, path, renamed(name))


def ecma(pattern):
    """A pattern of ECMA-262, in which $ is the end of the text only, for Python, where a line feed may follow."""
    parts, in_class, index = [], False, 0
    while index < len(pattern):
        character = pattern[index]
        if character == "\\":
            parts.append(pattern[index : index + 2])
            index += 2
            continue
        in_class = character == "[" or in_class and character != "]"
        parts.append(r"\Z" if character == "$" and not in_class else character)
        index += 1
    return re.compile("".join(parts))


PATTERNS = {}


def check_pattern(validator, pattern, instance, schema):
    if not isinstance(instance, str):
        return
    if pattern not in PATTERNS:
        PATTERNS[pattern] = ecma(pattern)
    if not PATTERNS[pattern].search(instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    kind = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": check_pattern})
    validator = kind(schema, format_checker=jsonschema.FormatChecker())
    seen = set()
    for document in DOCUMENTS:
        for variant in variants(document):
            line = json.dumps(variant)
            if line not in seen:
                seen.add(line)
                print(f"{int(validator.is_valid(variant))}\t{line}")


main()
