#!/usr/bin/env python3
"""Measure time and memory of runs with ever more feeds. Started by `growth`.

usage: measure_growth.py BINARY WORK PORT VENUES FEEDS...
"""
import pathlib, subprocess, sys

from measure_fetch import entries, nginx, run, wait

MOST = 150  # MB


def measure(binary, work, count, venues):
    """Runs with as many feeds: name, seconds and peak memory (MB) of each."""
    folder = work / count
    store, output = folder / "store.sqlite", folder / "catalog.json"
    for file in folder.glob("store.sqlite*"):
        file.unlink()
    ours = [binary, "--config", folder / "registry.json", "--allow-private", "--refresh", "--deadline", 3600, "-o", output]
    found = set()
    for name, options in (("no store", ["--no-store"]), ("cold store", ["--store", store]), ("304", ["--store", store])):
        yield name, *run(ours + options)
        with open(output, "rb") as lines:
            number = sum(line.startswith(b'{"id":"') and b'","kind":"' in line[:200] for line in lines)
        if number != int(count) * venues:
            sys.exit(f"the catalog of {count} feeds has {number} entries")
        found.add(entries(output))
        if len(found) > 1:
            sys.exit(f"the entries of {name} differ from those of the run before it")


def main(binary, work, port, venues, *counts):
    work = pathlib.Path(work)
    last = max(counts, key=int)
    server = subprocess.Popen([nginx(), "-p", work / last, "-c", work / last / "nginx.conf", "-e", work / "error.log"])
    rows = []
    try:
        wait(int(port), server)
        print(f"{'feeds':>7}  {'run':12}{'seconds':>9}{'ms a feed':>11}{'peak MB':>9}")
        for count in counts:
            for name, seconds, memory in measure(binary, work, count, int(venues)):
                rows.append(memory)
                print(f"{count:>7}  {name:12}{seconds:9.2f}{1000 * seconds / int(count):11.3f}{memory:9.0f}", flush=True)
    finally:
        server.kill()
        server.wait()
    if max(rows) > MOST:
        sys.exit(f"more than {MOST} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
