#!/usr/bin/env python3
"""Measure the server and nginx, which serves the same bytes from files, alternately. Started by `server`.

usage: measure_server.py BINARY WORK [ROUNDS=5] [PLACES=100000] [SECONDS=5]
"""

import contextlib
import gzip
import http.client
import json
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINARY, WORK = sys.argv[1], Path(sys.argv[2])
ROUNDS, PLACES, SECONDS = (int(sys.argv[index]) if len(sys.argv) > index else default for index, default in ((3, 5), (4, 100_000), (5, 5)))
THREADS, CONNECTIONS = 2, 64
ATTACKERS, ATTACK_SECONDS = 1_000, 15
CATALOG = "/api/v1/catalog"
NGINX = """
daemon off;
worker_processes {cores};
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
  {temporary}
  types {{ }}
  default_type application/json;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100;
  gzip_static on;
  server {{ listen 127.0.0.1:{port} backlog=1024; root {folder}/www; }}
}}
"""


class Program:
    """A server process, with its child processes."""

    def __init__(self, process, port):
        self.process, self.port = process, port

    def get(self, target, **fields):
        """Status, header fields and body of a response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", target, headers={name.replace("_", "-"): value for name, value in fields.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def memory(self, key="VmRSS"):
        """Resident megabytes, of the workers too; shared memory is counted once for each."""
        processes = [self.process.pid]
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        with contextlib.suppress(OSError):
            processes += map(int, children.read_text().split())
        total = sum(int(re.search(rf"{key}:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[1]) for process in processes)
        return total * 1024 / 1e6

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def ours(*arguments):
    process = subprocess.Popen(
        [BINARY, "serve", "--port", "0", *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    port = None
    for line in process.stderr:
        if found := re.search(r"listening on .*:(\d+)/", line):
            port = int(found[1])
            break
    if port is None:
        sys.exit("the server does not listen")
    threading.Thread(target=process.stderr.read, daemon=True).start()
    program = Program(process, port)
    try:
        yield program
    finally:
        program.stop()


@contextlib.contextmanager
def nginx(files):
    """nginx with files by their names, each also compressed: pairs of bytes."""
    with tempfile.TemporaryDirectory(dir=WORK) as folder, socket.socket() as free:
        folder = Path(folder)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        (folder / "www").mkdir()
        for name, (plain, packed) in files.items():
            (folder / "www" / name).write_bytes(plain)
            (folder / "www" / f"{name}.gz").write_bytes(packed)
        temporary = " ".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "scgi", "uwsgi"))
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(NGINX.format(cores=os.cpu_count(), user=user, folder=folder, temporary=temporary, port=port))
        process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"], stdout=subprocess.DEVNULL)
        program = Program(process, port)
        limit = time.monotonic() + 10
        while True:
            try:
                program.get("/")
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > limit:
                    sys.exit((folder / "error.log").read_text() or "nginx does not start")
                time.sleep(0.05)
        try:
            yield program
        finally:
            program.stop()


def wrk(program, target, *fields, script=(), seconds=SECONDS):
    """The result of wrk, as measure_server.lua prints it."""
    command = ["wrk", "-t", THREADS, "-c", CONNECTIONS, "-d", f"{seconds}s", "--timeout", "30s", "-s", HERE / "measure_server.lua"]
    for field in fields:
        command += ["-H", field]
    command += [f"http://127.0.0.1:{program.port}{target}", "--", *script]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"wrk: exit code {result.returncode}\n{result.stderr}")
    values = json.loads(result.stdout.strip().splitlines()[-1])
    if values["failed"]:
        print(f"  {values['failed']} requests of {target} failed")
    return values


def middle(values):
    return f"{statistics.median(values):7.2f} ({min(values):.2f} to {max(values):.2f})"


def compare(text, mine, other, name):
    """Requests per second for one catalog: whole and 304, with gzip and without."""
    for coding in ("identity", "gzip"):
        for status in (200, 304):
            fields = []
            for program, target in ((mine, CATALOG), (other, f"/{name}")):
                found, headers, body = program.get(target, Accept_Encoding=coding)
                if found != 200 or (headers.get("Content-Encoding") == "gzip") != (coding == "gzip"):
                    sys.exit(f"{target} with {coding} is answered with {found}, {headers}")
                mark = [f"If-None-Match: {headers['ETag']}"] if status == 304 else []
                if mark and program.get(target, Accept_Encoding=coding, If_None_Match=headers["ETag"])[0] != 304:
                    sys.exit(f"{target} with its tag is not answered with 304")
                fields.append([f"Accept-Encoding: {coding}", *mark])
            results = []
            for number in range(ROUNDS + 1):
                pair = [None, None]
                # Alternate, and also alternate which one begins; the first round only warms up.
                for which in (0, 1) if number % 2 else (1, 0):
                    program, target = ((mine, CATALOG), (other, f"/{name}"))[which]
                    pair[which] = wrk(program, target, *fields[which], seconds=SECONDS if number else 1)
                results.append(pair)
            rates = [[pair[which]["perSecond"] for pair in results[1:]] for which in (0, 1)]
            tails = [statistics.median(pair[which]["p99"] for pair in results[1:]) for which in (0, 1)]
            ratio = middle([first / second for first, second in zip(*rates)])
            size = f"{len(body) / 1e3:,.0f} KB" if status == 200 else "-"
            print(
                f"{text:14}{coding:10}{status:5}{size:>10}{statistics.median(rates[0]):12,.0f}{statistics.median(rates[1]):12,.0f}{ratio:>26}"
                f"{tails[0]:12.1f}{tails[1]:9.1f}", flush=True)


def normal(program, target, seconds):
    """The milliseconds of polite requests one after another, each on a new connection, and the number of those that failed."""
    times, failed = [], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        try:
            status, _, _ = program.get(target)
            failed += status != 200
            times.append((time.perf_counter() - start) * 1000)
        except (OSError, http.client.HTTPException):
            failed += 1
        time.sleep(0.005)
    return times, failed


def p50(times):
    return statistics.median(times) if times else float("inf")


def p99(times):
    return statistics.quantiles(times, n=100)[98] if len(times) > 1 else float("inf")


def single(program, targets):
    """The milliseconds of requests one after another on one connection, each to another address, without the first one."""
    connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=60)
    times = []
    for target in targets:
        start = time.perf_counter()
        connection.request("GET", target)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            sys.exit(f"{target} is answered with {answer.status}")
        times.append((time.perf_counter() - start) * 1000)
    connection.close()
    return times[1:]


def connections(program):
    """The number of connections that clients have with a server now."""
    rows = [line.split()[1:4] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(local.endswith(f":{program.port:04X}") and state == "01" for local, _, state in rows)


def attack(program, target, mode):
    """Normal requests while slowhttptest attacks: their times, how many failed, and the connections in the middle of the attack."""
    options = {
        "-H": ["-i", "5", "-x", "24"], "-B": ["-i", "5", "-s", "8192", "-x", "10"], "-R": ["-a", "0", "-b", "3000"],
        "-X": ["-k", "5", "-n", "5", "-w", "1", "-y", "512", "-z", "32"],
    }
    command = ["slowhttptest", mode, "-c", ATTACKERS, "-r", 500, "-l", ATTACK_SECONDS, "-p", 30, "-v", 0, *options[mode],
               "-u", f"http://127.0.0.1:{program.port}{target}"]
    process = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    counts = []
    timer = threading.Timer(4, lambda: counts.append(connections(program)))
    timer.start()
    times, failed = normal(program, target, ATTACK_SECONDS - 1)
    process.wait(60)
    timer.join()
    return times, failed, counts[0]


def main():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ours("--sample") as sample, ours("--catalog", WORK / "server-1000" / "catalog.json") as bigger:
        files = {}
        for name, program in (("sample", sample), ("bigger", bigger)):
            plain, packed = program.get(CATALOG)[2], program.get(CATALOG, Accept_Encoding="gzip")[2]
            if gzip.decompress(packed) != plain:
                sys.exit("gzip has other bytes")
            files[name] = (plain, packed)
        with nginx(files) as other:
            print(f"wrk: {THREADS} threads, {CONNECTIONS} connections, {SECONDS} s, {ROUNDS} rounds; nginx: {os.cpu_count()} workers. Goal: at least 0.70")
            print(f"{'catalog':14}{'coding':10}{'':5}{'size':>10}{'ours/s':>12}{'nginx/s':>12}{'ratio':>26}{'p99 ms':>12}{'nginx':>9}")
            compare("sample", sample, other, "sample")
            compare("1,000 places", bigger, other, "bigger")
            print(f"\nmemory then: sample {sample.memory():.0f} MB, 1,000 places {bigger.memory():.0f} MB, nginx {other.memory():.0f} MB")

            print(f"\nslow clients: {ATTACKERS} connections of slowhttptest. Goal: p99 at most 2 times the idle one, all answered")
            print(f"{'attack':8}{'server':8}{'attackers':>10}{'requests':>10}{'failed':>8}{'p50 ms':>9}{'p99 ms':>9}{'idle p99':>10}{'times':>8}{'MB':>7}")
            for mode in ("-H", "-B", "-R", "-X"):
                for text, program, target in (("ours", sample, CATALOG), ("nginx", other, "/sample")):
                    idle = p99(normal(program, target, 5)[0])
                    times, failed, count = attack(program, target, mode)
                    print(
                        f"{mode:8}{text:8}{count:10}{len(times):10}{failed:8}{p50(times):9.2f}{p99(times):9.2f}{idle:10.2f}{p99(times) / idle:8.2f}"
                        f"{program.memory('VmHWM'):7.0f}", flush=True)

    start = time.perf_counter()
    # A fixed moment when many places are open: otherwise, the answers would depend on when this runs.
    with ours("--catalog", WORK / f"server-{PLACES}" / "catalog.json", "--at", "2026-11-23T12:00-05:00") as many:
        print(f"\n{PLACES:,} places: listens after {time.perf_counter() - start:.1f} s, memory {many.memory():.0f} MB")
        one = "/api/v1/entries?open=now&near=40.0,-75.0&limit=20"
        status, _, body = many.get(one)
        answer = json.loads(body)
        if not answer["entries"]:
            sys.exit("no place is open near the position: there is nothing to measure")
        print(f"what is open near a position: {status}, {len(answer['entries'])} of {answer['total']:,} places. Goal: p99 at most 10 ms")
        for text, target, script in (("the same", one, ()), ("random", "/", ["near"])):
            for _ in range(ROUNDS):
                values = wrk(many, target, script=script)
                if not values["perSecond"]:
                    print(f"  {text}: no answer in {SECONDS} s", flush=True)
                    continue
                print(
                    f"  {text:13}{values['perSecond']:8,.0f}/s   p50 {values['p50']:8.2f} ms   p99 {values['p99']:8.2f} ms"
                    f"   {values['failed']} failed", flush=True)
        print("one warm request, of twenty that all differ. Goal: at most 20 ms")
        for text, target in (
            ("list", "/api/v1/entries?limit={}"), ("search", "/api/v1/entries?q=re&limit={}"), ("nothing", "/api/v1/entries?q=zz{}"),
            ("near", "/api/v1/entries?near=40.{},-75.0"), ("chosen", "/api/v1/entries?open=2026-11-24T12:00-05:00&limit={}"),
            ("page", "/?page={}"), ("page, search", "/?q=re&near=40.{},-75.0"),
        ):
            times = single(many, [target.format(number) for number in range(1, 22)])
            print(f"  {text:13}p50 {p50(times):8.2f} ms   at most {max(times):8.2f} ms", flush=True)
        print(f"memory then: {many.memory():.0f} MB, at most {many.memory('VmHWM'):.0f} MB")


if __name__ == "__main__":
    main()
