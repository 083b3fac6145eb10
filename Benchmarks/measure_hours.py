#!/usr/bin/env python3
"""Measure our status and opening-hours-py alternately, and print a table.

usage: measure_hours.py PROBE FILE ROUNDS
"""
import datetime as dt, importlib.metadata, itertools, json, platform, statistics, subprocess, sys, time, zoneinfo

from opening_hours import OpeningHours

SAMPLE = 10_000
# A morning, an evening, a night, and one after a change of clocks; in seconds.
MOMENTS = [int(dt.datetime.fromisoformat(text).timestamp()) for text in
           ("2026-11-21T13:30:00+00:00", "2026-11-21T23:10:00+00:00", "2026-11-22T05:45:00+00:00", "2026-11-25T17:00:00+00:00")]


def texts(probe, file):
    """The OSM text of the first schedules that have one, with its zone."""
    with open(file) as lines:
        asked = [json.loads(line) for line in itertools.islice(lines, SAMPLE)]
    questions = "".join(json.dumps({"hours": hours, "from": 0, "to": 60}) + "\n" for hours in asked)
    answers = subprocess.run([probe, "answer"], input=questions, capture_output=True, text=True, check=True).stdout.splitlines()
    return [(answer["osm"], hours["zone"]) for hours, line in zip(asked, answers) if "osm" in (answer := json.loads(line))]


def theirs(places, with_change):
    """Seconds for an answer of each place at each moment; with the next change, as ours, or without."""
    local = {zone: [dt.datetime.fromtimestamp(moment, zoneinfo.ZoneInfo(zone)) for moment in MOMENTS] for _, zone in places}
    pairs = [(place, local[zone][index]) for index in range(len(MOMENTS)) for place, zone in places]
    started = time.perf_counter()
    if with_change:
        for place, moment in pairs:
            place.state(moment)
            place.next_change(moment)
    else:
        for place, moment in pairs:
            place.state(moment)
    return len(pairs) / (time.perf_counter() - started)


def main():
    probe, file, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    sample = texts(probe, file)
    # Ignore changes more than a year ahead: their documentation recommends this for speed.
    places = [(OpeningHours(text, timezone=zoneinfo.ZoneInfo(zone), max_interval_days=366), zone) for text, zone in sample]
    ours = subprocess.Popen([probe, "measure", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    count = json.loads(ours.stdout.readline())["schedules"]
    print(f"Python {platform.python_version()}, opening-hours-py {importlib.metadata.version('opening-hours-py')}; "
          f"ours: {count:,} places at {len(MOMENTS)} moments, theirs: {len(places):,} of them")
    rates, ratios, ratios_change = [], [], []
    for _ in range(rounds):
        ours.stdin.write(" ".join(map(str, MOMENTS)) + "\n")
        ours.stdin.flush()
        told = json.loads(ours.stdout.readline())
        rate = told["answers"] / told["seconds"]
        state, change = theirs(places, False), theirs(places[:1000], True)
        rates.append(rate)
        ratios.append(rate / state)
        ratios_change.append(rate / change)
        print(f"  ours {rate / 1e6:.2f} million/s   state {state / 1e6:.3f} million/s   state and next change {change / 1e6:.4f} million/s")
    ours.stdin.close()
    print(f"ours: {told['open'] / told['answers']:.0%} open, {told['unknown'] / told['answers']:.0%} unknown")

    def line(name, values, unit):
        print(f"{name:34} {statistics.median(values):8.2f}{unit}  ({min(values):.2f} to {max(values):.2f})")
    line("ours, state and both ends", rates_in_millions(rates), " million/s")
    line("against state alone", ratios, " times")
    line("against state and next change", ratios_change, " times")


def rates_in_millions(rates):
    return [rate / 1e6 for rate in rates]


main()
