#!/usr/bin/env python3
"""Compare our answers about hours with those of an independent program, minute by minute.

usage: check_hours.py PROBE [--cases N] [--quiet N] [--seed TEXT] [--zone NAME]... [--keep FOLDER]
       check_hours.py PROBE --vectors FILE

PROBE is the built HoursProbe. Around every change of offset from 2020 to 2035 in the zones of hours_cases.py, N random
schedules are evaluated at every minute of 68 hours, and N on quiet days: state, until, opens, because, spans, open times, coverage.
Everything is repeated with several values of TZ, which must not matter. --vectors writes moments with the answers of the
independent program, for tests without Python and for authors of clients.
Exit 0: no difference, 1: some, 2: could not check. Needs: Python 3.11 and zone data, nothing else.
"""
import argparse, bisect, datetime as dt, json, os, pathlib, random, subprocess, sys, tempfile, threading, time, zoneinfo

FOLDER = pathlib.Path(__file__).parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent.parent / "Docs/examples/hours")]
from hours_cases import WEEK, ZONES, questions
from hours import Hours as Schedule
from hours_oracle import Clock, Hours, day_of, span_order

ELSEWHERE = ["UTC", "Pacific/Kiritimati", "America/St_Johns", "Australia/Lord_Howe"]
SHOWN = 10


def zone_data():
    """The version of the zone data that Python reads."""
    for folder in zoneinfo.TZPATH:
        for name in ("tzdata.zi", "version", "+VERSION"):
            file = pathlib.Path(folder, name)
            if file.exists():
                return file.read_text("utf-8", "replace").split("\n")[0].removeprefix("# version ")
    try:
        import importlib.metadata
        return importlib.metadata.version("tzdata")
    except Exception:
        return "unknown"


def changes(name, first, last):
    """The form of `HoursProbe zones`."""
    inside = [(minute * 60, offset * 60) for minute, offset in Clock(name).changes]
    begin = [offset for moment, offset in inside if moment <= first][-1]
    return [f"{name} {begin}"] + [f"{moment}:{offset}" for moment, offset in inside if first < moment <= last]


def check_zones(probe, names):
    """The zones whose data is the same in both; prints the others, with the first change that differs."""
    first, last = day_of("2019-01-01") * 86400, day_of("2041-01-01") * 86400
    asked = subprocess.run([probe, "zones", "2019", "2041"], input="\n".join(names) + "\n", capture_output=True, text=True, check=True)
    same, faults = [], 0
    for name, line in zip(names, asked.stdout.splitlines(), strict=True):
        parts = line.split(" ")
        if parts[1] == "differs":
            print(f"{name}: our table differs from Foundation at {parts[2]}")
            faults += 1
            continue
        theirs = [" ".join(parts[:2])] + parts[2:]
        ours = changes(name, first, last)
        if theirs == ours:
            same.append(name)
        else:
            only = sorted(set(theirs) ^ set(ours))[0]
            print(f"{name}: the zone data of Foundation and of Python ({zone_data()}) differ, first in {only}: not compared. "
                  f"Foundation: {'in' if only in theirs else 'not in'}")
    return same, faults


def ask(probe, file, zone, out):
    with open(file, "rb") as questions_in, open(out, "wb") as answers:
        subprocess.run([probe, "answer"], stdin=questions_in, stdout=answers, check=True, env={**os.environ, "TZ": zone})


def differences(asked, wanted, got):
    """A description of the difference; None if the answers agree."""
    if "error" in got:
        return [f"error {got['error']}"]
    found = []
    for key in ("times", "seconds", "known"):
        if wanted.get(key) != got.get(key):
            found.append(f"{key}: expected {wanted.get(key)}, got {got.get(key)}")
    spans = got["spans"]
    if [span[:2] for span in spans] != sorted(span[:2] for span in spans):
        found.append(f"spans are not sorted: {spans}")
    if wanted["spans"] != sorted(spans, key=span_order):
        found.append(f"spans: expected {wanted['spans']}, got {spans}")
    if wanted["runs"] != got["runs"]:
        pairs = [(a, b) for a, b in zip(wanted["runs"], got["runs"]) if a != b] or [(wanted["runs"][-1], got["runs"][-1])]
        found.append(f"runs: expected {pairs[0][0]}, got {pairs[0][1]}")
    return found


def count(asked):
    return -(-(asked["to"] - asked["from"]) // asked.get("step", 60))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("probe")
    parser.add_argument("--cases", type=int, default=4)
    parser.add_argument("--quiet", type=int, default=20)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--zone", action="append")
    parser.add_argument("--keep", help="keep questions and answers in this folder")
    parser.add_argument("--vectors")
    options = parser.parse_args()
    zones, faults = check_zones(options.probe, options.zone or ZONES)
    if options.vectors:
        return write_vectors(options.vectors)
    if len(zones) < 20 and not options.zone:
        print(f"only {len(zones)} zones have the same data here and there; 20 are wanted")
        return 2

    keep = pathlib.Path(options.keep or tempfile.mkdtemp())
    keep.mkdir(parents=True, exist_ok=True)
    file = keep / "questions.ndjson"
    asked = list(questions(options.seed, zones, options.cases, options.quiet))
    file.write_text("".join(json.dumps(question, ensure_ascii=False) + "\n" for question in asked), "utf-8")
    started = time.monotonic()

    def ask_everywhere():
        for zone in ELSEWHERE:
            ask(options.probe, file, zone, keep / f"answers-{zone.replace('/', '-')}.ndjson")

    asking = threading.Thread(target=ask_everywhere)
    asking.start()
    wanted = [Hours(question["hours"]).answer(question["from"], question["to"], question.get("step", 60)) for question in asked]
    asking.join()

    differ, states = 0, {}
    replies = [(keep / f"answers-{zone.replace('/', '-')}.ndjson").read_bytes().splitlines() for zone in ELSEWHERE]
    if {len(lines) for lines in replies} != {len(asked)}:
        print(f"{len(asked)} questions, but {[len(lines) for lines in replies]} answers")
        return 2
    for index, (question, answer) in enumerate(zip(asked, wanted)):
        found = differences(question, answer, json.loads(replies[0][index]))
        found += [f"TZ={zone} gives another answer" for zone, lines in zip(ELSEWHERE, replies) if lines[index] != replies[0][index]]
        for run in answer["runs"]:
            states[run[1]] = states.get(run[1], 0) + 1
        if found:
            differ += 1
            if differ <= SHOWN:
                print(json.dumps(question, ensure_ascii=False), *found, sep="\n    ")
    zones_asked = len({question["hours"]["zone"] for question in asked})
    print(f"{len(asked)} schedules in {zones_asked} zones (zone data {zone_data()}), {sum(map(count, asked)):,} moments, each under "
          f"{len(ELSEWHERE)} TZ: {differ} schedules differ. Runs by state: {states}. {time.monotonic() - started:.0f} s")
    return 1 if differ or faults else 0


def write_vectors(file):
    """More than 5,000 moments around past clock changes, which later versions of the zone data will not change."""
    lines = []
    for zone in ZONES:
        asked = list(questions("vectors", [zone], 3, 20, before=26, after=26))
        past = [question for question in asked if question["to"] < day_of("2025-01-01") * 86400][-18:]
        lines += [vector(question, random.Random(f"vectors {zone} {index}")) for index, question in enumerate(past)]
    lines += [vector(question, random.Random(f"far {index}")) for index, question in enumerate(far_vectors())]
    text = "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines) + "\n"
    pathlib.Path(file).write_text(text, "utf-8")
    print(f"{len(lines)} schedules, {sum(len(line['moments']) for line in lines)} moments, zone data {zone_data()}")
    return 0


def far_vectors():
    """Schedules whose next change is far away: a clock change in months, the end of a layer in years; and one with all keys of a catalog."""
    def every_day(*services):
        return {day: list(services) for day in WEEK}

    overlapping = {"level": "weekly", "week": every_day(["00:00", "03:00"], ["02:30", "24:00"])}
    closed = {"level": "weekly", "name": "Summer", "from": "2022-06-01", "to": "2024-08-31", "week": {}, "notes": {"2022-06-01": "Building work"}}
    years = [{"level": "special", "name": str(year), "from": f"{year}-07-01", "to": f"{year}-07-31", "week": {}} for year in range(2015, 2025)]
    for layers in ([overlapping], [{"level": "weekly", "to": "2024-12-30", "always": True}],
                   [overlapping, closed], [{"level": "weekly", "week": every_day(["07:00", "26:00"])}, closed],
                   [{"level": "weekly", "name": "Usual", "week": every_day(["00:00", "24:00"])}, *years]):
        for zone in ("America/New_York", "Europe/London"):
            begin = day_of("2022-11-30") * 86400
            yield {"hours": {"zone": zone, "layers": layers, "osm": "24/7"}, "from": begin, "to": begin + 2 * 86400}


def vector(question, chooser):
    """A schedule, and the answers at ten moments: at changes, shortly before and after them, and in between."""
    begin, end = question["from"] // 60 * 60, question["to"] // 60 * 60
    runs = Hours(question["hours"]).answer(begin, end)["runs"]
    starts = [run[0] for run in runs]
    near = [start + step for start in starts for step in (-1801, -1800, -1740, -600, -90, -60, -30, -1, 0, 60, 3600)]
    moments = set(chooser.sample(near, min(len(near), 6))) | {chooser.randrange(begin, end) for _ in range(40)}
    chosen = sorted(chooser.sample(sorted(moment for moment in moments if begin <= moment < end), 10))
    words = Schedule(question["hours"])
    return {"hours": question["hours"], "moments": [answer_at(moment, runs[bisect.bisect(starts, moment) - 1], words) for moment in chosen]}


def answer_at(moment, run, words):
    """The answer of the independent program, with the sentence of the example for authors of clients."""
    state, until, opens, because = (run[1:] + [None] * 3)[:4]
    code, _, day = (because or "").partition(" ")
    at, ends, starts = (second and dt.datetime.fromtimestamp(second, dt.timezone.utc) for second in (moment, until, opens))
    sentence = words.sentence(at, state, ends, starts, code, dt.date.fromisoformat(day) if day else None)
    answer = {"at": at, "state": state, "until": ends, "opens": starts, "because": code, "sentence": sentence}
    return {key: f"{value:%Y-%m-%dT%H:%M:%SZ}" if isinstance(value, dt.datetime) else value for key, value in answer.items() if value}


if __name__ == "__main__":
    sys.exit(main())
