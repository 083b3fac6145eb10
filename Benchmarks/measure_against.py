#!/usr/bin/env python3
"""Measure this build and an older one, alternately, with the same work, and print a table. Started by `against`.

usage: measure_against.py NEW OLD WORK PORT PLACES FEEDS ROUNDS      NEW and OLD are folders with optimized programs
"""
import contextlib, datetime as dt, json, os, pathlib, re, resource, statistics, subprocess, sys, tempfile, threading

from measure_fetch import nginx, run, wait

AT = "2026-11-21T17:30:00Z"
FORMATS = ["ndjson", "json", "geojson", "osm-hours", "jsonld", "csv", "ics", "markdown", "html", "sqlite"]
QUESTIONS = [["open"], ["open", "--sort", "closing"], ["near", "40.0,-75.0", "--within", "500m"], ["near", "40.0,-75.0", "--open"],
             ["search", "library"], ["search", "lib", "wif"]]
# A morning, an evening and a night.
MOMENTS = ("2026-11-21T13:30:00+00:00", "2026-11-21T23:10:00+00:00", "2026-11-22T05:45:00+00:00")


class Table:
    """The rows of the table. A ratio is the new program's value divided by the old one's, in each pair; below 1 is better."""

    def __init__(self, rounds):
        self.rounds = rounds
        print("| Work | New | Old | Ratio | of the pairs | Peak MB new | old |\n|---|---|---|---|---|---|---|")

    def pairs(self, name, unit, measures, factor=1.0, inverse=False):
        """Adds a row. Each of two functions (new, old) returns a value, or a value and peak memory; they alternate, and so does the first one."""
        values, peaks = ([], []), ([], [])
        for number in range(self.rounds + 1):
            for which in (0, 1) if number % 2 else (1, 0):
                result = measures[which]()
                value, peak = result if isinstance(result, tuple) else (result, None)
                # The first round only fills the caches of the system.
                if number:
                    values[which].append(value * factor)
                    peaks[which].append(peak)
        ratios = [old / new if inverse else new / old for new, old in zip(*values)]
        memory = [f"{max(each):.0f}" if each[0] is not None else "" for each in peaks]
        print(f"| {name} | {statistics.median(values[0]):.4g} {unit} | {statistics.median(values[1]):.4g} {unit} | {statistics.median(ratios):.2f} "
              f"| {min(ratios):.2f} to {max(ratios):.2f} | {memory[0]} | {memory[1]} |", flush=True)


def lines(command):
    return [json.loads(line) for line in subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()]


def registry(program, campuses, feeds, path):
    """Writes a registry file without the built-in feeds of a program, which another one may not know."""
    listed = json.loads(subprocess.run([program, "feeds", "--format", "json"], stdout=subprocess.PIPE, check=True).stdout)
    names = [feed["id"] for feed in (listed["feeds"] if isinstance(listed, dict) else listed)]
    path.write_text(json.dumps({"campuses": campuses, "feeds": feeds + [{"id": name, "enabled": False} for name in names]}))
    return path


@contextlib.contextmanager
def served(program, *arguments):
    """The port of a server."""
    process = subprocess.Popen([program, "serve", "--port", "0", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        port = next((found[1] for line in process.stderr if (found := re.search(r"listening on .*:(\d+)/", line))), None) or sys.exit("no server")
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield port
    finally:
        process.terminate()
        process.wait()


def wrk(port, target):
    """Requests per second."""
    script = pathlib.Path(__file__).with_name("measure_server.lua")
    output = subprocess.run(["wrk", "-t", "2", "-c", "64", "-d", "3s", "--timeout", "20s", "-s", script, f"http://127.0.0.1:{port}{target}", "--"],
                            stdout=subprocess.PIPE, check=True, text=True).stdout
    result = json.loads(output.strip().splitlines()[-1])
    return result["perSecond"] if not result["failed"] else sys.exit(f"{result['failed']} requests of {target} failed")


def probes(table, folders, file):
    """Answers about hours: each program reads all schedules first, and then answers on demand."""
    started = [subprocess.Popen([folder / "HoursProbe", "measure", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for folder in folders]
    for process in started:
        process.stdout.readline()

    def answer(process):
        process.stdin.write(" ".join(f"{dt.datetime.fromisoformat(moment).timestamp():.0f}" for moment in MOMENTS) + "\n")
        process.stdin.flush()
        result = json.loads(process.stdout.readline())
        return result["answers"] / result["seconds"]

    table.pairs("status of places", "million/s", [lambda: answer(started[0]), lambda: answer(started[1])], 1e-6, inverse=True)
    for process in started:
        process.communicate()


def main(new, old, work, port, places, feeds, rounds):
    folders, work = [pathlib.Path(new), pathlib.Path(old)], pathlib.Path(work)
    programs = [folder / "aggregate" for folder in folders]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    table = Table(int(rounds))

    def processes(name, arguments, expected=0):
        """A row for whole processes; the arguments may depend on the number of the program."""
        words = arguments if callable(arguments) else lambda _: arguments
        table.pairs(name, "s", [lambda: run([programs[0], *words(0)], expected), lambda: run([programs[1], *words(1)], expected)])

    processes("`--help`", ["--help"])
    for feed, file in (("penn/dining", "penn/penn/dining/venues.json"), ("gmu/whats-open", "gmu/gmu/whats-open/facilities.json")):
        def rate(program, words=("--feed", feed, work / file, "--repeat", "3")):
            results = [each for each in lines([program, "bench", "normalize", *words]) if "seconds" in each]
            return statistics.median(each["bytes"] / each["seconds"] for each in results)
        table.pairs(f"normalize `{feed}`", "MB/s", [lambda: rate(programs[0]), lambda: rate(programs[1])], 1e-6, inverse=True)
    probes(table, folders, work / f"hours-{places}.ndjson")

    many = work / f"many-{feeds}"
    server = subprocess.Popen([nginx(), "-p", many, "-c", many / "nginx.conf", "-e", many / "error.log"])
    try:
        wait(int(port), server)
        written = json.loads((many / "registry.json").read_text())
        made = [feed for feed in written["feeds"] if "adapter" in feed]
        files = [registry(program, written["campuses"], made, many / f"registry-{index}.json") for index, program in enumerate(programs)]
        stores = [many / f"store-{index}.sqlite" for index in (0, 1)]
        common = ["--allow-private", "--per-host", "64", "--refresh", "-q", "-o", many / "ours.json"]

        def cold(which):
            for file in many.glob(f"store-{which}.sqlite*"):
                file.unlink()
            return run([programs[which], "--config", files[which], *common, "--store", stores[which]])

        processes(f"{feeds} feeds without a store", lambda which: ["--config", files[which], *common, "--no-store"])
        table.pairs(f"{feeds} feeds, new store", "s", [lambda: cold(0), lambda: cold(1)])
        processes(f"{feeds} feeds, all 304", lambda which: ["--config", files[which], *common, "--store", stores[which]])
    finally:
        server.kill()
        server.wait()

    catalogs = work / f"catalogs-{places}"
    processes("`diff` of two catalogs", ["diff", catalogs / "old.json", catalogs / "new.json", "--format", "json"], expected=1)
    with tempfile.TemporaryDirectory(dir=work) as folder:
        for format in FORMATS:
            processes(f"`export --format {format}`", ["export", catalogs / "new.json", "--format", format, "-o", pathlib.Path(folder, "out")])
    for question in QUESTIONS:
        processes(f"`{' '.join(question)}`", [*question, "--catalog", work / "file-10000" / "catalog.json", "--at", AT, "--limit", "100"])
    served_file = work / "file-10000" / "catalog.json"
    with served(programs[0], "--catalog", served_file) as first, served(programs[1], "--catalog", served_file) as second:
        for name, target in (("catalog", "/api/v1/catalog"), ("list", "/api/v1/entries?limit=50"), ("search", "/api/v1/entries?q=lib&limit=20"),
                             ("near", "/api/v1/entries?open=2026-11-24T12:00-05:00&near=40.0,-75.0&limit=20")):
            table.pairs(f"server: {name}", "/s", [lambda: wrk(first, target), lambda: wrk(second, target)], inverse=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
