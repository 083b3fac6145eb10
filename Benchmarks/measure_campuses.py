#!/usr/bin/env python3
"""Measure a run of all built-in campuses, and questions and exports of their catalog. Started by `campuses`.

usage: measure_campuses.py BINARY WORK PORT ROUNDS
"""
import collections, json, pathlib, statistics, subprocess, sys

from measure_fetch import nginx, run, wait

FORMATS = ("ndjson", "csv", "geojson", "ics", "jsonld", "html", "markdown", "sqlite")


def measure(binary, work, rounds):
    store, output = work / "store.sqlite", work / "catalog.json"
    campuses = [part for campus in (work / "campuses").read_text().split() for part in ("--campus", campus)]
    ours = [binary, "--config", work / "registry.json", *campuses, "--allow-private", "--refresh", "--per-host", "64", "--deadline", 600, "-o", output]
    results = collections.defaultdict(list)
    for _ in range(rounds):
        for file in work.glob("store.sqlite*"):
            file.unlink()
        results["run, cold store"].append(run(ours + ["--store", store]))
        results["run, all 304"].append(run(ours + ["--store", store]))
        results["open"].append(run([binary, "open", "--catalog", output, "--json"]))
        results["near"].append(run([binary, "near", "39.95,-75.19", "--catalog", output, "--json"]))
        results["events --weekend"].append(run([binary, "events", "--weekend", "--catalog", output, "--json"]))
        results["campuses"].append(run([binary, "campuses", "--near", "41.8,-71.4", "--json"]))
        for name in FORMATS:
            results[f"export {name}"].append(run([binary, "export", output, "--format", name, "-o", work / f"export.{name}"]))
    return results, output


def main(binary, work, port, rounds):
    work = pathlib.Path(work)
    server = subprocess.Popen([nginx(), "-p", work, "-c", work / "nginx.conf", "-e", work / "error.log"])
    try:
        wait(int(port), server)
        results, output = measure(binary, work, int(rounds))
    finally:
        server.kill()
        server.wait()
    catalog = json.loads(output.read_text())
    kinds = collections.Counter(entry["kind"] for entry in catalog["entries"])
    print(f"{len(catalog['campuses'])} campuses, {len(catalog['feeds'])} feeds, {output.stat().st_size / 1e6:.0f} MB:",
          ", ".join(f"{number} {kind}s" for kind, number in sorted(kinds.items())))
    failed = [feed["id"] for feed in catalog["feeds"] if feed["outcome"] not in ("fresh", "unchanged", "disabled")]
    if failed:
        sys.exit(f"not delivered: {failed[:10]}")
    print(f"{'':20}{'seconds':>9}{'peak MB':>9}")
    for name, values in results.items():
        print(f"{name:20}{statistics.median(seconds for seconds, _ in values):9.2f}{max(memory for _, memory in values):9.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
