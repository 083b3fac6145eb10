#!/usr/bin/env python3
"""Export a catalog in each format, alternating with jq: seconds, MB/s of output and peak memory of whole processes.

usage: measure_exports.py CATALOG ROUNDS PROGRAM
"""
import os, pathlib, statistics, subprocess, sys, tempfile, time

FORMATS = ["ndjson", "json", "geojson", "osm-hours", "jsonld", "csv", "csv hours", "ics", "markdown", "html", "sqlite"]
# The same entries through jq: a table with seven columns, and features with four properties.
JQ = {
    "jq: csv": 'select(.kind == "place") | [.id, .campus, .name, .category, .location.latitude, .location.longitude, .contact.phone] | @csv',
    "jq: geojson": 'select(.kind == "place") | {type: "Feature", id, geometry: {type: "Point", coordinates: [.location.longitude, .location.latitude]}, '
                   'properties: {name, amenity: .category, phone: .contact.phone, website: .links[0].href}}',
}


def run(command, out):
    """Seconds and peak memory in MB of a process that writes a file."""
    with open(out, "wb") as file:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=file)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    if status:
        sys.exit(f"{' '.join(command)}\nended with exit code {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss / 1000


def main(catalog, rounds, program):
    with tempfile.TemporaryDirectory(dir=pathlib.Path(catalog).parent) as folder:
        lines, out = os.path.join(folder, "entries.ndjson"), os.path.join(folder, "out")
        subprocess.run([program, "export", catalog, "--format", "ndjson", "-o", lines], check=True)
        commands = {}
        for name in FORMATS:
            format, *table = name.split()
            commands[name] = [program, "export", catalog, "--format", format] + (["--table", *table] if table else []) + ["-o", out + "." + format]
        for name, filter in JQ.items():
            commands[name] = ["jq", "-rc", filter, lines]
        results = {name: [] for name in commands}
        sizes = {}
        for number in range(rounds):
            for name, command in commands.items():
                results[name].append(run(command, out))
                target = pathlib.Path(command[-1] if "-o" in command else out)
                sizes[name] = target.stat().st_size
                if "-o" in command:
                    target.unlink()
            print(f"round {number + 1} of {rounds}", file=sys.stderr)
        print(f"{os.path.getsize(catalog) / 1e6:.0f} MB of catalog; medians of {rounds}\n")
        print(f"{'format':12}{'seconds':>9}{'MB out':>9}{'MB/s out':>10}{'MB/s in':>9}{'peak MB':>9}")
        for name, runs in results.items():
            seconds, peak = statistics.median(run[0] for run in runs), max(run[1] for run in runs)
            size = sizes[name] / 1e6
            print(f"{name:12}{seconds:9.2f}{size:9.0f}{size / seconds:10.0f}{os.path.getsize(catalog) / 1e6 / seconds:9.0f}{peak:9.0f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
