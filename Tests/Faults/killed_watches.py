"""Kills watches, and checks that no change is missing in their file and in what their program has got."""
import json, os
from feed_server import FeedServer
from killing import Killer
from town import FEEDS, Broken, Town

# A copy of each document that the program gets; one that was cut off is not named .json.
HOOK = """#!/bin/sh
cd "${0%/*}/received" && cat >"$$.part" && tail -c 2 "$$.part" | grep -q '}' && mv "$$.part" "$$.$(date +%s%N).json"
"""


class KilledWatches:
    """A watch that appends to a file and runs a program. All changes that it has reported are in its file, in whole lines; after a kill, its
    successor reports what is missing, perhaps again; and none of its children stays."""

    def __init__(self, program, random):
        self.town, self.random = Town(program), random
        self.server, self.registry = FeedServer(FEEDS[:1]), self.town.path("registry.json")
        self.server.write_registry(self.registry)
        self.killer = Killer(random, self.town.folder)
        self.hook, self.received = self.town.path("hook"), self.town.path("received")
        os.mkdir(self.received)
        with open(self.hook, "w") as file:
            file.write(HOOK)
        os.chmod(self.hook, 0o755)
        self.output = self.town.path("out/changes.ndjson")
        self.forget()

    def forget(self):
        self.town.forget()
        for name in os.listdir(self.received):
            os.unlink(f"{self.received}/{name}")
        # The last version that was reported; none before the first round has ended.
        self.first, self.reported, self.rounds, self.is_started = self.server.version, None, 0, False

    def round(self):
        if self.rounds >= 100:
            self.forget()
        self.rounds += 1
        self.server.version += 1
        before = self.read()
        words = [
            self.town.program, "watch", "--every", "1h", "--refresh", "--allow-private", "--per-host", "9", "--config", self.registry, "--store",
            self.town.store, "--feed", FEEDS[0], "--format", "json", "-o", self.output, "--exec", self.hook]
        done, error = self.killer.run(words, is_done=lambda lines: any(b"next round at" in line for line in lines))
        self.is_started = self.is_started or "watching from now on" in error
        status, out, problem = self.town.ask("snapshots", "verify")
        if status not in (0, 4, 5) or status != 0 and self.is_started:
            raise Broken(f"verify ended with {status}: {out.decode(errors='replace')}{problem}")
        if not self.read().startswith(before[:before.rfind(b"\n") + 1]):
            raise Broken("the watch has changed earlier lines of its file")
        if done and self.reported is None:
            # Nothing is reported before the first version that a round has stored.
            self.reported = self.server.version
            if not self.read():
                self.first = self.server.version
        elif done:
            self.reported = self.server.version
        self.check("the file", self.read().split(b"\n")[:-1])
        self.check("the program", self.documents())

    def check(self, what, documents):
        """The documents lead from version to version, without a gap, up to the last one that was reported."""
        reached = None
        for old, new in (FeedServer.versions(json.loads(document)) for document in documents):
            if reached is not None and old > reached:
                raise Broken(f"{what} has no change from version {reached} to {old}")
            reached = max(new, reached or 0)
        if self.reported is not None and (reached or self.first) < self.reported:
            raise Broken(f"{what} has the changes up to version {reached}, but those up to {self.reported} were reported")

    def read(self):
        try:
            with open(self.output, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b""

    def documents(self):
        """What the program has got, in order."""
        names = sorted((name for name in os.listdir(self.received) if name.endswith(".json")), key=lambda name: int(name.split(".")[1]))
        for name in names:
            with open(f"{self.received}/{name}", "rb") as file:
                yield file.read()

    def remove(self):
        self.server.close()
        self.town.remove()
