#!/usr/bin/env python3
"""Simulates power losses: drops writes that were not synced, and checks that the program works with the remaining files.

usage: power_loss.py PROGRAM [--minutes N] [--losses N] [--seed S] [--of SCENARIO]... [--ignore-syncs]

Each scenario is recorded once (see disk.py). Then the power fails at random moments of the recording, again and again: the folder becomes what a
disk could have at that moment, and the program uses it. If something is lost, that folder is kept. The scenarios are those of `SCENARIOS`; each
has its own checks. With --ignore-syncs, the disk loses what was synced, too, and the checks must notice that: the exit code is 1.

The last line is a JSON object with the number of power losses. Exit codes: 0; 1 something was lost, or nothing was tried; 77 strace may not
trace here.
"""
import argparse, json, random, sys, tempfile, time
from disk import Recording, Unknown, restore
from failing_calls import can_trace
from power_scenarios import SCENARIOS
from town import Broken


class Recorded:
    """A scenario and its recording."""

    def __init__(self, kind, program):
        self.scenario, self.losses = kind(program), 0

    def record(self, ignores_syncs):
        self.scenario.prepare()
        self.recording = Recording(self.scenario.disk, ignores_syncs)
        self.scenario.record(self.recording)

    def lose_power(self, random):
        """Makes the power fail at a random moment, and checks the disk.

        - Raises: `Broken` if something is lost.
        """
        operations = self.recording.operations
        # The most writes can be lost just before a sync.
        syncs = [number for number, operation in enumerate(operations) if operation[0] == "sync"]
        cut = random.choice(syncs) if syncs and random.random() < 0.5 else random.randint(0, len(operations))
        state = self.recording.after_power_loss(cut, random)
        restore(self.scenario.disk, state)
        self.losses += 1
        marks = [operation[1] for operation in operations[:cut] if operation[0] == "mark"]
        try:
            self.scenario.check(marks, random)
        except Exception as problem:
            kept = tempfile.mkdtemp(prefix="aggregate-lost-")
            restore(kept, state)
            after = [mark for mark in marks if mark[0] != "stdout"][-2:]
            raise Broken(f"operation {cut} of {len(operations)}, after {after}: {problem!r}\n      the disk: {kept}") from problem

    def remove(self):
        self.scenario.remove()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--losses", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--of", action="append", choices=sorted(SCENARIOS))
    parser.add_argument("--ignore-syncs", action="store_true")
    options = parser.parse_args()
    names = options.of or sorted(SCENARIOS)
    recorded, lost, number = {}, 0, 0
    try:
        if not can_trace():
            print("strace is not installed or may not trace: nothing was tried", file=sys.stderr)
            return 77
        for name in names:
            recorded[name] = Recorded(SCENARIOS[name], options.program)
            recorded[name].record(options.ignore_syncs)
        operations = {name: len(each.recording.operations) for name, each in recorded.items()}
        print(f"operations recorded: {operations}", file=sys.stderr)
        end = time.monotonic() + options.minutes * 60 if options.minutes else None
        while time.monotonic() < end if end else number < options.losses:
            name = names[number % len(names)]
            # Each has its own seed, so that one can be repeated without those before it.
            seed = f"{options.seed}-{number}"
            number += 1
            try:
                recorded[name].lose_power(random.Random(seed))
            except Broken as problem:
                lost += 1
                print(f"LOST  {name}, seed {seed}: {problem}", file=sys.stderr, flush=True)
                if lost == 20:
                    break
        return 1 if lost or not number else 0
    except (Broken, Unknown) as problem:
        print(f"the scenarios cannot be recorded: {problem}", file=sys.stderr)
        return 1
    finally:
        for each in recorded.values():
            each.remove()
        counts = {name: each.losses for name, each in recorded.items()}
        print(json.dumps({"count": number, "unit": "power losses", **counts, "lost": lost, "seed": options.seed}))


if __name__ == "__main__":
    sys.exit(main())
