"""Measure `aggregate diff`: of two large catalogs, compared with reading both files once, and of two small ones with
their entries in another order, compared with the packages jsonpatch and jsondiff. Started by `diff`.

usage: measure_diff.py BINARY LARGE_FOLDER SMALL_FOLDER TIMES
"""

import json
import os
import statistics
import subprocess
import sys
import time

BINARY, LARGE, SMALL, TIMES = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])


def process(*command):
    """Seconds, largest resident memory in MB, output."""
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
    print(f"{name:34} {statistics.median(seconds) * 1000:10.1f} ms  (best {min(seconds) * 1000:.1f}){more}", flush=True)


def files(folder):
    return os.path.join(folder, "old.json"), os.path.join(folder, "new.json")


old, new = files(LARGE)
reading, ours, memory = [], [], []
for _ in range(TIMES):
    reading.append(process("sh", "-c", 'cat "$0" "$1" >/dev/null', old, new)[0])
    seconds, peak, output = process(BINARY, "diff", old, new, "--format", "json")
    ours.append(seconds)
    memory.append(peak)
print(f"two catalogs of {json.loads(output)['old']['entries']:,} entries, {(os.path.getsize(old) + os.path.getsize(new)) / 1e6:,.0f} MB, alternating:")
show("reading both once (cat)", reading)
ratio = statistics.median(a / b for a, b in zip(ours, reading))
show("aggregate diff", ours, f"  {changes(output)} changes, peak {max(memory):.0f} MB, {ratio:.2f} x reading")

old, new = files(SMALL)
words, document, nothing = [], [], []
for _ in range(TIMES):
    nothing.append(process(BINARY, "--help")[0])
    words.append(process(BINARY, "diff", old, new)[0])
    seconds, _, output = process(BINARY, "diff", old, new, "--format", "json")
    document.append(seconds)
count = json.loads(output)["old"]["entries"]
print(f"two catalogs of {count:,} entries, the second in another order:")
show("aggregate --help", nothing, "  the cost of a process that does nothing")
show("aggregate diff", words, "  whole process")
show("aggregate diff --format json", document, f"  {changes(output)} changes, whole process")

# The others compare lists by position: their time grows with the square, so each has a limit and tries fewer entries after it.
PEERS = {
    "jsonpatch.make_patch": "import jsonpatch; result = len(jsonpatch.make_patch(left, right).patch)",
    "jsondiff.diff": "import jsondiff; result = len(json.dumps(jsondiff.diff(left, right, marshal=True)))",
}
PROGRAM = """
import json, sys, time
few = int(sys.argv[3])
left, right = (json.load(open(path))["entries"] for path in sys.argv[1:3])
ids = [entry["id"] for entry in left[:few]]
left, right = left[:few], [entry for entry in right if entry["id"] in set(ids)]
start = time.perf_counter()
%s
print(time.perf_counter() - start, result)
"""
LIMIT = 60
for name, work in PEERS.items():
    few = count
    while True:
        try:
            command = [sys.executable, "-c", PROGRAM % work, old, new, str(few)]
            seconds, result = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=True).stdout.split()
        except subprocess.TimeoutExpired:
            print(f"{name:34} more than {LIMIT} s with {few:,} entries", flush=True)
            few //= 10
            continue
        unit = "operations" if "patch" in name else "bytes of difference"
        show(name, [float(seconds)], f"  {int(result):,} {unit} for {few:,} entries, without reading them")
        break
