"""The commands that are recorded for simulated power losses, and the checks of the disk after each."""
import datetime, json, os, pathlib, subprocess
from feed_server import FeedServer
from town import FEEDS, Broken, Town, time_of


class Scenario:
    """Commands that write below the folder `disk`, and the checks of what a power loss leaves there."""

    def __init__(self, program):
        self.town = Town(program)
        self.program, self.disk = self.town.program, self.town.path("disk")
        os.makedirs(self.disk)
        self.environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": self.disk}

    def prepare(self):
        """Makes what is on the disk, durably, before the recording."""

    def record(self, recording):
        raise NotImplementedError

    def check(self, marks, random):
        """Checks a disk. marks: what was acknowledged before the power failed."""
        raise NotImplementedError

    def remove(self):
        self.town.remove()

    def must(self, *words, recording=None, input=b"", statuses=(0,), variables={}):
        """Runs the program and returns its stdout."""
        run, environment = recording.run if recording else subprocess.run, self.environment | variables
        done = run([self.program, *words], input=input, capture_output=True, env=environment, cwd=self.town.folder, timeout=120)
        if done.returncode not in statuses:
            raise Broken(f"{words[:2]} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done.stdout


class Runs(Scenario):
    """Runs with a store in new folders, and an output file: all of those that ended with 0 are there, and all or nothing of the next one."""

    RUNS = 4

    def prepare(self):
        town = self.town
        town.store, town.output = f"{self.disk}/new/folder/store.sqlite", f"{self.disk}/out/catalog.json"
        os.makedirs(f"{self.disk}/out")

    def record(self, recording):
        for number in range(self.RUNS):
            recording.mark(("begun", number))
            self.must(*self.town.words(number)[1:], recording=recording)
            self.town.acknowledge(number)
            recording.mark(("ended", number))

    def check(self, marks, random):
        town = self.town
        town.kept = {number for what, number in marks if what == "ended"}
        town.last = max(town.kept, default=None)
        town.begun = [number for what, number in marks if what == "begun" and number not in town.kept]
        if town.kept and not os.path.exists(town.store):
            raise Broken("the store of an acknowledged run does not exist")
        if town.kept and not os.path.exists(town.output):
            raise Broken("the output file of an acknowledged run does not exist")
        if os.path.exists(town.store):
            is_thorough = random.random() < 0.5
            town.check(random.choice(sorted(town.kept)) if town.kept and is_thorough else None, with_feeds=is_thorough)
        if random.random() < 0.3:
            town.do(self.RUNS)
            town.check()
            if town.drafts():
                raise Broken(f"the next run left {town.drafts()}")


class Pruning(Scenario):
    """The removal of old runs: the newest run is there, and the store is intact."""

    OLD = 6

    def prepare(self):
        town = self.town
        town.store, town.output = f"{self.disk}/store.sqlite", f"{self.disk}/catalog.json"
        for number in range(self.OLD):
            town.do(number)

    def prune(self, recording=None):
        self.must("snapshots", "prune", "--keep", "1d", "--store", self.town.store, recording=recording)

    def record(self, recording):
        self.prune(recording)
        recording.mark(("pruned", None))
        recording.mark(("begun", self.OLD))
        self.must(*self.town.words(self.OLD)[1:], recording=recording)
        self.town.acknowledge(self.OLD)
        recording.mark(("ended", self.OLD))
        self.prune(recording)

    def check(self, marks, random):
        town = self.town
        ended = ("ended", self.OLD) in marks
        town.kept = {self.OLD if ended else self.OLD - 1}
        town.last = max(town.kept)
        town.begun = [self.OLD] if ("begun", self.OLD) in marks and not ended else []
        town.check(town.last)
        if random.random() < 0.3:
            self.prune()
            town.check(town.last)


class Publications(Scenario):
    """Publications of a site: each file is as one of them wrote it; after one that has ended, all are its files; the next one repairs all."""

    STEPS = ("two", "all", "other", "two")

    def prepare(self):
        correction = {"corrections": [{"id": "penn/dining/593", "because": "a check", "name": "Other"}]}
        with open(self.town.path("name.json"), "w") as file:
            json.dump(correction, file)
        name = ["--config", self.town.path("name.json")]
        self.trees = {}
        for catalog, words in {"all": [], "other": name, "two": [*name, "--campus", "penn,liverpool"]}.items():
            self.must("--sample", "-q", *words, "-o", self.town.path(f"{catalog}.json"))
            self.publish(catalog, self.town.path(f"site-{catalog}"))
            self.trees[catalog] = self.tree(self.town.path(f"site-{catalog}"))
        self.site = f"{self.disk}/www/site"

    def publish(self, catalog, to, recording=None):
        self.must("publish", to, "--catalog", self.town.path(f"{catalog}.json"), "-q", recording=recording)

    @staticmethod
    def tree(folder):
        folder = pathlib.Path(folder)
        return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}

    def record(self, recording):
        for step in self.STEPS:
            recording.mark(("begun", step))
            self.publish(step, self.site, recording)
            recording.mark(("ended", step))

    def check(self, marks, random):
        steps = [step for what, step in marks if what == "ended"]
        next_one = [step for what, step in marks if what == "begun"][len(steps):]
        files = self.tree(self.site)
        if steps and not next_one:
            self.compare(files, self.trees[steps[-1]], "the published site")
        manifest = json.loads(files.pop("manifest.json", '{"files": []}'))
        listed = {file["path"] for file in manifest["files"]} | set(manifest.get("pending", []))
        for path, contents in files.items():
            if path.startswith(".aggregate-publish/"):
                continue
            if path not in listed:
                raise Broken(f"{path} is not listed")
            if all(contents != self.trees[step].get(path) for step in [*steps[-1:], *next_one]):
                raise Broken(f"{path} is neither the old nor the new file")
        following = random.choice(sorted(self.trees))
        self.publish(following, self.site)
        self.compare(self.tree(self.site), self.trees[following], "the next site")

    @staticmethod
    def compare(files, expected, what):
        wrong = sorted(path for path in files.keys() | expected.keys() if files.get(path) != expected.get(path))
        if wrong:
            raise Broken(f"{what} has other files: {wrong[:6]}")


class Served(Scenario):
    """A scenario with feeds of a server in this process."""

    def prepare(self):
        self.server = FeedServer(FEEDS)
        self.registry = self.town.path("registry.json")
        self.server.write_registry(self.registry)

    def remove(self):
        self.server.close()
        super().remove()


class Polls(Served):
    """A poll with a journal: a result that it wrote to stdout is in the journal, its feed is not polled again, and its reply is there. The
    next poll has the entries of all feeds, whatever is left of the other replies."""

    PLACES = 5

    def prepare(self):
        super().prepare()
        os.makedirs(f"{self.disk}/journals")

    def plan(self, number, *words):
        return self.must("work", "plan", "--config", self.registry, "--campus", "town,village", "--at", time_of(number), "--refresh", *words)

    def poll(self, number, plan, *words, recording=None):
        return self.must(
            "work", "poll", "--bodies", f"{self.disk}/bodies", "--per-host", "1", "--allow-private", "--at", time_of(number), *words,
            recording=recording, input=plan)

    def record(self, recording):
        self.first, self.journal = self.plan(1), ["--journal", f"{self.disk}/journals/1.ndjson"]
        recording.mark(("begun", None))
        self.poll(1, self.first, *self.journal, recording=recording)
        recording.mark(("ended", None))

    def check(self, marks, random):
        written = b"".join(text for what, text in marks if what == "stdout")
        acknowledged = dict(self.results(written[:written.rfind(b"\n") + 1]))
        for feed in acknowledged:
            with open(f"{self.disk}/bodies/{feed}/facilities.json", "rb") as file:
                if file.read() != self.server.body(feed):
                    raise Broken(f"the reply of {feed} is not as it was received")
        self.server.requests.clear()
        lines = self.poll(1, self.first, *self.journal)
        results = dict(self.results(lines))
        again = acknowledged.keys() & set(self.server.requests)
        if again:
            raise Broken(f"{sorted(again)} were polled again")
        if results.keys() != set(FEEDS):
            raise Broken(f"there are results of {sorted(results)}")
        for feed, line in acknowledged.items():
            if results[feed] != line:
                raise Broken(f"the result of {feed} has changed:\n{line}\n{results[feed]}")
        if random.random() < 0.3:
            self.check_next(lines)

    def check_next(self, lines):
        last = self.town.path("last.ndjson")
        with open(last, "wb") as file:
            file.write(lines)
        next_lines = self.poll(2, self.plan(2, "--state", last), "--previous", last)
        outcomes = [result["report"]["outcome"] for _, result in self.results(next_lines)]
        entries = sum(json.loads(line)["type"] == "entry" for line in next_lines.splitlines())
        if outcomes != ["unchanged"] * len(FEEDS) or entries != self.PLACES * len(FEEDS):
            raise Broken(f"the next poll has the outcomes {outcomes} and {entries} entries")

    @staticmethod
    def results(text):
        for line in text.splitlines():
            value = json.loads(line)
            if value["type"] == "result":
                yield value["report"]["id"], value


class Watches(Served):
    """A watch that appends to a file: the file has complete lines, and no change is missing after the next watch."""

    ROUNDS = 4

    def prepare(self):
        super().prepare()
        # Not in the folder of the store, whose names SQLite makes durable.
        self.output = f"{self.disk}/reports/changes.ndjson"
        os.makedirs(f"{self.disk}/reports")

    def watch(self, recording=None):
        self.must(
            "watch", "--once", "--refresh", "--allow-private", "--per-host", "9", "--config", self.registry, "--store", f"{self.disk}/store.sqlite",
            "--feed", FEEDS[0], "--format", "json", "-o", self.output, "-q", recording=recording)

    def record(self, recording):
        for version in range(self.ROUNDS):
            self.server.version = version
            self.watch(recording)
            recording.mark(("ended", version))

    def check(self, marks, random):
        ended = max((version for what, version in marks if what == "ended"), default=None)
        self.server.version = self.ROUNDS
        self.watch()
        lines = self.lines()
        if ended is None:
            return
        # Changes that were not acknowledged may be reported twice, but none may be missing.
        reached = lines[0][0] if lines else None
        for old, new in lines:
            if old > reached:
                raise Broken(f"the changes from version {reached} to {old} are missing: {lines}")
            reached = max(reached, new)
        if reached != self.ROUNDS or lines[0][0] != 0:
            raise Broken(f"the changes do not lead from version 0 to {self.ROUNDS}: {lines}")
        acknowledged = list(zip(range(ended), range(1, ended + 1)))
        if lines[:ended] != acknowledged:
            raise Broken(f"{acknowledged} were acknowledged, but the file has {lines}")

    def lines(self):
        """The versions that each line of the file compares."""
        if not os.path.exists(self.output):
            return []
        with open(self.output, "rb") as file:
            text = file.read()
        if not text.endswith(b"\n"):
            raise Broken("the last line of the file of the watch is cut short")
        return [FeedServer.versions(json.loads(line)) for line in text.splitlines()]


class Choices(Scenario):
    """Settings, corrections and favorites: what a command has written is there, and the files are whole."""

    def prepare(self):
        self.environment |= {"XDG_CONFIG_HOME": f"{self.disk}/config", "XDG_STATE_HOME": f"{self.disk}/state"}
        self.must("config", "add-registry", self.town.path("registry.json"))
        self.town.store, self.town.output = f"{self.disk}/state/aggregate/aggregate.sqlite", self.town.path("catalog.json")
        self.town.do(0)
        # The first setting creates the folder.
        self.fresh = {"XDG_CONFIG_HOME": f"{self.disk}/fresh/config"}
        self.default = self.jobs()

    def jobs(self):
        return self.must("config", "get", "jobs", statuses=(0, 4), variables=self.fresh).decode().strip()

    def record(self, recording):
        def correct(days):
            day = str(datetime.date.today() + datetime.timedelta(days))
            return ("correct", "town/a/p0", "--closed", day, "--because", "Snow", "--yes")

        for words in (
            ("config", "set", "jobs", "3"), ("favorites", "add", "town/a/p0"), ("config", "set", "jobs", "4"), correct(3),
            ("favorites", "add", "town/a/p1"), correct(6), ("config", "set", "jobs", "5"),
        ):
            recording.mark(("begun", words))
            self.must(*words, recording=recording, variables=self.fresh if words[0] == "config" else {})
            recording.mark(("ended", words))

    def check(self, marks, random):
        ended = [words for what, words in marks if what == "ended"]
        begun = [words for what, words in marks if what == "begun"]
        self.check_jobs(ended, begun)
        favorites = self.must("favorites", "--json", statuses=(0, 3, 4)).decode()
        for words in ended:
            if words[:2] == ("favorites", "add") and words[2] not in favorites:
                raise Broken(f"the favorite {words[2]} is lost: {favorites}")
        closed = [words[words.index("--closed") + 1] for words in ended if words[0] == "correct"]
        listed = self.must("correct", "--list", "--json", statuses=(0, 4)).decode()
        for day in closed:
            if day not in listed:
                raise Broken(f"the correction of {day} is lost: {listed}")
        self.must("config", "set", "jobs", "6", variables=self.fresh)

    def check_jobs(self, ended, begun):
        jobs = self.jobs()
        values = [words[3] for words in begun if words[:2] == ("config", "set")]
        acknowledged = [words[3] for words in ended if words[:2] == ("config", "set")]
        if jobs not in (acknowledged[-1:] or [self.default]) + values[len(acknowledged):]:
            raise Broken(f"the setting is {jobs}; {values} were set, of which {acknowledged} were acknowledged")


SCENARIOS = {"choices": Choices, "polls": Polls, "publications": Publications, "pruning": Pruning, "runs": Runs, "watches": Watches}
