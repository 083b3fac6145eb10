"""Measure `aggregate diff`: of two large catalogs beside reading both files once, and of two small ones, whose entries stand in
another order, beside the packages jsonpatch and jsondiff. Started by `diff`.

usage: measure_diff.py BINARY LARGE_FOLDER SMALL_FOLDER TIMES
"""

import json
import os
import statistics
import subprocess
import sys
import time

import jsondiff
import jsonpatch

BINARY, LARGE, SMALL, TIMES = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])


def process(*command):
    """Seconds, largest resident memory in MB, what it printed."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {child.returncode}")
    return seconds, usage.ru_maxrss / 1024, output


def changes(output):
    return sum(len(entry["changes"]) for entry in json.loads(output)["changes"])


def show(name, seconds, more=""):
    print(f"{name:34} {statistics.median(seconds) * 1000:10.1f} ms  (best {min(seconds) * 1000:.1f}){more}")


def files(folder):
    return os.path.join(folder, "old.json"), os.path.join(folder, "new.json")


old, new = files(LARGE)
reading, ours, memory = [], [], []
for _ in range(TIMES):
    reading.append(process("sh", "-c", 'cat "$0" "$1" >/dev/null', old, new)[0])
    seconds, peak, output = process(BINARY, "diff", old, new, "--format", "json")
    ours.append(seconds)
    memory.append(peak)
print(f"two catalogs of {json.loads(output)['old']['entries']:,} entries, {(os.path.getsize(old) + os.path.getsize(new)) / 1e6:,.0f} MB, in turns:")
show("reading both once (cat)", reading)
ratio = statistics.median(a / b for a, b in zip(ours, reading))
show("aggregate diff", ours, f"  {changes(output)} changes, peak {max(memory):.0f} MB, {ratio:.2f} x reading")

old, new = files(SMALL)
ours, patch, diff = [], [], []
left, right = json.load(open(old)), json.load(open(new))
for _ in range(TIMES):
    seconds, _, output = process(BINARY, "diff", old, new, "--format", "json")
    ours.append(seconds)
    seconds, _, text = process(BINARY, "diff", old, new)
    diff.append(seconds)
    start = time.perf_counter()
    operations = len(jsonpatch.make_patch(left, right).patch)
    patch.append(time.perf_counter() - start)
print(f"two catalogs of {len(left['entries']):,} entries, the second in another order:")
show("aggregate diff", diff, "  whole process")
show("aggregate diff --format json", ours, f"  {changes(output)} changes, whole process")
show("jsonpatch.make_patch", patch, f"  {operations} operations, without reading")
start = time.perf_counter()
size = len(json.dumps(jsondiff.diff(left["entries"], right["entries"], marshal=True))) if "--jsondiff" in sys.argv or len(left["entries"]) <= 300 else None
if size is None:
    few = 300
    size = len(json.dumps(jsondiff.diff(left["entries"][:few], right["entries"][:few], marshal=True)))
    show("jsondiff.diff", [time.perf_counter() - start], f"  {size:,} bytes of difference, of the first {few} entries alone: its time grows with the square")
else:
    show("jsondiff.diff", [time.perf_counter() - start], f"  {size:,} bytes of difference")
