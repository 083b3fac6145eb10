"""Export the history of a store in each format, and ask for one entry and for past catalogs: seconds, MB and peak memory of whole processes.

usage: measure_history.py PROGRAM FOLDER

FOLDER has store.sqlite and runs.txt. Exit 1: the goals of 60 seconds and 150 MB for an export, or of 150 ms for a question, were missed.
"""
import json, os, pathlib, random, shutil, sqlite3, statistics, subprocess, sys, time

SECONDS, MEGABYTES, MILLISECONDS = 60, 150, 150


def run(command, out):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        sys.exit(f"{' '.join(command)}\nended with exit code {os.waitstatus_to_exitcode(status)}")
    files = [file for file in out.rglob("*") if file.is_file()] if out.is_dir() else [out]
    return seconds, sum(file.stat().st_size for file in files) / 1e6, usage.ru_maxrss / 1000, files


def milliseconds(program, command, folder):
    start = time.perf_counter()
    result = subprocess.run([program, *command, "--store", str(folder / "store.sqlite")], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if result.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}\nended with exit code {result.returncode}: {result.stderr}")
    return 1000 * (time.perf_counter() - start)


def questions(program, folder):
    """Prints the times of questions about entries, and about past catalogs. Returns whether a goal was missed: by a median, or, of the 40
    entries, by the median of one entry."""
    with sqlite3.connect(folder / "store.sqlite") as database:
        entry, = database.execute("SELECT entry FROM change WHERE what = 'changed' GROUP BY entry ORDER BY count(*) DESC LIMIT 1").fetchone()
        entries = [id for id, in database.execute("SELECT DISTINCT entry FROM change WHERE what = 'changed' ORDER BY entry")]
        selection, = database.execute("SELECT selection FROM run ORDER BY id DESC LIMIT 1").fetchone()
    campuses = [word for campus in json.loads(selection)["campuses"] for word in ("--campus", campus)]
    moments = [line.split()[0] for line in random.Random(1).sample((folder / "runs.txt").read_text().splitlines(), 9)]
    missed = False
    for name, commands in {
        f"history {entry}": [["history", entry]] * 9,
        "history of 40 entries": [["history", id] for id in random.Random(1).sample(entries, 40)],
        "--offline --as-of T": [["--offline", "--as-of", moment, "-q", *campuses] for moment in moments],
    }.items():
        of_entries = len(commands) == 40
        times = [statistics.median(milliseconds(program, command, folder) for _ in range(5 if of_entries else 1)) for command in commands]
        print(f"{name:40}{statistics.median(times):6.0f} ms, worst {max(times):.0f} ms")
        missed = missed or (max(times) if of_entries else statistics.median(times)) > MILLISECONDS
    return missed


def main(program, folder):
    missed = questions(program, folder)
    print(f"store: {(folder / 'store.sqlite').stat().st_size / 1e6:.0f} MB\n{'format':10}{'seconds':>9}{'MB out':>9}{'peak MB':>9}")
    for name in ("csv", "ndjson", "sqlite"):
        out = folder / ("history.sqlite" if name == "sqlite" else f"history-{name}")
        seconds, size, peak, files = run([program, "export", "--history", "--format", name, "-o", str(out), "--store", str(folder / "store.sqlite")], out)
        print(f"{name:10}{seconds:9.1f}{size:9.0f}{peak:9.0f}")
        missed = missed or seconds > SECONDS or peak > MEGABYTES
        if name == "csv":
            rows = {file.stem: sum(chunk.count(b"\n") for chunk in iter(lambda source=open(file, "rb"): source.read(1 << 20), b"")) - 1 for file in files}
        shutil.rmtree(out) if out.is_dir() else out.unlink()
    print("rows: " + ", ".join(f"{count} of {name}" for name, count in sorted(rows.items())))
    sys.exit(1 if missed else 0)


main(sys.argv[1], pathlib.Path(sys.argv[2]))
