#!/usr/bin/env python3
"""Compare exported OSM hours with the hours of the catalog, at every change of either, as opening-hours-py reads the text.

usage: check_osm_hours.py CATALOG OSM_HOURS [--days N]

From 30 days before the catalog was generated until N days after it (400), the state a minute before and at each change must be equal.
Exit 0: equal, 1: differences. Needs: Python 3.11, opening-hours-py.
"""
import argparse, datetime as dt, json, pathlib, sys, zoneinfo

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from hours_oracle import DAY, RUNS, WORDS, Hours
from opening_hours import OpeningHours


def word(state):
    return str(state).rsplit(".", 1)[-1].lower()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("catalog")
    parser.add_argument("osm_hours")
    parser.add_argument("--days", type=int, default=400)
    options = parser.parse_args()
    catalog = json.load(open(options.catalog))
    places = {entry["id"]: entry for entry in catalog["entries"] if entry["kind"] == "place"}
    now = int(dt.datetime.fromisoformat(catalog["generatedAt"]).timestamp()) // 60
    begin, end = now - 30 * DAY, now + options.days * DAY
    wrong = texts = moments = 0
    for text in open(options.osm_hours, encoding="utf-8"):
        if text.startswith("#"):
            continue
        id, hours_text = text.rstrip("\n").split("\t")
        hours = Hours(places[id]["hours"])
        zone = zoneinfo.ZoneInfo(places[id]["hours"]["zone"])
        theirs = OpeningHours(hours_text, timezone=zone)
        texts += 1
        painted = hours.paint(begin, end)
        asked = {begin}
        for run in RUNS.finditer(painted):
            asked |= {begin + run.start(), begin + run.end()}
        start, stop = (dt.datetime.fromtimestamp(minute * 60, zone) for minute in (begin, end))
        for interval in theirs.intervals(start, stop):
            asked |= {int(moment.timestamp()) // 60 for moment in interval[:2] if moment is not None}
        for minute in sorted({moment + shift for moment in asked for shift in (-1, 0)}):
            if not begin <= minute < end:
                continue
            moments += 1
            ours, found = WORDS[painted[minute - begin]], word(theirs.state(dt.datetime.fromtimestamp(minute * 60, zone))[0])
            if ours != found:
                wrong += 1
                if wrong <= 20:
                    print(f"{id} at {dt.datetime.fromtimestamp(minute * 60, zone).isoformat()}: ours {ours}, theirs {found}: {hours_text}")
                break
    print(f"osm-hours: {texts} of {len(places)} places have a text, {moments:,} moments, {wrong} texts differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
