#!/usr/bin/env python3
"""Check the tags of exported places against the presets of an editor.

usage: check_presets.py GEOJSON PRESETS

PRESETS is the XML file of JOSM. Exit 0: each tag is one of a preset, and each category is there; 1: not. Needs: Python 3.11.
"""
import json, sys, xml.etree.ElementTree

CATEGORIES = {"dining-hall", "cafe", "restaurant", "fast-food", "bar", "market", "retail", "library", "gym", "study", "service", "other"}
# Of the presets of iD only: amenity/fast_food/cafeteria, and shop=* for any kind of shop.
ONLY_ID = {("fast_food", "cafeteria"), ("shop", "yes")}
# No preset fits every place of these categories.
WITHOUT_TAGS = {"study", "service", "other"}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    features = json.load(open(sys.argv[1]))["features"]
    root = xml.etree.ElementTree.parse(sys.argv[2]).getroot()
    elements = [element for element in root.iter() if "key" in element.attrib]
    tags = {(element.get("key"), element.get("value")) for element in elements if element.tag.endswith("}key")}
    keys = {element.get("key") for element in elements}
    problems, seen = set(), set()
    for feature in features:
        properties = feature["properties"]
        category = properties.get("category")
        seen.add(category)
        stated = {(key, properties[key]) for key in ("amenity", "shop", "leisure", "fast_food") if key in properties}
        problems |= {f"{key}={value} ({category}) is in no preset" for key, value in stated - tags - ONLY_ID}
        if bool(stated) == (category in WITHOUT_TAGS):
            problems.add(f"{category} has {stated or 'no tags'}")
    problems |= {f"no preset has the key {key}" for key in ("name", "phone", "email", "website", "opening_hours") if key not in keys}
    problems |= {f"no place of the category {category}" for category in CATEGORIES - seen}
    print("\n".join(sorted(problems)) or f"the tags of {len(seen)} categories are those of presets")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
