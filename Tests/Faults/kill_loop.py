#!/usr/bin/env python3
"""Kills runs at random moments (SIGKILL), and checks after each that the store and the output file are intact.

usage: kill_loop.py PROGRAM [ROUNDS] [SEED]

Most rounds kill a run that reads a recording into the store and writes a file; some kill a `snapshots prune`. After each: the store
opens, every row and hash is right, runs that ended with 0 are there byte for byte, the newest one and each feed are the old or
the new, and the output file is complete. A program that ends well leaves no log to recover, and the next run removes what a killed
one left.
"""
import os, random, signal, subprocess, sys, time
from town import Broken, Town, time_of


class Loop:
    def __init__(self, program, seed):
        self.town, self.random = Town(program), random.Random(seed)
        self.number, self.killed, self.logs, self.prunings = 0, 0, 0, 0
        # The approximate duration of a run; adjusted along the way.
        start = time.monotonic()
        self.town.do(0)
        self.length = time.monotonic() - start

    def start(self, words):
        """Starts a program and kills it at a random moment. Returns True if it ended well before that."""
        environment = {**os.environ, "HOME": self.town.folder}
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, cwd=self.town.folder)
        try:
            process.wait(self.random.uniform(0.15, 1.1) * self.length)  # seconds
            self.length *= 0.85
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            self.length *= 1.04
        error = process.communicate()[1].decode(errors="replace")
        if process.returncode not in (0, -signal.SIGKILL):
            raise Broken(f"{words[1]} ended with {process.returncode}: {error}")
        self.killed += process.returncode != 0
        log = self.town.store + "-wal"
        self.logs += process.returncode != 0 and os.path.exists(log) and os.path.getsize(log) > 0
        return process.returncode == 0, error

    def round(self):
        town = self.town
        if len(town.kept) > 300:
            town.forget()
        if len(town.kept) > 5 and self.random.random() < 0.04:
            # All runs but the newest may be gone afterward, even if the command is killed.
            self.start([town.program, "snapshots", "prune", "--keep", "1d", "--store", town.store])
            town.kept = {town.last}
            self.prunings += 1
        else:
            self.number += 1
            was_closed = bool(town.kept) and not town.begun and not os.path.exists(town.store + "-wal")
            ended, error = self.start(town.words(self.number))
            if was_closed and "store.recovered" in error:
                raise Broken(f"a log was recovered after a run that had ended well: {error}")
            if ended:
                town.acknowledge(self.number)
                if town.drafts():
                    raise Broken(f"a run that ended well left {town.drafts()}")
        older = self.random.choice(sorted(town.kept)) if town.kept else None
        town.check(older)


def main(program, rounds="1000", seed=None):
    seed = int(seed) if seed else random.randrange(1 << 32)
    loop, start = Loop(program, seed), time.monotonic()
    try:
        for count in range(1, int(rounds) + 1):
            loop.round()
            if count % 500 == 0:
                print(f"{count} rounds in {time.monotonic() - start:.0f} s, {loop.killed} killed", flush=True)
    except (Broken, subprocess.TimeoutExpired) as problem:
        print(f"BROKEN in round {count} (seed {seed}): {problem}\nthe files are in {loop.town.folder}")
        return 1
    print(
        f"{rounds} rounds (seed {seed}): {loop.killed} killed ({loop.prunings} removals among the rounds), {loop.logs} left a log "
        "with pages in it; nothing was lost")
    loop.town.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
