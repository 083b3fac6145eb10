#!/usr/bin/env python3
"""Searches for faults for a given time, and keeps a log.

usage: soak.py --minutes N [--log FILE] [PART ...]      PART is one of PARTS or the beginning of its name, such as fuzz
       soak.py --report [--log FILE]                    prints a table of the log

Each part has a program that tries random cases. The part with the least time so far is next: for a quarter of an hour if it takes a
length, otherwise once. So a later call goes on where this one ends. Each turn has a seed of its own, and adds a line to the log: the date,
the commit, the part, the seed, the seconds, the result, and as `output` the last line of its program, which is JSON for most of them. The
output and the temporary files of a turn that failed are kept in .build/soak.
Exit 0: all passed, 1: a turn failed, 64: a part is unknown.
"""
import argparse, collections, datetime, fcntl, json, os, pathlib, random, re, shlex, shutil, signal, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LOG = ROOT / "Tests" / "Faults" / "soak.ndjson"
TURN = 15  # minutes
FAILED = ("failed", "timed out")
LIMIT = 3 * 3600  # seconds for a turn
FUZZED = sorted(file.stem for file in (ROOT / "Tests" / "Fuzz" / "dictionaries").glob("*.dict"))


def tests(filter, factor=20):
    words = ["swift", "test", "--skip-build", "--experimental-maximum-parallelization-width", "16", "--filter", rf"^{filter}\.",
             "--skip", r"\.memoryIsFlat"]
    return ["env", f"AGGREGATE_SOAK={factor}", *words]


# The command of each part. {minutes} and {seed} are replaced; a command without {minutes} runs once. AGGREGATE_SEED has the seed, too.
PARTS = {
    # The properties of the tests, with more cases.
    **{f"tests/{path.name}": tests(path.name, 2 if path.name in ("CommandTests", "ExecAdapterTests") else 20)
       for path in sorted((ROOT / "Tests").glob("*Tests"))},
    "tests/memory of a server": ["swift", "test", "--skip-build", "--filter", r"\.memoryIsFlat"],
    # Comparisons with independent programs.
    "check/time": ["Scripts/check-time"],
    "check/diff": ["Scripts/check-diff", "50"],
    "check/calendars": ["Scripts/check-calendars", "200"],
    "check/exports": ["Scripts/check-exports"],
    "check/api": ["Scripts/check-api"],
    "check/balance": ["Scripts/check-balance", "10"],
    # Faults of the network, of system calls and disks.
    "faults/matrix": ["Scripts/check-faults", "matrix", "{minutes}", "{seed}"],
    "faults/calls": ["Scripts/check-faults", "calls"],
    "faults/disks": ["Scripts/check-faults", "disks"],
    "faults/bits": ["Scripts/check-faults", "bits"],
    "kills": ["Scripts/kill-loop", "--minutes", "{minutes}", "--seed", "{seed}"],
    "power": ["Scripts/power-loss", "--minutes", "{minutes}", "--seed", "{seed}"],
    **{f"fuzz/{name}": ["python3", "-B", "Tests/Fuzz/run.py", name, "--minutes", "{minutes}", "--seed", "{seed}"] for name in FUZZED},
    **{f"sanitizer/{name} {part}": ["Scripts/check-sanitizers", name, part]
       for name in ("address", "thread") for part in ("library", "server", "programs")},
}


def entries(log):
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def commit():
    git = lambda *words: subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    return git("log", "-1", "--format=%h") + ("+changes" if git("status", "--porcelain", "Sources", "Tests", ":!*.ndjson") else "")


def result(output):
    """The object on the last line of an output, or the number of tests."""
    last = (output.strip().splitlines() or [""])[-1]
    if last.startswith("{"):
        try:
            return json.loads(last)
        except ValueError:
            pass
    number = re.search(r"Test run with (\d+) tests", output)
    return {"count": int(number[1]), "unit": "tests"} if number else {"text": last[:200]}


def end_session(session):
    """Kills all processes of a session: SwiftPM starts some in groups of their own."""
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[3]) == session:
                os.kill(int(path.parent.name), signal.SIGKILL)
        except (OSError, IndexError):
            pass


def turn(part, minutes):
    """Runs a part. Returns the line for the log."""
    seed = random.SystemRandom().randrange(1_000_000) * 1000
    words = ["env", f"AGGREGATE_SEED={seed}", *(word.format(minutes=round(minutes, 1), seed=seed) for word in PARTS[part])]
    entry = {"date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%dT%H:%MZ}", "commit": commit(), "part": part, "seed": seed}
    print(f"{entry['date']} {part}: {shlex.join(words)}", flush=True)
    folder = ROOT / ".build" / "soak" / f"{part.replace('/', '-').replace(' ', '-')}-{seed}"
    folder.mkdir(parents=True)
    start = time.monotonic()
    with open(folder / "output", "wb") as output:
        process = subprocess.Popen(words, cwd=ROOT, env={**os.environ, "TMPDIR": str(folder)}, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        try:
            code = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            end_session(process.pid)
    text = (folder / "output").read_text(errors="replace")
    entry["seconds"] = round(time.monotonic() - start)
    entry["output"] = result(text)
    entry["result"] = {0: "passed", 77: "skipped", None: "timed out"}.get(code, "failed")
    if entry["result"] == "passed" and entry["output"].get("count") == 0:
        entry["result"] = "failed"
    if entry["result"] in FAILED:
        print(text[-3000:], f"the whole output and temporary files are in {folder}", sep="\n", flush=True)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return entry


def duration(turn):
    """The seconds of a turn; of a search for inputs, those of the processor, because libFuzzer waits when the machine is busy."""
    targets = turn["output"].get("targets", {}).values()
    return sum(target.get("processor_seconds", 0) for target in targets) or turn["seconds"]


def last_found(turns):
    """When the last turn of a search found new code for the last time, in minutes before its end; nothing for other parts."""
    for target in turns[-1]["output"].get("targets", {}).values():
        return f", new code until {(target['seconds'] - target['last_new_coverage']) / 60:.0f} min before the end"
    return ""


def report(log):
    """Prints a table of a log."""
    parts = collections.defaultdict(list)
    for entry in entries(log):
        parts[entry["part"]].append(entry)
    print("| Part | Hours | Turns | Cases | Failed turns | Dates | Commits | Seeds |\n|---|---|---|---|---|---|---|---|")
    for part, turns in sorted(parts.items()):
        units = collections.Counter()
        for each in turns:
            if "unit" in each["output"]:
                units[each["output"]["unit"]] += each["output"]["count"]
        cases = ", ".join(f"{count:,} {unit}" for unit, count in sorted(units.items())) + last_found(turns)
        failed = sum(each["result"] in FAILED for each in turns)
        dates, commits = sorted({each["date"][:10] for each in turns}), dict.fromkeys(each["commit"] for each in turns)
        print(f"| {part} | {sum(map(duration, turns)) / 3600:.1f} | {len(turns)} | {cases} | {failed} | {' to '.join({dates[0]: 0, dates[-1]: 0})} "
              f"| {', '.join(commits)} | {', '.join(str(each['seed']) for each in turns)} |")
    print(f"\n{sum(map(duration, (each for turns in parts.values() for each in turns))) / 3600:.1f} hours in all.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--log", type=pathlib.Path, default=LOG)
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    if options.report:
        return report(options.log)
    chosen = [name for name in PARTS if not options.parts or any(name.startswith(part) for part in options.parts)]
    for part in options.parts:
        if not any(name.startswith(part) for name in PARTS):
            print(f"there is no part {part}; there are {', '.join(PARTS)}", file=sys.stderr)
            return 64
    end = time.monotonic() + 60 * options.minutes
    failed = 0
    while chosen:
        known = entries(options.log)
        spent = {name: [entry["seconds"] for entry in known if entry["part"] == name] for name in chosen}
        left = end - time.monotonic()
        # A part without a length has to fit into the time that is left.
        fitting = [name for name in chosen if "{minutes}" in str(PARTS[name]) or not spent[name] or spent[name][-1] < left]
        if left < 30 or not fitting:
            break
        part = min(fitting, key=lambda name: sum(spent[name]))
        entry = turn(part, min(TURN, left / 60))
        options.log.parent.mkdir(parents=True, exist_ok=True)
        with open(options.log, "a") as out:
            fcntl.flock(out, fcntl.LOCK_EX)
            out.write(json.dumps(entry) + "\n")
        print(f"  {entry['result']} after {entry['seconds']} s", flush=True)
        failed += entry["result"] in FAILED
        # A part that has failed is not repeated: somebody should look first.
        if entry["result"] != "passed":
            chosen.remove(part)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
