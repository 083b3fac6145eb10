#!/usr/bin/env python3
"""Query a catalog file with one or two programs, alternately: the times of whole processes, their instructions, and whether the answers
are the same bytes.

usage: measure_files.py CATALOG TIMES PROGRAM [OTHER-PROGRAM]
"""
import os, pathlib, re, shutil, statistics, subprocess, sys, tempfile, time

AT = "2026-11-21T17:30:00Z"
QUERIES = [
    ["open"], ["list"], ["list", "--sort", "closing"], ["open", "--category", "cafe"], ["search", "market"], ["search", "café", "hall"],
    ["near", "38.83,-77.307"], ["near", "38.83,-77.307", "--within", "500m", "--open"], ["events"], ["show", "penn/dining/1234"],
]


def run(program, arguments, folder):
    """Seconds, then exit code and output of one process, which writes to a file."""
    out = pathlib.Path(folder, "out")
    with open(out, "wb") as stdout:
        start = time.perf_counter()
        code = subprocess.run([program, *arguments], stdout=stdout, stderr=subprocess.DEVNULL, env={"HOME": folder}).returncode
        seconds = time.perf_counter() - start
    return seconds, (code, out.read_bytes())


def instructions(program, arguments, folder):
    """The instructions of a process in millions, which do not depend on other processes; None without Valgrind."""
    if not shutil.which("valgrind"):
        return None
    # A copy without the separate debug symbols, which Valgrind cannot read.
    copy, log = shutil.copy(program, os.path.join(folder, "program")), pathlib.Path(folder, "log")
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}"]
    subprocess.run([*valgrind, copy, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"HOME": folder})
    found = re.search(r"Collected : (\d+)", log.read_text())
    return int(found[1]) / 1e6 if found else None


def main(catalog, times, programs):
    different = 0
    print(f"{'query':52}" + f"{'min ms':>8}{'median':>8}{'Minstr':>8}" * len(programs) + ("   ratio  answers" if len(programs) > 1 else ""))
    with tempfile.TemporaryDirectory() as folder:
        for query in [["--help"]] + [query + format for query in QUERIES for format in ([], ["--format", "json"])]:
            arguments = query if query == ["--help"] else [*query, "--catalog", catalog, "--at", AT]
            answers = [run(program, arguments, folder)[1] for program in programs]
            seconds = [[] for _ in programs]
            for _ in range(times):
                for program, taken in zip(programs, seconds):
                    taken.append(run(program, arguments, folder)[0] * 1000)
            line = f"{' '.join(query):52}"
            for program, taken in zip(programs, seconds):
                count = instructions(program, arguments, folder)
                line += f"{min(taken):8.1f}{statistics.median(taken):8.1f}" + (f"{count:8.0f}" if count else f"{'-':>8}")
            if len(programs) > 1:
                same = answers[0] == answers[1]
                different += not same
                line += f"{statistics.median(own / other for own, other in zip(*seconds)):8.2f}  {'same' if same else 'DIFFERENT'}"
            print(line, flush=True)
    return different


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]) else 0)
