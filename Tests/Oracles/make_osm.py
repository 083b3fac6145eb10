#!/usr/bin/env python3
"""Write exported places as a file of OpenStreetMap: every third one is a closed way, and every third one a multipolygon, around its position.

usage: make_osm.py GEOJSON OSM

Only places with a position and a tag that says what they are.
"""
import json, sys
from xml.sax.saxutils import quoteattr

KEYS = ("amenity", "fast_food", "shop", "leisure", "name", "opening_hours", "phone", "website", "email")


def main():
    features = [feature for feature in json.load(open(sys.argv[1]))["features"]
                if feature["geometry"] and {"amenity", "shop", "leisure"} & feature["properties"].keys()]
    nodes, ways, relations = [], [], []
    for number, feature in enumerate(features):
        tags = "".join(f"<tag k={quoteattr(key)} v={quoteattr(value)}/>" for key, value in feature["properties"].items() if key in KEYS)
        tags += f"<tag k=\"ref:campus\" v={quoteattr(feature['id'])}/>"
        longitude, latitude = feature["geometry"]["coordinates"]
        if number % 3 == 0:
            nodes.append((1 + number * 10, latitude, longitude, tags))
            continue
        corners = [(-1, -1), (-1, 1), (1, 1), (1, -1)]
        for corner, (north, east) in enumerate(corners):
            nodes.append((1 + number * 10 + corner, latitude + north / 16384, longitude + east / 16384, ""))
        refs = "".join(f"<nd ref=\"{1 + number * 10 + corner % 4}\"/>" for corner in range(5))
        ways.append(f"<way id=\"{1 + number}\" version=\"1\">{refs}{tags if number % 3 == 1 else ''}</way>")
        if number % 3 == 2:
            member = f"<member type=\"way\" ref=\"{1 + number}\" role=\"outer\"/><tag k=\"type\" v=\"multipolygon\"/>"
            relations.append(f"<relation id=\"{1 + number}\" version=\"1\">{member}{tags}</relation>")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("<?xml version=\"1.0\"?>\n<osm version=\"0.6\">\n")
        for id, latitude, longitude, tags in sorted(nodes):
            file.write(f"<node id=\"{id}\" version=\"1\" lat=\"{latitude:.7f}\" lon=\"{longitude:.7f}\">{tags}</node>\n")
        file.write("\n".join(ways + relations) + "\n</osm>\n")


if __name__ == "__main__":
    main()
