#!/usr/bin/env python3
"""Makes the system calls with which a watch appends to a file fail, or kills the watch there.

usage: watch_output.py PROGRAM

A server in this process has a new version of a feed for each round. The n-th call of a kind on the file that `watch
--once -o` appends to fails, or the watch is killed when it makes it. The earlier contents of the file stay, a watch
ends with 0 or 5, and the next one reports the missed changes: afterward, the file has complete documents that lead
from the first version to the last.
"""
import http.server, json, os, signal, sys, threading
from failing_calls import can_trace
from town import Broken, Town, place


class Feed(http.server.BaseHTTPRequestHandler):
    version = 0

    def do_GET(self):
        body = json.dumps([place("town/a", number, self.version) for number in range(5)]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Watched:
    def __init__(self, program, port):
        self.town = Town(program)
        self.output = self.town.path("changes.ndjson")
        registry = {
            "campuses": [{"id": "town", "name": "Town", "timeZone": "Europe/London"}],
            "feeds": [{"id": "town/a", "adapter": "whats-open", "addresses": {"facilities": f"http://127.0.0.1:{port}/"}}]}
        with open(self.town.path("registry.json"), "w") as file:
            json.dump(registry, file)

    def watch(self, *starter):
        words = [
            self.town.program, "watch", "--once", "--feed", "town/a", "--refresh", "--allow-private", "--config",
            self.town.path("registry.json"), "--store", self.town.store, "--format", "json", "-o", self.output, "-q"]
        return self.town.run([*starter, *words])

    def must(self):
        status, _, error = self.watch()
        if status != 0:
            raise Broken(f"a watch ended with {status}: {error}")

    def bytes(self):
        with open(self.output, "rb") as file:
            return file.read()

    def trial(self, call, fault, count):
        """Returns False if there was no such call."""
        Feed.version += 1
        before, trace = self.bytes(), self.town.path("trace")
        status, _, error = self.watch(
            "strace", "-f", "-q", "-o", trace, "-P", self.output, "-e", f"trace={call}", "-e", f"inject={call}:{fault}:when={count}")
        with open(trace) as file:
            hit = any("(INJECTED)" in line or "killed by SIGKILL" in line for line in file)
        where = f"{call} number {count}, {fault}"
        if status not in (0, 5, -signal.SIGKILL, 128 + signal.SIGKILL):
            raise Broken(f"{where}: exit {status}\n{error}")
        after = self.bytes()
        if not after.startswith(before) or status == 5 and after != before:
            raise Broken(f"{where}: the earlier contents have changed (exit {status})\n{error}")
        self.must()
        told = self.bytes()
        if not told.startswith(before):
            raise Broken(f"{where}: the next watch has changed the earlier contents")
        lines = told[len(before):].decode().splitlines()
        if not told.endswith(b"\n") or not lines:
            raise Broken(f"{where}: nothing was reported, or not completely: {lines}")
        for line in lines:
            if f"version {Feed.version}" not in json.dumps(json.loads(line)):
                raise Broken(f"{where}: {line} does not report version {Feed.version}")
        return hit

    def trial_of_a_cut_line(self):
        """Leaves the file as after a crash of the machine during a write."""
        Feed.version += 1
        before = self.bytes()
        self.must()
        with open(self.output, "r+b") as file:
            file.truncate(len(before) + 100)
        Feed.version += 1
        self.must()
        if not self.bytes().startswith(before) or [json.loads(line)["schema"] for line in self.bytes().splitlines()].count(None):
            raise Broken("a truncated line is not removed")


def main(program):
    if not can_trace():
        print("strace is not installed or may not trace: nothing was tried")
        return 77
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feed) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        watched, trials = Watched(program, server.server_port), 0
        try:
            watched.must()
            Feed.version += 1
            watched.must()
            for call in ("openat", "write", "fsync", "close"):
                for fault in ("error=EIO", "error=ENOSPC", "error=EINTR", "signal=KILL"):
                    if call == "close" and fault != "signal=KILL":
                        continue
                    count = 1
                    while watched.trial(call, fault, count):
                        count, trials = count + 1, trials + 1
            watched.trial_of_a_cut_line()
        except Broken as problem:
            print(f"BROKEN  {problem}")
            return 1
        finally:
            server.shutdown()
    watched.town.remove()
    print(f"{trials} watches with a failing call, none broken")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
