"""Makes changes in catalogs and checks that the program finds exactly these, with the right codes.

usage: check_diff.py PROGRAM SCHEMA ROUNDS CATALOG...

For each catalog and each round, some entries are changed in one way each, the lists are shuffled or the text gets another layout,
and `diff` is run. The JSON form is validated against its schema, its changes are compared with those that were made, and the JSON Patch
has to give the new catalog with the package jsonpatch. Filtered JSON has to have only the selected changes. The Atom form is validated
with the grammar of RFC 4287 (atom.rnc).
"""

import copy
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonpatch
import jsonschema
import rnc2rng
from lxml import etree

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def atom_grammar():
    """The grammar of Atom feeds. (The empty prefix that rnc2rng declares is not needed, and not XML.)"""
    text = rnc2rng.dumps(rnc2rng.load(str(Path(__file__).with_name("atom.rnc"))))
    return etree.RelaxNG(etree.fromstring(text.replace('xmlns:local=""', "").encode()))


def parts_of(entry):
    feed = entry["id"].rsplit("/", 1)[0]
    return feed


def weekly(entry):
    """The first layer of an entry's hours, if it is the only one, is a week, and has times on Fridays that can be moved."""
    layers = entry.get("hours", {}).get("layers", [])
    if len(layers) == 1 and "week" in layers[0] and "from" not in layers[0] and "to" not in layers[0]:
        friday = layers[0]["week"].get("fr", [])
        if len(friday) == 1 and friday[0][0] <= "12:00" and friday[0][1] >= "14:00":
            return layers[0]
    return None


def dated(entry):
    layers = entry.get("hours", {}).get("layers", [])
    if len(layers) == 1 and len(layers[0].get("days", {})) >= 3:
        return layers[0]
    return None


# Each kind of change: (can be planted, plant, codes expected or None for none at all, event, rank or None)


def rename(rng, entry):
    entry["name"] += " & Söhne"


def move_near(rng, entry):
    entry["location"]["latitude"] += 0.0009 if entry["location"]["latitude"] < 80 else -0.0009


def move_far(rng, entry):
    entry["location"]["latitude"] += 0.02 if entry["location"]["latitude"] < 80 else -0.02


def tag(rng, entry):
    entry["tags"] = sorted(set(entry.get("tags", [])) | {"zz-planted"})


def swap_tags(rng, entry):
    entry["tags"] = list(reversed(entry["tags"]))


def category(rng, entry):
    entry["category"] = "library" if entry["category"] != "library" else "gym"


def friday(rng, entry):
    times = weekly(entry)["week"]["fr"][0]
    times[0] = "%02d:%s" % (int(times[0][:2]) + 1, times[0][3:])
    entry["hours"].pop("osm", None)


def vanish(rng, entry):
    entry["hours"]["layers"] = []
    entry["hours"].pop("osm", None)


def roll(rng, entry):
    """A window of dates loses its first day and gains one at its end."""
    days = dated(entry)["days"]
    first, last = min(days), max(days)
    plan = days.pop(first)
    days[(datetime.date.fromisoformat(last) + datetime.timedelta(days=1)).isoformat()] = plan
    entry["hours"].pop("osm", None)


def retime(rng, entry):
    days = dated(entry)["days"]
    day = sorted(days)[1]
    days[day] = [] if days[day] else [["03:00", "04:00"]]
    entry["hours"].pop("osm", None)


def phone(rng, entry):
    entry.setdefault("contact", {})["phone"] = "planted 1"


def notice(rng, entry):
    entry["notice"] = "Planted <b>notice</b> " + str(rng.random())


def renumber(rng, entry):
    entry["aliases"] = sorted(set(entry.get("aliases", [])) | {entry["id"]})
    entry["id"] += "-zz"


def new_id(rng, entry):
    entry["id"] += "-yy"


def is_recognizable(entry):
    location = entry.get("location", {})
    has_place = "building" in location or "latitude" in location or "address" in location
    return is_place(entry) and "name" in entry and bool(has_place or entry.get("hours", {}).get("layers"))


def folded(entry):
    return "".join(character for character in entry.get("name", "").casefold() if character.isalnum())


def has_position(entry):
    return "latitude" in entry.get("location", {})


def is_place(entry):
    return entry["kind"] == "place"


CHANGES = {
    "rename": (lambda e: "name" in e, rename, ["name"], "changed", "routine"),
    "move-near": (has_position, move_near, ["position"], "changed", "routine"),
    "move-far": (has_position, move_far, ["position"], "changed", "suspicious"),
    "tag": (lambda e: e["kind"] != "quote", tag, ["tags"], "changed", "routine"),
    "swap-tags": (lambda e: len(set(e.get("tags", []))) > 1, swap_tags, None, None, None),
    "category": (is_place, category, ["category"], "changed", "suspicious"),
    "friday": (weekly, friday, ["hours"], "changed", None),
    "vanish": (lambda e: is_place(e) and e.get("hours", {}).get("layers"), vanish, ["hours.vanished"], "changed", "breaking"),
    "vanish-event": (lambda e: not is_place(e) and e.get("hours", {}).get("layers"), vanish, ["hours.vanished"], "changed", "routine"),
    "roll": (lambda e: is_place(e) and dated(e), roll, None, None, None),
    "retime": (dated, retime, ["hours"], "changed", None),
    "phone": (is_place, phone, ["phone"], "changed", "routine"),
    "notice": (lambda e: e["kind"] != "quote", notice, ["notice"], "changed", "routine"),
    "renumber": (is_place, renumber, ["id"], "id-changed", "breaking"),
    "new-id": (is_recognizable, new_id, ["id.possible"], "id-changed", "suspicious"),
    "gone": (is_place, None, ["gone"], "gone", "breaking"),
    "added": (is_place, None, ["added"], "added", "routine"),
}


def canonical(catalog):
    """A catalog in the program's layout."""

    def line(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def block(values):
        return "[" + ",".join("\n" + line(value) for value in values) + "\n]"

    head = '{"schema":%s,"generatedAt":%s,' % (line(catalog["schema"]), line(catalog["generatedAt"]))
    lists = ",\n".join('"%s":%s' % (key, block(catalog[key])) for key in ("campuses", "feeds", "entries"))
    return head + "\n" + lists + ',\n"contentHash":%s}\n' % line(catalog["contentHash"])


class Checker:
    def __init__(self, program, schema, folder):
        self.program = program
        self.validator = jsonschema.Draft202012Validator(json.loads(Path(schema).read_text()))
        self.atom = atom_grammar()
        self.folder = Path(folder)
        self.failures = 0
        self.planted = 0

    def fail(self, where, what):
        self.failures += 1
        print(f"{where}: {what}")

    def run(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def plant(self, rng, catalog):
        """Changes a catalog. Returns the expected changes: id -> (name of the change, codes, event, rank)."""
        entries = catalog["entries"]
        feeds = {}
        for entry in entries:
            feeds.setdefault(parts_of(entry), []).append(entry)
        expected, silent, removed, added = {}, set(), [], []
        for feed, members in feeds.items():
            # Few enough that no feed counts as one whose ids or hours have changed as a whole.
            count = rng.randint(0, max(1, len(members) // 4))
            # Entries with the name of another one are not paired with certainty.
            names = [folded(entry) for entry in members]
            twins = {name for name in names if names.count(name) > 1}
            for entry in rng.sample(members, min(count, len(members))):
                kinds = [name for name, change in CHANGES.items() if change[0](entry)]
                if folded(entry) in twins:
                    kinds = [name for name in kinds if name not in ("new-id", "gone", "added")]
                if not kinds:
                    continue
                name = rng.choice(kinds)
                _, change, codes, event, rank = CHANGES[name]
                if name == "gone":
                    removed.append(entry)
                elif name == "added":
                    twin = copy.deepcopy(entry)
                    twin["id"] += "-new"
                    twin.pop("aliases", None)
                    added.append(twin)
                    entry = twin
                else:
                    change(rng, entry)
                if codes is None:
                    silent.add(entry["id"])
                else:
                    expected[entry["id"]] = (name, codes, event, rank)
                    self.planted += 1
        catalog["entries"] = sorted([e for e in entries if e not in removed] + added, key=lambda e: e["id"].encode())
        return expected

    def check(self, where, rng, old_text, old):
        new = copy.deepcopy(old)
        expected = self.plant(rng, new)
        layout = rng.choice(["canonical", "canonical", "shuffled", "indented", "sorted-keys"])
        if layout == "shuffled":
            rng.shuffle(new["entries"])
        if layout in ("canonical", "shuffled"):
            new_text = canonical(new)
        else:
            new_text = json.dumps(new, indent=1 if layout == "indented" else None, sort_keys=layout == "sorted-keys")
        where = f"{where} ({layout})"
        (self.folder / "old.json").write_text(old_text)
        (self.folder / "new.json").write_text(new_text)
        old_file, new_file = self.folder / "old.json", self.folder / "new.json"
        status, text, errors = self.run("diff", old_file, new_file, "--format", "json")
        if status != (0 if old == new else 1):
            return self.fail(where, f"exit {status}: {errors}")
        document = json.loads(text)
        for error in self.validator.iter_errors(document):
            self.fail(where, f"schema: {error.message[:200]}")
        self.words(where, expected, document)
        status, text, errors = self.run("diff", old_file, new_file, "--format", "json-patch")
        if status != (0 if old == new else 1):
            self.fail(where, f"JSON Patch: exit {status}: {errors}")
        if jsonpatch.JsonPatch.from_string(text).apply(copy.deepcopy(old)) != new:
            self.fail(where, "the JSON Patch does not give the new catalog")
        self.filtered(where, old_file, new_file, document)
        self.feed(where, old_file, new_file, document)
        status, text, errors = self.run("diff", old_file, new_file, "--format", "markdown")
        if "<!--" in text or "\u200b" in text or "&lt;" in text or "&amp;" in text.replace("\\&amp;", ""):
            self.fail(where, "the Markdown form has characters that readers should not see")
        status, text, errors = self.run("diff", old_file, new_file)
        if status != (1 if expected else 0):
            self.fail(where, f"text: exit {status}, {len(expected)} planted")

    def filtered(self, where, old_file, new_file, document):
        """Only breaking and suspicious changes are selected."""
        status, text, errors = self.run(
            "diff", old_file, new_file, "--format", "json", "--only", "breaking", "--only", "suspicious"
        )
        some = json.loads(text)
        for error in self.validator.iter_errors(some):
            self.fail(where, f"schema of the filtered form: {error.message[:200]}")
        expected = [c["id"] for c in document["changes"] if c["rank"] != "routine"]
        if [c["id"] for c in some["changes"]] != expected or some.get("filter") != {"only": ["breaking", "suspicious"]}:
            self.fail(where, "the filtered form does not have exactly the selected changes")

    def feed(self, where, old_file, new_file, document):
        """The Atom form is valid, and has an entry for each change."""
        status, text, errors = self.run("diff", old_file, new_file, "--format", "atom")
        feed = etree.fromstring(text.encode())
        if not self.atom.validate(feed):
            self.fail(where, f"Atom: {self.atom.error_log.last_error}")
        entries = feed.findall(ATOM + "entry")
        ids = [entry.findtext(ATOM + "id") for entry in entries]
        if len(set(ids)) != len(ids) or len(ids) < len(document["changes"]):
            self.fail(where, f"Atom: {len(set(ids))} ids of {len(ids)} entries for {len(document['changes'])} changes")
        for entry in entries:
            title, link = entry.findtext(ATOM + "title"), entry.find(ATOM + "link")
            if not title.endswith(".") or link is None or not link.get("href").startswith("http"):
                self.fail(where, f"Atom: the entry {title!r} has no link or is no sentence")
            if entry.find(f"{ATOM}content/{XHTML}div") is None:
                self.fail(where, f"Atom: the entry {title!r} has no XHTML content")

    def words(self, where, expected, document):
        found = {change["id"]: change for change in document["changes"]}
        ranks = [["breaking", "suspicious", "routine"].index(change["rank"]) for change in document["changes"]]
        if ranks != sorted(ranks):
            self.fail(where, "the changes are not sorted by rank")
        for entry in sorted(set(expected) - set(found)):
            self.fail(where, f"{entry}: {expected[entry][0]} was planted and not found")
        for entry in sorted(set(found) - set(expected)):
            self.fail(where, f"{entry}: nothing was planted; found {[c['text'] for c in found[entry]['changes']]}")
        for entry in sorted(set(found) & set(expected)):
            name, codes, event, rank = expected[entry]
            change = found[entry]
            if sorted({c["code"] for c in change["changes"]}) != codes or change["event"] != event:
                self.fail(where, f"{entry}: {name} was planted, found {change['event']} {[c['code'] for c in change['changes']]}")
            elif rank and change["rank"] != rank:
                self.fail(where, f"{entry}: {name} is {change['rank']} and should be {rank}")
            elif name == "friday" and "opens an hour later on Fridays" not in change["changes"][0]["text"]:
                self.fail(where, f"{entry}: {change['changes'][0]['text']!r}")


def main():
    program, schema, rounds, *catalogs = sys.argv[1:]
    first = int(os.environ.get("AGGREGATE_SEED", "0"))
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(program, schema, folder)
        for path in catalogs:
            text = Path(path).read_text()
            old = json.loads(text)
            for seed in range(first, first + int(rounds)):
                checker.check(f"{path}, seed {seed}", random.Random(seed), text, old)
        print(
            f"{len(catalogs) * int(rounds)} differences with {checker.planted} planted changes checked by the independent program, "
            f"{checker.failures} wrong"
        )
        sys.exit(1 if checker.failures else 0)


if __name__ == "__main__":
    main()
