#!/usr/bin/env python3
"""Compare our reading of OSM opening_hours text with that of opening-hours-py.

usage: compare_opening_hours.py PROBE [--cases N] [--quiet N] [--seed TEXT]

PROBE is the built HoursProbe. All random hours of hours_cases.py that OSM text can express are evaluated every five minutes around
clock changes and on quiet days. A difference that belongs to none of the classes in Docs/hours-differences.md is a failure;
the examples of that page and the accepted forms in osm-forms.tsv are checked, too.
Exit 0: no difference of an unknown class, 1: some, 2: could not check. Needs: Python 3.11, opening-hours-py.
"""
import argparse, collections, datetime as dt, importlib.metadata, json, pathlib, subprocess, sys, zoneinfo

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from hours_cases import ZONES, questions
from hours_oracle import WEEK, Clock, Hours, day_of, text_of
from opening_hours import OpeningHours

STEP = 300
# class, text, zone, moment, ours, theirs
EXAMPLES = [
    ("night-cut", "Mo-Fr 18:00-02:00; 2025 Dec 25 off", "America/New_York", "2025-12-25T01:00", "open", "closed"),
    ("night-cut", "14:00-07:30; 2022 Aug 15 14:00-18:00", "Europe/London", "2022-08-15T01:00", "open", "closed"),
    ("night-cut", "Mo-Sa 10:00-02:00; Su 09:00-02:00", "America/New_York", "2026-11-22T01:00", "open", "closed"),
    ("night-cut", "unknown; 2029 Mar 09 20:00-02:00", "America/New_York", "2029-03-10T01:00", "open", "unknown"),
    ("night-stays", "20:00-02:00; 2034 Mar 25 off", "Europe/London", "2034-03-26T00:30", "closed", "open"),
    ("gap", "00:15-23:00", "Atlantic/Azores", "2033-03-27T01:10", "closed", "open"),
    ("gap", "18:00-00:45", "America/Havana", "2026-03-08T01:30", "open", "closed"),
    ("fold", "Sa 18:00-25:30", "America/New_York", "2025-11-02T01:15-05:00", "closed", "open"),
]


def word(state):
    return str(state).rsplit(".", 1)[-1].lower()


class Place:
    def __init__(self, text, zone, layers=()):
        self.zone = zoneinfo.ZoneInfo(zone)
        self.theirs = OpeningHours(text, timezone=self.zone)
        self.hours = Hours({"zone": zone, "layers": list(layers)})

    def local(self, moment):
        return dt.datetime.fromtimestamp(moment, self.zone)

    def state(self, moment):
        return word(self.theirs.state(self.local(moment))[0])

    def reaches(self, day, minute):
        """Whether some layer, taken by itself, is open from this day into that minute of the next day."""
        date = text_of(day)
        for layer in self.hours.layers:
            if not layer.get("from", "0") <= date <= layer.get("to", "9999-99"):
                continue
            said = [["00:00", "24:00"]] if "always" in layer else \
                layer["days"].get(date, []) if "days" in layer else layer["week"].get(WEEK[(day + 3) % 7], [])
            if said != "unknown" and any(Hours.service(*service)[1] > 1440 + minute for service in said):
                return True
        return False

    def classify(self, moment, ours, theirs, spans):
        """The class of a difference; None: unknown."""
        local = self.local(moment)
        date, minute = local.date().isoformat(), local.hour * 60 + local.minute
        # Times that a clock change can affect: those in a gap or moved out of it, and those that occur twice.
        changes = self.hours.clock.changes
        for (_, old), (change, new) in zip(changes, changes[1:]):
            away = moment / 60 - change
            if new > old and 0 <= away < new - old:
                return "gap"
            if new < old and new - old <= away < old - new:
                return "fold"
        if ours == "open":
            days = [span[2] for span in spans if span[0] <= moment < span[1]]
            return "night-cut" if days and all(day < date for day in days) else None
        if theirs == "open" and self.reaches(day_of(date) - 1, minute):
            return "night-stays"
        return None


def ask(probe, asked):
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    done = subprocess.run([probe, "answer"], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def state_at(runs, moment):
    return [run[1] for run in runs if run[0] <= moment][-1]


def check_examples(probe):
    wrong = 0
    for name, text, zone, local, ours, theirs in EXAMPLES:
        place = Place(text, zone)
        local_time = dt.datetime.fromisoformat(local)
        moment = int((local_time if local_time.tzinfo else local_time.replace(tzinfo=place.zone)).timestamp())
        answer = ask(probe, [{"osm": text, "zone": zone, "from": moment, "to": moment + 60}])[0]
        got = answer["runs"][0][1], place.state(moment)
        if got != (ours, theirs):
            print(f"Docs/hours-differences.md, {name}: {text} ({zone}, {local}): expected {(ours, theirs)}, got {got}")
            wrong += 1
    return wrong


def check_forms():
    """The number of accepted forms that we cannot read."""
    wrong = 0
    for line in open(pathlib.Path(__file__).parent / "osm-forms.tsv", encoding="utf-8"):
        if not line.startswith("accepted"):
            continue
        text = line.rstrip("\n").split("\t")[1]
        try:
            OpeningHours(text)
        except Exception as error:
            print(f"osm-forms.tsv: {text}: {error}")
            wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("probe")
    parser.add_argument("--cases", type=int, default=2)
    parser.add_argument("--quiet", type=int, default=30)
    parser.add_argument("--seed", default="osm")
    options = parser.parse_args()
    wrong = check_examples(options.probe) + check_forms()

    asked = list(questions(options.seed, ZONES, options.cases, options.quiet))
    for question in asked:
        question["from"] -= question["from"] % 60
        question.pop("step", None)
    said = [(question, answer["osm"], answer["spans"]) for question, answer in zip(asked, ask(options.probe, asked)) if "osm" in answer]
    answers = ask(options.probe, [{"osm": text, "zone": question["hours"]["zone"], "from": question["from"], "to": question["to"]}
                                  for question, text, _ in said])
    found, examples, moments, schedules = collections.Counter(), {}, 0, set()
    for (question, text, spans), answer in zip(said, answers):
        if "error" in answer:
            print(f"{text}: our own text is not read: {answer['error']}")
            wrong += 1
            continue
        zone = question["hours"]["zone"]
        place = Place(text, zone, question["hours"]["layers"])
        runs, index = answer["runs"], 0
        for moment in range(question["from"], question["to"], STEP):
            while index + 1 < len(runs) and runs[index + 1][0] <= moment:
                index += 1
            ours, theirs = runs[index][1], place.state(moment)
            moments += 1
            if ours == theirs:
                continue
            kind = place.classify(moment, ours, theirs, spans)
            found[kind] += 1
            schedules.add((zone, text))
            example = (len(text), text, zone, place.local(moment).isoformat(), ours, theirs)
            examples[kind] = min(examples.get(kind, example), example)
    print(f"opening-hours-py {importlib.metadata.version('opening-hours-py')}: {len(said)} of {len(asked)} schedules have OSM text, "
          f"{moments:,} moments, {sum(found.values()):,} differ, in {len(schedules)} schedules")
    for kind, times in found.most_common():
        _, text, zone, local, ours, theirs = examples[kind]
        print(f"  {kind or 'UNKNOWN CLASS'}: {times}, as in {text!r} ({zone}) at {local}: ours {ours}, theirs {theirs}")
    return 1 if wrong or found[None] else 0


if __name__ == "__main__":
    sys.exit(main())
