#!/usr/bin/env python3
"""Change the code in one place at a time, and see whether the tests notice: mutation testing.

usage: mutate.py [LIBRARY…] [--count N] [--minutes N] [--seed N]   tries more changes of some libraries (all); N of each library
       mutate.py [LIBRARY…] --again [--minutes N]                  tries again those that no test noticed
       mutate.py [LIBRARY…] --report                               prints a table, and the changes that no test noticed

All libraries and their tests are built once in a package below .build/mutants, with many changes that a variable switches on (changes.py).
Only the tests run for each change: first those that are quick or near the code, then the others if no test has failed.
Tests/Mutation/log/LIBRARY.ndjson has a line for each change, so that a later run goes on where this one ends. Its "result" is:
noticed (by a test: "by"), timed out (the tests take more than five times as long), survived, invalid (the change does not compile). A change that cannot
be noticed, because the program does the same with it, has the reason in "equivalent", written by hand.
Changes of lines that do not exist anymore are removed from it.
The last line is an object with what this run did. Exit 0: at least 90 % of the changes in the logs are noticed, 1: fewer, or there are none,
77: the package cannot be built, or its tests fail without a change.
"""
import argparse, contextlib, itertools, json, os, pathlib, random, re, resource, shutil, signal, subprocess, sys, time
from dataclasses import dataclass
import changes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORK = ROOT / ".build" / "mutants"
LOG = pathlib.Path(__file__).resolve().parent / "log"


@dataclass
class Library:
    """Files that are changed: their module, a pattern below its folder, and the tests that should notice. Tests whose names match `near` run
    first, or those that do not match `slow`."""

    module: str
    files: str
    tests: str
    near: str = ""
    slow: str = ""

    @property
    def selections(self):
        all = rf"^{self.tests}\."
        if self.near:
            return [["--filter", f"{all}({self.near})"], ["--filter", all, "--skip", f"{all}({self.near})"]]
        return [["--filter", all, "--skip", self.slow], ["--filter", f"{all}.*({self.slow})"]]


LIBRARIES = {
    "OpeningHours": Library(
        "OpeningHours", "**/*.swift", "OpeningHoursTests", slow="onlyAcceptedFormsAreWritten|answersAgreeAtEveryMinute|sweepMatchesDayByDay"),
    "Merge": Library("Aggregation", "Merge/*.swift", "AggregationTests", near=r"(Event|Menu)?Merge|Correction|FormerIDs"),
    "Acceptance": Library(
        "Aggregation", "Run/Acceptance*.swift", "AggregationTests",
        slow="Work|Filter|LostLine|Registry|Merge|Correction|Former|FeedCodes|Spill|HostThrottle|Retry|Redirect|RateLimit|Many|threeDays|deadServer"),
    "FeedMapping": Library(
        "FeedMapping", "**/*.swift", "FeedMappingTests", slow="mappingMeetsTheContract|Proposal|Template|Sanity|RawValues"),
    "CatalogExport": Library(
        "CatalogExport", "**/*.swift", "CatalogExportTests",
        slow="AtClockChanges|everyZone|zonesOfPlaces|newlineDelimited|textsAreInert|sameCatalogGives|queryFindsWhat|bytesDoNotDepend"),
}
BUILD = ["swift", "build", "--build-tests"]
RESULTS = ["noticed", "timed out", "survived"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", metavar="LIBRARY", help="OpeningHours, Merge, Acceptance, FeedMapping or CatalogExport")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    names = options.libraries or list(LIBRARIES)
    if unknown := set(names) - set(LIBRARIES):
        parser.error(f"unknown libraries: {', '.join(sorted(unknown))}; one of {', '.join(LIBRARIES)}")
    if options.report:
        return report(names)

    end = time.monotonic() + options.minutes * 60
    logs = {name: read(name) for name in names}
    tried = []
    try:
        make_package({LIBRARIES[name].tests for name in names})
        chosen = {name: choose(name, logs[name], options) for name in names}
        switched = build_with(chosen, logs)
        limits = {name: baseline(LIBRARIES[name]) for name in names}
        # One of each library in turn.
        for name, number, change in filter(None, itertools.chain(*itertools.zip_longest(*switched))):
            if time.monotonic() > end:
                break
            result = attempt(LIBRARIES[name], number, limits[name])
            tried.append(result["result"])
            record(logs[name], change, result)
            write(name, logs[name])
            if result["result"] == "survived":
                print(f"{change.file}:{change.line}\n  - {change.old}\n  + {change.new}", flush=True)
    except (Impossible, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 77
    finally:
        print(json.dumps({"count": len(tried), "unit": "mutants", "seed": options.seed} | {result: tried.count(result) for result in RESULTS}))
    noticed, of = [sum(column) for column in zip(*[score(read(name)) for name in names])]
    if noticed < 0.9 * of:
        print(f"only {noticed} of {of} changes are noticed: see Tests/Mutation/mutate.py --report", file=sys.stderr)
    return 0 if of and noticed >= 0.9 * of else 1


class Impossible(Exception):
    """Why no change can be tried."""


def make_package(tests):
    """Makes the package: copies of the targets that the tests need, and a manifest with only these."""
    described = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, check=True).stdout)
    targets = {each["name"]: each for each in described["targets"]}
    needed, queue = set(), sorted(tests)
    while queue:
        name = queue.pop()
        if name in targets and name not in needed:
            needed.add(name)
            for dependency in targets[name]["dependencies"]:
                queue.append((dependency.get("byName") or dependency.get("target") or [None])[0])
            queue += [use["plugin"][0] for use in targets[name].get("pluginUsages") or []]
    WORK.mkdir(parents=True, exist_ok=True)
    for name in ["Sources", "Adapters", "Campuses", "Fixtures", "Plugins", "Tests", "Docs"]:
        mirror(ROOT / name, WORK / name)
    if (ROOT / "Package.resolved").exists():
        shutil.copy2(ROOT / "Package.resolved", WORK)
    # All other targets are removed after the manifest has listed them.
    (WORK / "Package.swift").write_text(
        (ROOT / "Package.swift").read_text() + f"\nlet needed: Set<String> = {json.dumps(sorted(needed))}\n"
        "package.targets.removeAll { !needed.contains($0.name) }\npackage.products = []\n")


def mirror(source, target):
    """Copies a folder without touching files that are the same, so that they are not compiled again."""
    files = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    files = {path for path in files if not any(part.startswith(".build") for part in path.parts)}
    for old in [path for path in target.rglob("*") if path.is_file() and path.relative_to(target) not in files]:
        if not any(part.startswith(".build") for part in old.relative_to(target).parts):
            old.unlink()
    for name in files:
        new = target / name
        if not new.exists() or new.read_bytes() != (source / name).read_bytes():
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, new)


def choose(name, log, options):
    """Chooses changes, at most one of a line: new ones, or those that survived."""
    library, found = LIBRARIES[name], []
    for file in sorted((ROOT / "Sources" / library.module).glob(library.files)):
        found += changes.changes(str(file.relative_to(ROOT)), file.read_text())
    if options.again:
        survivors = {key(entry) for entry in log if entry["result"] == "survived" and "equivalent" not in entry}
        found, count = [change for change in found if key(vars(change)) in survivors], len(found)
    else:
        tried, count = {key(entry) for entry in log}, options.count
        found = [change for change in found if key(vars(change)) not in tried]
        random.Random(options.seed).shuffle(found)
    found = list({key(vars(change)): change for change in found}.values())
    return list({(change.file, change.line): change for change in reversed(found)}.values())[::-1][:count]


def key(entry):
    return entry["file"], entry["old"], entry["new"]


def build_with(chosen, logs):
    """Builds the package with all changes that compile, and returns these by library with their numbers."""
    numbers = itertools.count(1)
    switched = [[(name, next(numbers), change) for change in found] for name, found in chosen.items()]
    while True:
        apply([each for library in switched for each in library])
        code, output = run(BUILD)
        if code == 0:
            return switched
        wrong = {(file, int(line)) for file, line in re.findall(rf"{re.escape(str(WORK))}/(\S+?):(\d+):\d+: error:", output)}
        bad = {number for library in switched for _, number, change in library if any(at == change.line for at in lines_of(change.file, wrong))}
        # An error in a declaration names a number; an error beside a change is in the same expression.
        bad |= {int(number) for number in re.findall(r"mutant\((\d+)\)", "\n".join(declaration_lines(wrong)))}
        if not bad:
            bad = {nearest(switched, file, line) for file, line in wrong} - {None}
        if not bad:
            raise Impossible(f"{output[-4000:]}\nthe package of the changes cannot be built")
        for library in switched:
            for name, _, change in [each for each in library if each[1] in bad]:
                record(logs[name], change, {"result": "invalid"})
                write(name, logs[name])
            library[:] = [each for each in library if each[1] not in bad]


def lines_of(file, wrong):
    return [line for name, line in wrong if name == file]


def declaration_lines(wrong):
    for file, line in wrong:
        if file.endswith("/MutantSwitch.swift"):
            yield (WORK / file).read_text().split("\n")[line - 1]


def nearest(switched, file, line):
    found = [(abs(change.line - line), number) for library in switched for _, number, change in library if change.file == file]
    return min(found)[1] if found else None


def apply(numbered):
    """Writes the files with all changes, and for each module the switch and the declarations."""
    modules = {library.module for library in LIBRARIES.values()}
    files = {file for module in modules for file in (ROOT / "Sources" / module).rglob("*.swift")}
    by_file, declared = {}, {module: changes.SWITCH for module in modules}
    for name, number, change in numbered:
        by_file.setdefault(change.file, []).append((number, change))
        declared[LIBRARIES[name].module] += "\n" + changes.numbered(change.declaration, number) + "\n"
    for file in files:
        name = str(file.relative_to(ROOT))
        lines = file.read_text().split("\n")
        for number, change in by_file.get(name, []):
            lines[change.line - 1] = changes.numbered(change.code, number)
        replace(WORK / name, "\n".join(lines))
    for module, text in declared.items():
        replace(WORK / "Sources" / module / "MutantSwitch.swift", text)


def replace(file, text):
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def run(arguments, limit=3600, stop_at=None, **environment):
    """Runs a command in a process group of its own, to its end or to a line that matches.

    Its processes may use the processor for `limit` seconds each, so that other load makes no difference, and wait twenty times as long.
    Returns its exit code (None after the limit, or at the line), and its output."""
    process = subprocess.Popen(
        arguments, cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, env=os.environ | environment,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    output, end = b"", time.monotonic() + 20 * limit
    os.set_blocking(process.stdout.fileno(), False)
    try:
        while time.monotonic() < end:
            # Other processes that a test started may have the pipe, too, so its end says nothing about the end of the tests.
            has_ended = process.poll() is not None
            part = process.stdout.read()
            if not part:
                if has_ended:
                    return process.returncode, output.decode("utf-8", "replace")
                time.sleep(0.05)
                continue
            unread = max(output.rfind(b"\n"), 0)
            output += part
            if stop_at and (match := re.search(stop_at, output[unread:].decode("utf-8", "replace"))):
                return None, match[1]
        return None, ""
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()
        process.stdout.close()


def test(library, selection, limit, number=0):
    """Runs some tests of a library. Returns the result, and the test that failed."""
    program = [str(WORK / ".build/debug/aggregatePackageTests.xctest"), "--testing-library", "swift-testing"]
    code, output = run(
        program + ["--experimental-maximum-parallelization-width", "16"] + selection, limit,
        r"Test (?:case passing .*? to )?(\"[^\"]*\"|\S+).*? recorded an issue", MUTANT=str(number),
        # A report of a crash takes longer than all tests.
        SWIFT_BACKTRACE="enable=no")
    if code is None and output:
        return "noticed", output
    if code in [None, -signal.SIGXCPU, -signal.SIGKILL]:
        return "timed out", ""
    if code == 69:
        raise Impossible(f"no tests match {selection}")
    return ("survived", "") if code == 0 else ("noticed", f"exit code {code}")


def baseline(library):
    """Runs the tests without a change. Returns how long each selection of them may take with one."""
    limits = []
    for selection in library.selections:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        result, by = test(library, selection, 3600)
        if result != "survived":
            raise Impossible(f"{library.tests} fail without a change: {by}")
        limits.append(5 * int(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) + 10)
    return limits


def attempt(library, number, limits):
    for selection, limit in zip(library.selections, limits):
        result, by = test(library, selection, limit, number)
        if result != "survived":
            break
    return {"result": result} | ({"by": by} if by else {})


def read(name):
    """The changes of a library that were tried, without those of lines that do not exist anymore."""
    file = LOG / f"{name}.ndjson"
    log = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    files = {entry["file"] for entry in log if (ROOT / entry["file"]).exists()}
    lines = {(file, line.strip()) for file in files for line in (ROOT / file).read_text().split("\n")}
    return [entry for entry in log if (entry["file"], entry["old"]) in lines]


def write(name, log):
    LOG.mkdir(exist_ok=True)
    new = LOG / f".{name}.ndjson"
    new.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in log))
    new.replace(LOG / f"{name}.ndjson")


def record(log, change, result):
    """Adds the result of a change, instead of its last one."""
    entry = {"file": change.file, "line": change.line, "old": change.old, "new": change.new} | result
    for index, last in enumerate(log):
        if key(last) == key(entry):
            log[index] = entry
            return
    log.append(entry)


def score(log):
    """How many changes are noticed, and how many can be."""
    results = [entry["result"] for entry in log if "equivalent" not in entry and entry["result"] != "invalid"]
    return len(results) - results.count("survived"), len(results)


def report(names):
    print("| library | mutants | noticed | timed out | survived | equivalent | did not compile | noticed or timed out |\n|---|---|---|---|---|---|---|---|")
    rows = []
    for name in names:
        log = read(name)
        count = {result: sum(entry["result"] == result and "equivalent" not in entry for entry in log) for result in RESULTS}
        equivalent = sum("equivalent" in entry for entry in log)
        rows.append([sum(count.values()), *count.values(), equivalent, sum(entry["result"] == "invalid" for entry in log)])
    rows.append([sum(column) for column in zip(*rows)])
    for name, row in zip([*names, "all"], rows):
        print(f"| {name} | {' | '.join(map(str, row))} | {100 * (row[1] + row[2]) / max(1, row[0]):.1f} % |")
    for entry in [entry for name in names for entry in read(name) if entry["result"] == "survived"]:
        print(f"\n{entry['file']}:{entry['line']}\n  - {entry['old']}\n  + {entry['new']}")
        if "equivalent" in entry:
            print(f"  equivalent: {entry['equivalent']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
