#!/usr/bin/env python3
"""Write the recording of a catalog with many places, half from each of two feeds: Penn dining and What's Open (see make_feeds.py).

usage: make_catalog_file.py DIR [PLACES=10000]

`aggregate -q --replay DIR -o FILE` makes the catalog. The same arguments give the same bytes.
"""
import json, pathlib, random, sys
from make_feeds import gmu_facility, penn_venue


def write(path, record, count, rng):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([record(rng, 1000 + number) for number in range(count)], ensure_ascii=False))


if __name__ == "__main__":
    root, places = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    write(root / "penn/dining/venues.json", penn_venue, places // 2, random.Random("penn"))
    write(root / "gmu/whats-open/facilities.json", gmu_facility, places - places // 2, random.Random("gmu"))
