#!/usr/bin/env python3
"""Measure the ways to write an adapter, alternately: Swift and a mapping file on a large feed, and the cost of running a program confined
instead of directly. Started by `run`, which pins it to one core.

usage: measure_adapters.py BINARY WORK [PAIRS=5] [REPEAT=3]
"""
import json, os, pathlib, shutil, statistics, subprocess, sys, time

from measure import lines, rate

ROOT = pathlib.Path(__file__).resolve().parent.parent
FEED = "penn/dining"
PROGRAM = ROOT / "Tests/CommandTests/Penn/penn.py"
SAMPLE = ROOT / "Fixtures/sample/penn/dining/venues.json"
RUNS = 21


def registry(folder, name, **keys):
    """Write a registry file in which the feed has another adapter."""
    file = folder / f"{name}.json"
    feed = {"id": FEED, "adapter": name, **keys, "addresses": {"venues": ["https://dining.penn.example/venues"]}}
    file.write_text(json.dumps({"feeds": [feed]}))
    return file


def measure_mapping(binary, folder, file, pairs, repeat):
    config = registry(folder, "mapping", mapping=str(ROOT / "Tests/FeedMappingTests/Mappings/penn.json"))
    swift, mapping = [], []
    for _ in range(pairs):
        swift.append(rate(lines(binary, "bench", "normalize", "--feed", FEED, file, "--repeat", repeat)))
        mapping.append(rate(lines(binary, "bench", "normalize", "--feed", FEED, file, "--repeat", repeat, "--config", config)))
    ratios = [x / y for x, y in zip(mapping, swift)]
    print(f"{FEED}, adapter in Swift: {statistics.median(swift):.0f} MB/s")
    print(f"{FEED}, mapping file: {statistics.median(mapping):.0f} MB/s, "
          f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) of the adapter's speed")


def direct(document):
    """The seconds of one direct run of the program."""
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/", "TMPDIR": "/tmp"}
    start = time.perf_counter()
    subprocess.run([PROGRAM, "normalize"], input=document, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def measure_program(binary, folder):
    shutil.copy(PROGRAM, folder)
    config = registry(folder, "exec", command=[f"./{PROGRAM.name}"])
    # Trust is recorded in the settings.
    os.environ["XDG_CONFIG_HOME"] = str(folder / "settings")
    subprocess.run([binary, "config", "trust", config], stdout=subprocess.DEVNULL, check=True)
    campus = {"id": "penn", "name": "University of Pennsylvania", "timeZone": "America/New_York"}
    reply = {"request": {"name": "venues"}, "status": 200, "headers": {}, "text": SAMPLE.read_text()}
    feed = {"id": FEED, "campus": campus, "addresses": {}}
    document = json.dumps({"protocol": 1, "verb": "normalize", "feed": feed, "replies": [reply]}).encode()
    alone, confined = [], []
    for _ in range(RUNS):
        alone.append(direct(document))
        # The first repetition also asks the program to describe itself.
        confined.append(lines(binary, "bench", "normalize", "--feed", FEED, SAMPLE, "--repeat", 2, "--config", config)[-1]["seconds"])
    added = [(x - y) * 1000 for x, y in zip(confined, alone)]
    print(f"{FEED}, program run directly: {statistics.median(alone) * 1000:.1f} ms; as an adapter, confined: "
          f"{statistics.median(confined) * 1000:.1f} ms; added: {statistics.median(added):.1f} ({min(added):.1f} to {max(added):.1f}) ms")


def main(binary, work, pairs=5, repeat=3):
    folder = pathlib.Path(work) / "adapters"
    folder.mkdir(exist_ok=True)
    measure_mapping(binary, folder, pathlib.Path(work) / "penn/penn/dining/venues.json", int(pairs), repeat)
    measure_program(binary, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
