#!/usr/bin/env python3
"""Measure menus: how fast they are read, questions, and the growth of a store. Started by `menus`.

usage: measure_menus.py BINARY WORK [TIMES=9] [DAYS=60]
"""

import datetime
import hashlib
import http.client
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

import make_menus
from measure import lines, rate
from measure_server import ours

BINARY, WORK, TIMES, DAYS = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), max(4, int(sys.argv[4]))
NEAR = ["--near", "51.02,13.75", "--diet", "vegan"]
MAPPING_GOAL, QUESTION_GOAL, ANSWER_GOAL = 0.6, 150, 20  # of the adapter's speed; ms; ms
os.environ["HOME"] = str(WORK)


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def recording(folder, request, text, day):
    """A recording of one reply, received at noon."""
    base = folder / "elbtal/mensa" / request
    write(base.with_suffix(".meta.json"), json.dumps({"time": f"{day}T11:00:00Z"}))
    return write(base.with_suffix(".xml" if text.startswith("<") else ".json"), text)


def run(*arguments):
    start = time.perf_counter()
    result = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if result.returncode not in (0, 3):
        sys.exit(f"{arguments}: exit {result.returncode}\n{result.stderr}")
    return seconds, result.stdout


def reading(first):
    """The adapter in Swift and a mapping file on the same document; and a mapping file of the JSON feed."""
    for name in ("halls", "openmensa"):
        write(WORK / f"{name}.mapping.json", json.dumps(getattr(make_menus, name.upper())))
    swift = write(WORK / "swift.json", make_menus.registry("openmensa", "canteens"))
    mapping = write(WORK / "mapping.json", make_menus.registry("mapping", "canteens", mapping="openmensa.mapping.json"))
    halls = write(WORK / "halls.json", make_menus.registry("mapping", "halls", mapping="halls.mapping.json"))
    document = recording(WORK / "xml", "canteens", make_menus.as_xml(first), first)
    reply = recording(WORK / "json", "halls", make_menus.as_json(first), first)
    found = set()
    for config in (swift, mapping):
        _, text = run("--replay", WORK / "xml", "--config", config, "--format", "ndjson", "-q")
        menus = [line for line in text.splitlines() if '"kind":"menu"' in line]
        found.add((len(menus), hashlib.sha256("\n".join(menus).encode()).hexdigest()))
    if len(found) != 1 or not min(found)[0]:
        sys.exit(f"the mapping reads other menus than the adapter: {sorted(found)}")
    rates = {}
    for _ in range(TIMES):
        for name, file, config in (("Swift", document, swift), ("mapping, XML", document, mapping), ("mapping, JSON", reply, halls)):
            rates.setdefault(name, []).append(rate(lines(BINARY, "bench", "normalize", "--feed", "elbtal/mensa", file, "--repeat", 3, "--config", config)))
    print(f"{min(found)[0]} menus with {make_menus.DISHES} dishes each, {document.stat().st_size / 1e6:.1f} MB of XML, {reply.stat().st_size / 1e6:.1f} MB of JSON")
    for name, values in rates.items():
        print(f"  {name:14}{statistics.median(values):7.0f} MB/s")
    ratio = statistics.median(x / y for x, y in zip(rates["mapping, XML"], rates["Swift"]))
    print(f"  the mapping has {ratio:.2f} of the adapter's speed (goal: {MAPPING_GOAL})")
    return halls, ratio >= MAPPING_GOAL


def growing(halls, first):
    """A store after a poll each day."""
    store, expected, seen = WORK / "store.sqlite", 0, set()
    for file in WORK.glob("store.sqlite*"):
        file.unlink()
    sizes = []
    for offset in range(DAYS):
        day = first + datetime.timedelta(offset)
        folder = WORK / "day"
        shutil.rmtree(folder, ignore_errors=True)
        text = make_menus.as_json(day)
        recording(folder, "halls", text, day)
        for hall in json.loads(text)["halls"]:
            for date in hall["days"]:
                for counter in date["meals"][0]["counters"]:
                    for item in counter["items"]:
                        key = hash((hall["slug"], date["date"], counter["title"], json.dumps(item, sort_keys=True)))
                        expected += key not in seen
                        seen.add(key)
        run("--replay", folder, "--config", halls, "--store", store, "-q", "-o", os.devnull)
        if offset == 1:
            before = store.stat().st_size
            run("--replay", folder, "--config", halls, "--store", store, "-q", "-o", os.devnull)
            same = store.stat().st_size - before
        sizes.append((store.stat().st_size, expected))
    size, dishes = sizes[-1]
    print(f"a store after {DAYS} polls, one each day: {size / 1e6:.1f} MB for {dishes} different dishes, {size / dishes:.0f} bytes each")
    half = sizes[len(sizes) // 2 - 1]
    print(f"  the second half of the polls: {(size - half[0]) / (dishes - half[1]):.0f} bytes for each new dish; the same poll again: {same} bytes")
    for changed in (1, 30):
        before, reply = store.stat().st_size, json.loads(text)
        for hall in reply["halls"][:changed]:
            hall["days"][0]["meals"][0]["counters"][0]["items"][0]["name"] += f" ({changed})"
        recording(folder, "halls", json.dumps(reply, ensure_ascii=False), day)
        run("--replay", folder, "--config", halls, "--store", store, "-q", "-o", os.devnull)
        print(f"  a poll with {changed} changed dish{'' if changed == 1 else 'es'}: {(store.stat().st_size - before) / 1e3:.0f} kB")
    return store, first + datetime.timedelta(DAYS - 1)


def asking(halls, store, day):
    common = ["--config", halls, "--store", store, "--at", f"{day}T12:00+02:00"]
    good = True
    print(f"{'ms, whole processes':60}{'median':>8}{'worst':>8}")
    for question in (["--help"], ["menu", *NEAR], ["menu", "--without", "milk,nuts", "--max-price", "4", "--role", "student"], ["search", "pizza"]):
        arguments = question if question == ["--help"] else [*question, *common]
        if not run(*arguments)[1].strip():
            sys.exit(f"no answer to {question}")
        times = [run(*arguments)[0] * 1000 for _ in range(TIMES)]
        print(f"  {' '.join(question):58}{statistics.median(times):8.0f}{max(times):8.0f}")
        good = good and (question[1:] != NEAR or statistics.median(times) <= QUESTION_GOAL)
    return good


def serving(halls, day):
    good = True
    catalog = WORK / "catalog.json"
    run("--replay", WORK / "day", "--config", halls, "-q", "-o", catalog)
    moment = f"{day}T12:00%2B02:00"
    with ours("--catalog", catalog) as server:
        print(f"{'ms, the server':60}{'median':>8}{'worst':>8}")
        for target in (f"/api/v1/menus?near=51.02,13.75&diet=vegan&date={day}", f"/api/v1/menus?date={day}&without=milk&limit=100",
                       f"/api/v1/entries?kind=place&q=pizza&at={moment}",
                       f"/elbtal?q=pizza&at={moment}", f"/elbtal?diet=vegan&at={moment}", f"/places/elbtal/mensa/hall-7?at={moment}"):
            times = []
            for attempt in range(TIMES + 1):
                start = time.perf_counter()
                # A different address each time, so that no answer is a stored one.
                status, _, body = server.get(target.replace("12:00", f"12:0{attempt % 10}").replace("51.02", f"51.02{attempt % 10}"))
                times.append((time.perf_counter() - start) * 1000)
                if status != 200:
                    sys.exit(f"{target}: {status}\n{body[:300]}")
            print(f"  {target:58}{statistics.median(times[1:]):8.1f}{max(times[1:]):8.1f}   {len(body)} bytes")
            good = good and statistics.median(times[1:]) <= ANSWER_GOAL
    return good


def main():
    halls, fast = reading(make_menus.FIRST)
    store, day = growing(halls, make_menus.FIRST)
    asked = asking(halls, store, day)
    sys.exit(0 if serving(halls, day) and asked and fast else 1)


if __name__ == "__main__":
    main()
