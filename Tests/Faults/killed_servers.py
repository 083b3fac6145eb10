"""Kills servers that refresh their store, and checks that all that they have shown is stored."""
import http.client, json, os, re
from feed_server import FeedServer
from killing import Killer
from town import FEEDS, Broken, Town


class KilledServers:
    """`serve --refresh-every`, killed while it reads feeds, stores them or answers. Each version of a feed that an answer had is stored, or a
    newer one; the next server has it at once."""

    def __init__(self, program, random):
        self.program = os.path.join(os.path.dirname(os.path.abspath(program)), "aggregate-server")
        if not os.path.exists(self.program):
            raise Broken(f"{self.program} does not exist; build it with Scripts/build aggregate-server")
        self.town, self.random = Town(program), random
        self.server, self.registry = FeedServer(FEEDS), self.town.path("registry.json")
        # Due again in each round.
        self.server.write_registry(self.registry, cadence="PT1S")
        self.killer = Killer(random, self.town.folder)
        self.stored = {}

    def round(self):
        if self.random.random() < 0.01:
            self.town.forget()
            self.stored = {}
        self.server.version += 1
        shown, asking = {}, []
        words = [
            self.program, "--port", "0", "--refresh-every", "15m", "--allow-private", "--per-host", "9", "--config", self.registry, "--store",
            self.town.store, "--campus", "town,village"]

        def ask(lines):
            """Whether an answer has the newest version of all feeds."""
            if not asking and (found := re.search(rb"listening on http://127\.0\.0\.1:(\d+)/", b"".join(lines))):
                asking.append(http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=10))
            if asking:
                try:
                    asking[0].request("GET", "/api/v1/entries?limit=500&fields=name")
                    answer = asking[0].getresponse()
                    body = answer.read()
                except OSError:
                    # The next request connects again.
                    asking[0].close()
                    return False
                if answer.status == 200:
                    self.see(json.loads(body)["entries"], shown)
            return shown == dict.fromkeys(FEEDS, self.server.version)

        done, error = self.killer.run(words, is_done=ask)
        for connection in asking:
            connection.close()
        if "store.corrupt" in error:
            raise Broken(error)
        self.check(shown)

    def see(self, entries, shown):
        now = {}
        for entry in entries:
            now.setdefault("/".join(entry["id"].split("/")[:2]), set()).add(int(entry["name"].rsplit(" ", 1)[1]))
        for feed in FEEDS:
            versions = now.get(feed, set())
            least = max(self.stored.get(feed, 0), shown.get(feed, 0))
            if len(versions) > 1 or min(versions, default=0) < least:
                raise Broken(f"the server shows the versions {sorted(versions)} of {feed}; {least} was stored")
            if versions:
                shown[feed] = versions.pop()

    def check(self, shown):
        status, out, error = self.town.ask("snapshots", "verify")
        if status not in (0, 4, 5) or status != 0 and (shown or self.stored):
            raise Broken(f"verify ended with {status}: {out.decode(errors='replace')}{error}")
        status, out, error = self.town.run([
            self.town.program, "--offline", "--store", self.town.store, "--config", self.registry, "-q", "--format", "ndjson", "--campus",
            "town,village"])
        if status not in (0, 3, 4, 5) or status > 3 and (shown or self.stored):
            raise Broken(f"--offline ended with {status}: {error}")
        entries = [json.loads(line) for line in out.splitlines()]
        self.see([entry for entry in entries if entry.get("kind") == "place"], shown)
        self.stored = shown

    def remove(self):
        self.server.close()
        self.town.remove()
