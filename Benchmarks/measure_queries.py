"""Ask the program questions about a store with many places, and print the times of whole processes."""

import functools
import http.server
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

BINARY, FOLDER, TIMES = sys.argv[1], Path(sys.argv[2]), int(sys.argv[4])
STORE, REGISTRY = FOLDER / "store.sqlite", FOLDER / "registry.json"
# The port in the registry, which an earlier run may have written.
PORT = int(json.loads(REGISTRY.read_text())["feeds"][0]["addresses"]["places"][0].split(":")[2].split("/")[0])
AT = "2026-11-21T17:30:00Z"
ENVIRONMENT = {"HOME": str(FOLDER), "PATH": os.environ["PATH"]}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def run(*arguments):
    start = time.perf_counter()
    result = subprocess.run([BINARY, *arguments], env=ENVIRONMENT, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if result.returncode not in (0, 3):
        sys.exit(f"{arguments}: exit {result.returncode}\n{result.stderr}")
    return seconds, result.stdout


def collect():
    handler = functools.partial(Quiet, directory=FOLDER)
    with http.server.ThreadingHTTPServer(("127.0.0.1", PORT), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        limits = ["--allow-private", "--per-host", "8", "--deadline", "3600", "-q", "-o", os.devnull]
        seconds, _ = run("--config", str(REGISTRY), "--store", str(STORE), *limits)
        server.shutdown()
    return seconds


if not STORE.exists():
    print(f"collected in {collect():.1f} s")
common = ["--config", str(REGISTRY), "--store", str(STORE), "--at", AT, "--limit", "100"]
print(f"store: {STORE.stat().st_size / 1e6:.0f} MB")
QUESTIONS = [
    ["--help"],
    ["search", "qqqqqq"],
    ["open"],
    ["open", "--for", "3h", "--category", "cafe"],
    ["open", "--sort", "closing"],
    ["near", "40.0,-75.0", "--within", "500m"],
    ["near", "40.0,-75.0"],
    ["near", "40.0,-75.0", "--open"],
    ["search", "library"],
    ["search", "lib", "wif"],
    ["search", "m"],
    ["search", "market", "building", "--open"],
]
print(f"{'question':42}{'median':>10}{'best':>10}{'worst':>10}{'answer':>10}   last line")
floor = None
for question in QUESTIONS:
    arguments = question if question == ["--help"] else [*question, *common]
    run(*arguments)
    times = []
    for _ in range(TIMES):
        seconds, out = run(*arguments)
        times.append(seconds * 1000)
    last = "" if question == ["--help"] else out.strip().splitlines()[-1][:60] if out.strip() else "(nothing)"
    median = statistics.median(times)
    if question == QUESTIONS[1]:
        floor = median
    answer = "" if floor is None else f"{max(0, median - floor):7.1f} ms"
    print(f"{' '.join(question):42}{median:7.1f} ms{min(times):7.1f} ms{max(times):7.1f} ms{answer:>10}   {last}")
