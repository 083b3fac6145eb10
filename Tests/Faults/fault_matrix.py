#!/usr/bin/env python3
"""Runs the fault matrix over plain connections and over TLS with many seeds, which decide sizes, positions, pieces, pauses and order.

usage: fault_matrix.py [MINUTES] [SEED]

Without MINUTES: 20 seeds; otherwise, as many as there is time for. Without SEED, it goes on after the last seed of the last time, which
.build/fault-matrix has. The tests must be built. The last line is JSON: `count` has the conversations of the program with a server.
Exits with 1 if one of them went wrong; the test's message has its seed.
"""
import json, os, re, subprocess, sys, time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
STATE = os.path.join(ROOT, ".build/fault-matrix")
TESTS = r"^CommandTests\.(ConversationTests|AcceptedAnswerTests|ManyFeedServerTests)"
# Seeds in one run of the tests.
SLICE = 2


def first_seed():
    try:
        with open(STATE) as file:
            return int(file.read())
    except (OSError, ValueError):
        return 0


def run(seed):
    """Returns the conversations, and the issues."""
    environment = {**os.environ, "AGGREGATE_SOAK": str(SLICE), "AGGREGATE_SEED": str(seed)}
    done = subprocess.run(
        ["swift", "test", "--skip-build", "--experimental-maximum-parallelization-width", "16", "--filter", TESTS], cwd=ROOT,
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    count = sum(int(number) for number in re.findall(r"^(\d+) conversations over \w+ with seed", done.stdout, re.MULTILINE))
    wrong = len(re.findall(r" recorded an issue ", done.stdout))
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        wrong = max(wrong, 1)
    return count, wrong


def main(minutes=None, seed=None):
    begin = seed = int(seed) if seed else first_seed()
    end = time.monotonic() + 60 * float(minutes or 0)
    count = wrong = 0
    while (time.monotonic() < end) if minutes else (seed < begin + 20):
        more, faults = run(seed)
        count, wrong, seed = count + more, wrong + faults, seed + SLICE
        with open(STATE, "w") as file:
            file.write(str(seed))
        print(f"seeds {begin} to {seed - 1}: {count} conversations, {wrong} wrong", file=sys.stderr, flush=True)
    print(json.dumps({"count": count, "unit": "conversations", "seed": begin, "seeds": seed - begin, "wrong": wrong}))
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
