#!/usr/bin/env python3
"""Makes the system calls with which a watch appends to a file fail, or kills the watch there.

usage: watch_output.py PROGRAM

A server in this process has a new version of a feed for each round. The n-th call of a kind on the file that `watch
--once -o` appends to fails, or the watch is killed when it makes it. The earlier contents of the file stay, a watch
ends with 0 or 5, and the next one reports the missed changes: afterward, the file has complete documents that lead
from the first version to the last.
"""
import json, signal, sys
from failing_calls import can_trace
from feed_server import FeedServer
from town import FEEDS, Broken, Town


class Watched:
    def __init__(self, program):
        self.town, self.server = Town(program), FeedServer(FEEDS[:1])
        self.output = self.town.path("changes.ndjson")
        self.server.write_registry(self.town.path("registry.json"))

    def watch(self, *starter):
        words = [
            self.town.program, "watch", "--once", "--feed", FEEDS[0], "--refresh", "--allow-private", "--config",
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
        self.server.version += 1
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
        after = self.bytes()
        if not after.startswith(before):
            raise Broken(f"{where}: the next watch has changed the earlier contents")
        lines = after[len(before):].decode().splitlines()
        if not after.endswith(b"\n") or not lines:
            raise Broken(f"{where}: nothing was reported, or not completely: {lines}")
        for line in lines:
            if f"version {self.server.version}" not in json.dumps(json.loads(line)):
                raise Broken(f"{where}: {line} does not report version {self.server.version}")
        return hit

    def trial_of_a_cut_line(self):
        """Leaves the file as after a crash of the machine during a write."""
        self.server.version += 1
        before = self.bytes()
        self.must()
        with open(self.output, "r+b") as file:
            file.truncate(len(before) + 100)
        self.server.version += 1
        self.must()
        if not self.bytes().startswith(before) or [json.loads(line)["schema"] for line in self.bytes().splitlines()].count(None):
            raise Broken("a truncated line is not removed")


def main(program):
    if not can_trace():
        print("strace is not installed or may not trace: nothing was tried")
        return 77
    watched, trials = Watched(program), 0
    try:
        watched.must()
        watched.server.version += 1
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
    watched.server.close()
    watched.town.remove()
    print(f"{trials} watches with a failing call, none broken")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
