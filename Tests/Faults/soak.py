#!/usr/bin/env python3
"""Searches for faults for a given time, and keeps a log.

usage: soak.py --minutes N [--log FILE] [PART ...]      PART is one of PARTS or the beginning of its name, such as fuzz
       soak.py --report [--log FILE]                    prints a table of the log

Each part has a program that tries random cases. The part with the least time so far is next: for a quarter of an hour if it takes a
length, otherwise once. So a later call goes on where this one ends, and calls of different parts can run at the same time. Each turn
has a seed of its own, and adds a line to the log: the date, the commit, the part, the seed, the seconds, how it ended, and what its program
says of itself on its last line. The output of a turn that found a fault is kept below .build/soak.
Exit 0: no fault, 1: a fault, 64: a part is unknown.
"""
import argparse, collections, datetime, fcntl, json, os, pathlib, random, re, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LOG = ROOT / "Tests" / "Faults" / "soak.ndjson"
TURN = 15  # minutes
LIMIT = 3 * 3600  # seconds for a turn, after which it counts as hung
FUZZED = sorted(file.stem for file in (ROOT / "Tests" / "Fuzz" / "dictionaries").glob("*.dict"))


def tests(filter, factor=20):
    words = ["swift", "test", "--skip-build", "--experimental-maximum-parallelization-width", "16", "--filter", rf"^{filter}\.",
             "--skip", r"\.memoryIsFlat"]
    return [*words], {"AGGREGATE_SOAK": str(factor)}


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
    text = subprocess.run(["git", "log", "-1", "--format=%h"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    changes = subprocess.run(["git", "status", "--porcelain", "Sources", "Tests"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return text + ("+changes" if changes else "")


def said(output):
    """What a program says of itself: the object on its last line, or the number of tests."""
    last = (output.strip().splitlines() or [""])[-1]
    if last.startswith("{"):
        try:
            return json.loads(last)
        except ValueError:
            pass
    number = re.search(r"Test run with (\d+) tests", output)
    return {"count": int(number[1]), "unit": "tests"} if number else {"text": last[:200]}


def turn(part, minutes):
    """Runs a part. Returns the line for the log."""
    command, environment = PARTS[part] if isinstance(PARTS[part], tuple) else (PARTS[part], {})
    seed = random.SystemRandom().randrange(1_000_000) * 1000
    words = [word.format(minutes=round(minutes, 1), seed=seed) for word in command]
    entry = {"date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%dT%H:%MZ}", "commit": commit(), "part": part, "seed": seed}
    print(f"{entry['date']} {part}: AGGREGATE_SEED={seed} {' '.join(words)}", flush=True)
    start = time.monotonic()
    # SwiftPM locks a build below the folder for temporary files, so parts do not wait for each other.
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, **environment, "AGGREGATE_SEED": str(seed), "TMPDIR": folder}
        process = subprocess.Popen(words, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            output = process.communicate(timeout=max(LIMIT, 120 * minutes))[0].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output = process.communicate()[0].decode("utf-8", "replace")
            entry["ended"] = "hung"
    entry["seconds"] = round(time.monotonic() - start)
    entry.setdefault("ended", {0: "well", 77: "impossible here"}.get(process.returncode, "with a fault"))
    entry.update(said(output))
    if entry["ended"] in ("hung", "with a fault"):
        file = ROOT / ".build" / "soak" / f"{part.replace('/', '-')}-{seed}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(output)
        print(output[-3000:], f"the whole output is in {file}", sep="\n", flush=True)
    return entry


def report(log):
    """Prints a table of a log: the time of each part, what it did, and how many turns found a fault."""
    parts = collections.defaultdict(list)
    for entry in entries(log):
        parts[entry["part"]].append(entry)
    print("| Part | Hours | Turns | Cases | Turns with a fault |\n|---|---|---|---|---|")
    for part, turns in sorted(parts.items()):
        units = collections.Counter()
        for each in turns:
            if "unit" in each:
                units[each["unit"]] += each["count"]
        cases = ", ".join(f"{count:,} {unit}" for unit, count in sorted(units.items()))
        faults = sum(each["ended"] in ("hung", "with a fault") for each in turns)
        print(f"| {part} | {sum(each['seconds'] for each in turns) / 3600:.1f} | {len(turns)} | {cases} | {faults} |")
    print(f"\n{sum(each['seconds'] for turns in parts.values() for each in turns) / 3600:.1f} hours in all.")


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
    faults = 0
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
        print(f"  {entry['ended']} after {entry['seconds']} s", flush=True)
        faults += entry["ended"] in ("hung", "with a fault")
        if entry["ended"] == "impossible here":
            chosen.remove(part)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
