#!/usr/bin/env python3
"""Change the code in one place at a time, and see whether the tests notice: mutation testing.

usage: mutate.py LIBRARY [--count N] [--minutes N] [--seed TEXT]     LIBRARY is one of those in LIBRARIES
       mutate.py --report                                             summarizes all logs, and lists the changes that no test noticed

Each library is built in a small package of its own below .build/mutants, with the targets that its tests need. A log beside it has a line
for each change, so that a later call goes on where this one ends. A change that does not compile does not count; one that makes the tests
hang counts as noticed.
Exit 0: at least 90 % of the changes are noticed, 1: fewer, 2: the tests fail without a change.
"""
import argparse, json, os, pathlib, random, re, shutil, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORK = ROOT / ".build" / "mutants"
# The files that are changed, and the tests that should notice: the test target, and a filter of its tests.
LIBRARIES = {
    "OpeningHours": ("Sources/OpeningHours/**/*.swift", "OpeningHoursTests", r"^OpeningHoursTests\."),
    "Merge": ("Sources/Aggregation/Merge/*.swift", "AggregationTests", r"^AggregationTests\."),
    "Acceptance": ("Sources/Aggregation/Run/Acceptance*.swift", "AggregationTests", r"^AggregationTests\."),
    "FeedMapping": ("Sources/FeedMapping/**/*.swift", "FeedMappingTests", r"^FeedMappingTests\."),
    "CatalogExport": ("Sources/CatalogExport/**/*.swift", "CatalogExportTests", r"^CatalogExportTests\."),
}
CHANGES = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " + "), (r" &\+ ", " &- "), (r" &- ", " &+ "),
    (r" \+= ", " -= "), (r" -= ", " += "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bmin\(", "max("), (r"\bmax\(", "min("),
    (r"\.first\b", ".last"), (r"\.last\b", ".first"), (r"\.\.<", "..."),
]
NUMBER = re.compile(r"(?<![\w.$#\"])(\d{1,6})(?![\w.\"])")
CONDITION = re.compile(r"\b(if|guard) (?!let |var |case |#)([^{,]+?)( \{| else \{)")


def mutants(files):
    """All changes of some files: (file, line number from 1, column, new line)."""
    for file in files:
        text_depth = 0
        for number, line in enumerate(file.read_text().split("\n"), 1):
            # Texts of several lines have no code.
            quotes = line.count('"""')
            inside = text_depth
            text_depth = (text_depth + quotes) % 2
            code = line.split("//")[0]
            if inside or quotes or re.match(r"\s*(import|package import|public import|@|case [^:]*$|enum|struct|extension|protocol)\b", code):
                continue
            hidden = [match.span() for match in re.finditer(r'"(?:[^"\\]|\\.)*"', code)]

            def visible(start):
                return not any(begin <= start < end for begin, end in hidden)

            for pattern, new in CHANGES:
                for match in re.finditer(pattern, code):
                    if visible(match.start()):
                        yield file, number, match.start(), line[:match.start()] + new + line[match.end():]
            for match in NUMBER.finditer(code):
                if visible(match.start()):
                    yield file, number, match.start(), line[:match.start(1)] + str(int(match[1]) + 1) + line[match.end(1):]
            for match in CONDITION.finditer(code):
                if visible(match.start()):
                    yield file, number, match.start(), line[:match.start(2)] + f"!({match[2]})" + line[match.end(2):]


def package(library, target):
    """Makes the package: copies of the targets that the tests need, and a manifest with only these."""
    folder = WORK / library
    described = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, check=True).stdout)
    targets = {each["name"]: each for each in described["targets"]}
    needed, queue = {}, [target]
    while queue:
        name = queue.pop()
        if name in targets and name not in needed:
            needed[name] = targets[name]
            for dependency in targets[name]["dependencies"]:
                queue.append((dependency.get("byName") or dependency.get("target") or [None])[0])
            queue += [use["plugin"][0] for use in targets[name].get("pluginUsages") or []]
    manifest = (ROOT / "Package.swift").read_text()
    folder.mkdir(parents=True, exist_ok=True)
    for name in ["Sources", "Adapters", "Campuses", "Fixtures", "Plugins", "Tests", "Docs"]:
        mirror(ROOT / name, folder / name)
    # All other targets are removed after the manifest has listed them.
    keep = json.dumps(sorted(needed))
    (folder / "Package.swift").write_text(
        manifest + f"\nlet needed: Set<String> = {keep}\npackage.targets.removeAll {{ !needed.contains($0.name) }}\npackage.products = []\n")
    return folder


def mirror(source, target):
    """Copies a folder without touching files that are the same, so that they are not compiled again."""
    files = {path.relative_to(source) for path in source.rglob("*") if path.is_file() and not any(part.startswith(".build") for part in path.relative_to(source).parts)}
    for old in [path for path in target.rglob("*") if path.is_file() and path.relative_to(target) not in files]:
        old.unlink()
    for name in files:
        new = target / name
        if not new.exists() or new.read_bytes() != (source / name).read_bytes():
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, new)


def run(arguments, folder, limit):
    """Runs a command in a process group of its own. Returns its exit code, None after the limit; and its output."""
    process = subprocess.Popen(arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=limit)
        return process.returncode, output.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return None, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", nargs="?", choices=LIBRARIES)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    if options.report or not options.library:
        return report(sorted(WORK.glob("*.ndjson")))
    pattern, target, tests = LIBRARIES[options.library]
    folder = package(options.library, target)
    build = ["swift", "build", "--build-tests"]
    test = ["swift", "test", "--skip-build", "--experimental-maximum-parallelization-width", "16", "--filter", tests]
    code, output = run(build, folder, 3600)
    started = time.monotonic()
    code, output = run(test, folder, 3600) if code == 0 else (code, output)
    if code != 0:
        print(output[-4000:])
        print("the tests fail without a change")
        return 2
    limit = 5 * (time.monotonic() - started) + 30

    files = sorted(folder.glob(pattern))
    chosen = list(mutants(files))
    random.Random(options.seed).shuffle(chosen)
    log = WORK / f"{options.library}.ndjson"
    done = {(entry["file"], entry["line"], entry["new"]) for entry in map(json.loads, log.read_text().splitlines())} if log.exists() else set()
    end = time.monotonic() + options.minutes * 60
    valid = sum(json.loads(line)["result"] != "invalid" for line in log.read_text().splitlines()) if log.exists() else 0
    for file, number, column, new in chosen:
        name = str(file.relative_to(folder))
        if valid >= options.count or time.monotonic() > end:
            break
        if (name, number, new.strip()) in done:
            continue
        before = file.read_text()
        lines = before.split("\n")
        entry = {"file": name, "line": number, "old": lines[number - 1].strip(), "new": new.strip()}
        lines[number - 1] = new
        started = time.monotonic()
        try:
            file.write_text("\n".join(lines))
            code, _ = run(build, folder, 900)
            if code != 0:
                entry["result"] = "invalid"
            else:
                code, _ = run(test, folder, limit)
                entry["result"] = "hangs" if code is None else "survived" if code == 0 else "noticed"
        finally:
            file.write_text(before)
        entry["seconds"] = round(time.monotonic() - started, 1)
        valid += entry["result"] != "invalid"
        with open(log, "a") as out:
            out.write(json.dumps(entry) + "\n")
    run(build, folder, 900)
    return report([log])


def report(logs):
    total = noticed = 0
    for log in logs:
        entries = [json.loads(line) for line in log.read_text().splitlines()]
        valid = [entry for entry in entries if entry["result"] != "invalid"]
        survived = [entry for entry in valid if entry["result"] == "survived"]
        total, noticed = total + len(valid), noticed + len(valid) - len(survived)
        for entry in survived:
            print(f"{entry['file']}:{entry['line']}\n  - {entry['old']}\n  + {entry['new']}")
        print(f"{log.stem}: {len(valid) - len(survived)} of {len(valid)} changes noticed ({len(entries) - len(valid)} did not compile)")
    return 0 if noticed >= 0.9 * total > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
