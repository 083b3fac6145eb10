#!/usr/bin/env python3
"""Builds everything with a sanitizer and runs tests with it.

usage: sanitizers.py address|thread library|server|programs [MINUTES]

"address" also finds undefined behavior in C and C++ and in the inline functions of C headers; the Swift compiler has no sanitizer of its own
for that. It does not look for leaks: a reference in an enum of Swift, which has a tag in its unused bits, would be taken for one. "library"
are the tests that start no programs; "server" are servers under load, for some minutes; "programs" are programs as adapters, which run
outside of the sanitizer in their sandboxes. The first report of undefined behavior ends a process; all others are counted. The last line is
JSON: tests or requests, and reports. Exits with 1 if there is a report or a failed test.
"""
import json, os, re, subprocess, sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
UNDEFINED = ["-fsanitize=undefined", "-fno-sanitize=vptr", "-fno-sanitize-recover=undefined"]
REPORT = re.compile(r"(?:WARNING|ERROR): (?:Thread|Address)Sanitizer|: runtime error: ")
TESTS = re.compile(r"Test run with (\d+) tests?\b.*?(passed|failed)")
PARTS = {
    "library": ["--skip", r"^(CommandTests|ExecAdapterTests)\."],
    "programs": ["--filter", r"^ExecAdapterTests\.|^CommandTests\.(ExecutableTests|ProgramTrustTests)"],
}


def options(sanitizer):
    words = [f"--sanitize={sanitizer}", "--scratch-path", ".build-asan" if sanitizer == "address" else ".build-tsan"]
    if sanitizer == "address":
        words += [word for flag in UNDEFINED for option in ("-Xcc", "-Xcxx") for word in (option, flag)]
    return words


def run(words, environment):
    """Runs a command, shows its output on stderr, and returns its exit code, the lines and the number of reports."""
    process = subprocess.Popen(
        words, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace")
    lines, reports = [], 0
    for line in process.stdout:
        lines = lines[-200:] + [line]
        reports += bool(REPORT.search(line))
        print(line, end="", file=sys.stderr, flush=True)
    return process.wait(), lines, reports


def main(sanitizer, part, minutes="3"):
    folder = os.path.join(ROOT, ".build-asan" if sanitizer == "address" else ".build-tsan", "debug")
    environment = {
        **os.environ, "AGGREGATE_PROGRAM": os.path.join(folder, "aggregate"),
        "TSAN_OPTIONS": "exitcode=66:suppressions=" + os.path.join(ROOT, "Tests/Faults/thread.suppressions"),
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    status, _, reports = run(["swift", "build", "-q", "--build-tests", *options(sanitizer)], environment)
    result = {"count": 0, "unit": "requests" if part == "server" else "tests"}
    if status == 0 and part == "server":
        status, lines, reports = run(
            [sys.executable, "-B", "Tests/Faults/server_load.py", folder, minutes], environment)
        found = [line for line in lines if line.startswith('{"count"')]
        result = json.loads(found[-1]) if found else result
    elif status == 0:
        # Not all tests at once: Foundation's Process crashes while more than about 1,360 files are open.
        status, lines, reports = run(
            ["swift", "test", "--skip-build", "--experimental-maximum-parallelization-width", "16", *options(sanitizer), *PARTS[part]],
            environment)
        found = [match for line in lines if (match := TESTS.search(line))]
        result["count"] = int(found[-1][1]) if found else 0
    print(json.dumps({**result, "sanitizer": sanitizer, "part": part, "reports": reports}))
    return 1 if status or reports or not result["count"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
