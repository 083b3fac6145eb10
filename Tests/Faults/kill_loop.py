#!/usr/bin/env python3
"""Kills programs at random moments (SIGKILL), and checks after each that what they have written is intact and nothing acknowledged is lost.

usage: kill_loop.py PROGRAM [ROUNDS] [SEED] [--minutes N] [--seed S] [--of KIND]...

Each round kills one program: a run (collect), a server that refreshes its store (serve), a watch (watch) or a removal of old runs (prune).
After each, the store opens, every row and hash is right, and the guarantees of the classes in `KINDS` hold. The moments depend on the seed and on
the machine, so the same seed gives the same schedule, but not the same kills.

The last line is a JSON object with the number of kills. Exit codes: 0; 1 something was lost, and the files are kept, or nothing was killed.
"""
import argparse, json, random, sys, time, traceback
from killed_runs import KilledPrunings, KilledRuns
from killed_servers import KilledServers
from killed_watches import KilledWatches

KINDS = {"collect": KilledRuns, "serve": KilledServers, "watch": KilledWatches, "prune": KilledPrunings}
# How often each is chosen: rounds with a server take longest.
WEIGHTS = {"collect": 4, "serve": 1, "watch": 2, "prune": 3}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("rounds", nargs="?", type=int, default=1000)
    parser.add_argument("first_seed", nargs="?", type=int, metavar="seed")
    parser.add_argument("--minutes", type=float, help="instead of a number of rounds")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--of", action="append", choices=sorted(KINDS))
    options = parser.parse_args()
    seed = next((each for each in (options.seed, options.first_seed) if each is not None), random.randrange(1 << 32))
    source, start = random.Random(seed), time.monotonic()
    kinds, names, lost, rounds = {}, options.of or list(KINDS), 0, 0
    try:
        while time.monotonic() < start + options.minutes * 60 if options.minutes else rounds < options.rounds:
            name = source.choices(names, [WEIGHTS[each] for each in names])[0]
            rounds += 1
            if name not in kinds:
                kinds[name] = KINDS[name](options.program, random.Random(f"{seed}-{name}"))
            kinds[name].round()
            if rounds % 500 == 0:
                counts = {each: kind.killer.kills for each, kind in kinds.items()}
                print(f"{rounds} rounds in {time.monotonic() - start:.0f} s, killed: {counts}", file=sys.stderr, flush=True)
    except Exception:
        lost = 1
        files = f"; the files are in {kinds[name].town.folder}" if name in kinds else ""
        print(f"BROKEN in round {rounds} (seed {seed}), {name}{files}\n{traceback.format_exc()}", file=sys.stderr)
    for each, kind in kinds.items():
        if not lost or each != name:
            kind.remove()
    counts = {each: kinds[each].killer.kills if each in kinds else 0 for each in KINDS}
    count = sum(counts.values())
    logs = kinds["collect"].logs if "collect" in kinds else 0
    print(json.dumps({"count": count, "unit": "kills", **counts, "rounds": rounds, "logs": logs, "lost": lost, "seed": seed}))
    return 1 if lost or not count else 0


if __name__ == "__main__":
    sys.exit(main())
