"""Kills runs and removals of old runs, and checks the store and the output file."""
import os, shutil
from killing import Killer
from town import Broken, Town


class KilledRuns:
    """Runs that read a recording into the store and write a file. Those that ended with 0 are stored byte for byte; the newest one and each feed
    are the old or the new; the output file is complete. A run that succeeds leaves no log to recover, and removes what a killed one left."""

    def __init__(self, program, random):
        self.town, self.random = Town(program), random
        self.killer = Killer(random, self.town.folder)
        self.number, self.logs = 0, 0

    def round(self):
        town = self.town
        if len(town.kept) > 300:
            town.forget()
        self.number += 1
        was_closed = bool(town.kept) and not town.begun and not os.path.exists(town.store + "-wal")
        ended, error = self.killer.run(town.words(self.number))
        log = town.store + "-wal"
        self.logs += not ended and os.path.exists(log) and os.path.getsize(log) > 0
        if was_closed and "store.recovered" in error:
            raise Broken(f"a log was recovered after a run that had succeeded: {error}")
        if ended:
            town.acknowledge(self.number)
            if town.drafts():
                raise Broken(f"a run that succeeded left {town.drafts()}")
        # More programs at some times only, so that there are more kills.
        is_thorough = self.random.random() < 0.25
        town.check(self.random.choice(sorted(town.kept)) if town.kept and is_thorough else None, with_feeds=is_thorough)

    def remove(self):
        self.town.remove()


class KilledPrunings:
    """Removals of old runs from a store with many. The newest run is there afterward, and the store is intact."""

    RUNS = 24

    def __init__(self, program, random):
        self.town, self.random = Town(program), random
        self.killer = Killer(random, self.town.folder)
        for number in range(self.RUNS):
            self.town.do(number)
        self.town.kept = {self.town.last}
        self.whole = self.town.path("whole.sqlite")
        shutil.copyfile(self.town.store, self.whole)

    def round(self):
        town = self.town
        ended, _ = self.killer.run([town.program, "snapshots", "prune", "--keep", "1d", "--store", town.store])
        town.check(with_feeds=self.random.random() < 0.25)
        if ended or self.random.random() < 0.5:
            for name in os.listdir(town.folder):
                if name.startswith("store.sqlite"):
                    os.unlink(town.path(name))
            shutil.copyfile(self.whole, town.store)

    def remove(self):
        self.town.remove()
