"""A registry with recordings that are replayed into a store, and the checks that must hold whatever happens to a run."""
import json, os, shutil, subprocess, tempfile

FEEDS = ("town/a", "town/b", "village/c")
REGISTRY = {
    "campuses": [
        {"id": "town", "name": "Town", "timeZone": "Europe/London", "country": "GB", "location": {"latitude": 53.4, "longitude": -2.9}},
        {"id": "village", "name": "Village", "timeZone": "Europe/Paris", "country": "FR", "location": {"latitude": 48, "longitude": 2}},
    ],
    "feeds": [{"id": feed, "adapter": "whats-open", "addresses": {"facilities": [f"http://127.0.0.1:9/{feed}"]}} for feed in FEEDS],
}


class Broken(Exception):
    """A violated guarantee."""


def place(feed, number, version):
    return {
        "slug": f"p{number}", "facility_name": f"Place {number} of {feed}, version {version}",
        "facility_location": {"building": "Hall", "coordinate_location": {"type": "Point", "coordinates": [-2.9, 53.4]}},
        "facility_category": {"name": "Office"},
        "main_schedule": {"name": "x", "open_times": [{"start_day": 0, "end_day": 0, "start_time": "09:00:00", "end_time": "17:00:00"}]},
    }


def time_of(number):
    """The time of a run: one per minute, long ago, so that runs older than a day can be pruned at any time."""
    return f"2020-{1 + number // 38880:02}-{1 + number // 1440 % 27:02}T{number // 60 % 24:02}:{number % 60:02}:00Z"


class Town:
    """A folder with a registry, recordings of some versions, a store and an output file."""

    def __init__(self, program, versions=4, places=12, folder=None):
        self.program = os.path.abspath(program)
        self.folder = folder or tempfile.mkdtemp(prefix="aggregate-faults-")
        self.versions = versions
        self.store, self.output = self.path("store.sqlite"), self.path("out/catalog.json")
        os.makedirs(self.path("out"), exist_ok=True)
        with open(self.path("registry.json"), "w") as file:
            json.dump(REGISTRY, file)
        for version in range(versions):
            for feed in FEEDS:
                os.makedirs(self.path(f"r{version}/{feed}"), exist_ok=True)
                with open(self.path(f"r{version}/{feed}/facilities.json"), "w") as file:
                    # One more or less from version to version, so that entries are added and removed.
                    json.dump([place(feed, number, version) for number in range(places + version % 2)], file)
        self._expected = {}
        self.forget()

    def path(self, name):
        return os.path.join(self.folder, name)

    def forget(self):
        """Starts with a new store."""
        for name in os.listdir(self.folder):
            if name.startswith("store.sqlite"):
                os.unlink(self.path(name))
        for name in os.listdir(self.path("out")):
            os.unlink(self.path(f"out/{name}"))
        self.kept, self.last, self.begun = set(), None, []

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    # Runs

    def words(self, number):
        """The command of a run that replays a recording into the store."""
        self.begun.append(number)
        return self.reading(number, self.output) + ["--store", self.store, "--log-format", "json"]

    def reading(self, number, output):
        return [
            self.program, "--replay", self.path(f"r{number % self.versions}"), "--at", time_of(number), "--config",
            self.path("registry.json"), "-o", output]

    def run(self, words, **options):
        """Runs a program, which must end by itself, and returns its status, stdout and stderr."""
        environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": self.folder}
        for name in ("LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"):
            if name in os.environ:
                environment[name] = os.environ[name]
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, env=environment, cwd=self.folder, timeout=120, **options)
        return done.returncode, done.stdout, done.stderr.decode(errors="replace")

    def ask(self, *words):
        return self.run([self.program, *words, "--store", self.store])

    def expected(self, number):
        """The expected output of a run, which is the same as without a store."""
        if number not in self._expected:
            status, out, error = self.run(self.reading(number, "-"))
            if status != 0:
                raise Broken(f"a run without a store ended with {status}: {error}")
            self._expected[number] = out
        return self._expected[number]

    def do(self, number):
        """Runs once; the run must succeed."""
        status, _, error = self.run(self.words(number))
        if status != 0:
            raise Broken(f"run {number} ended with {status}: {error}")
        self.acknowledge(number)
        return error

    def acknowledge(self, number):
        with open(self.output, "rb") as file:
            self._expected[number] = file.read()
        if f'"generatedAt":"{time_of(number)}"'.encode() not in self._expected[number]:
            raise Broken(f"run {number} succeeded, but its output file does not exist")
        self.kept.add(number)
        self.last, self.begun = number, []

    # Checks

    def check(self, older=None, with_feeds=True):
        """The store is intact, has all acknowledged runs, and all or nothing of each run that was started since.

        older: an acknowledged run to check. with_feeds: whether to check the current results of the feeds, too.
        """
        status, out, error = self.ask("snapshots", "verify")
        if status == 4 and not self.kept:
            return
        if status != 0:
            raise Broken(f"verify ended with {status}: {out.decode(errors='replace')}{error}")
        if with_feeds:
            self.check_feeds()
        self.check_output()
        newest = self.as_of("latest")
        if newest == (self.expected(self.last) if self.kept else None):
            finished = None
        else:
            finished = next((number for number in self.begun if newest == self.expected(number)), None)
            if finished is None:
                raise Broken(f"the newest run is neither {self.last} nor one of {self.begun}")
        if finished is not None:
            # The file may still be that of the previous run.
            self.begun += [self.last] if self.kept else []
            self.kept.add(finished)
            self.last = finished
        if older is not None and older in self.kept and self.as_of(time_of(older)) != self.expected(older):
            raise Broken(f"run {older} was acknowledged, but is not stored as it was written")

    def as_of(self, moment):
        """The output of a run, byte for byte; None if the run does not exist."""
        status, out, error = self.run(
            [self.program, "--offline", "--as-of", moment, "--store", self.store, "--config", self.path("registry.json"), "-q"])
        if status == 4:
            return None
        if status != 0:
            raise Broken(f"--as-of {moment} ended with {status}: {error}")
        return out

    def possible(self):
        """The runs that the store may contain as its newest."""
        return ([self.last] if self.kept else []) + self.begun

    def check_feeds(self):
        """Each feed serves one version: that of the newest run, or of one that was started since."""
        status, out, error = self.run(
            [self.program, "--offline", "--store", self.store, "--config", self.path("registry.json"), "-q", "--format", "ndjson"]
            + [word for feed in FEEDS for word in ("--feed", feed)])
        if status == 4 and not self.kept:
            return
        if status not in (0, 3):
            raise Broken(f"--offline ended with {status}: {error}")
        served = {}
        for line in out.splitlines():
            entry = json.loads(line)
            served.setdefault(entry["sources"][0]["feed"], []).append(entry["name"].rsplit(" ", 1)[1])
        allowed = {str(number % self.versions) for number in self.possible()}
        for feed, versions in served.items():
            if len(set(versions)) != 1 or versions[0] not in allowed:
                raise Broken(f"{feed} serves the versions {sorted(set(versions))}; {sorted(allowed)} could be")

    def check_output(self):
        """The output file is the complete output of one run."""
        if os.path.exists(self.output):
            with open(self.output, "rb") as file:
                written = file.read()
            number = next((number for number in self.possible() if f'"generatedAt":"{time_of(number)}"'.encode() in written), None)
            if number is None or written != self.expected(number):
                raise Broken("the output file does not match any run")

    def drafts(self):
        """Files next to the output file."""
        return [name for name in os.listdir(os.path.dirname(self.output)) if name != os.path.basename(self.output)]
