#!/usr/bin/env python3
"""Loads servers for some minutes with requests of all kinds while their data changes, and checks that they answer and end as they should.

usage: server_load.py FOLDER [MINUTES] [SEED]

FOLDER has the programs. Three servers run: one follows a store into which runs write, one polls feeds by itself, and one follows the
catalog of the first. Clients send valid, conditional, wrong, slow, pipelined and aborted requests. A server must answer each
complete request with a status below 500, or with 503, and end with exit code 0 after SIGTERM. Prints one JSON line; exits with 1 if
there is a fault, or no request was sent.
"""
import http.client, json, os, random, re, signal, socket, subprocess, sys, threading, time, traceback
from feed_server import FeedServer
from town import FEEDS, Broken, Town

# For builds with sanitizers on a busy machine.
PATIENCE = 120


class Server:
    def __init__(self, program, home, *words):
        self.lines, self.port, self.is_ready = [], None, threading.Event()
        environment = {**os.environ, "HOME": home, "XDG_STATE_HOME": home}
        self.process = subprocess.Popen(
            [program, "--port", "0", *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, errors="replace", env=environment)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        if not self.is_ready.wait(PATIENCE) or not self.port:
            self.process.kill()
            raise Broken("a server does not listen:\n" + "\n".join(self.lines))

    def read(self):
        for line in self.process.stderr:
            self.lines.append(line.rstrip())
            print(line, end="", file=sys.stderr, flush=True)
            if found := re.search(r"listening on http://[^ ]*:(\d+)/", line):
                self.port = int(found[1])
                self.is_ready.set()
        self.is_ready.set()

    def stop(self):
        """Returns what is wrong with the end of the server."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "does not end after SIGTERM"
        self.reader.join(5)
        return None if code == 0 else f"ended with exit code {code}"


class Load:
    def __init__(self, seed, targets):
        self.seed, self.servers, self.targets, self.end = seed, [], targets, 0
        self.lock, self.counts, self.faults = threading.Lock(), {}, []

    def count(self, what):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def client(self, number):
        chance = random.Random(f"{self.seed}-{number}")
        while time.monotonic() < self.end and len(self.faults) < 20:
            server = chance.choice(self.servers)
            kind = chance.choice([self.ask, self.ask, self.ask, self.abort, self.dribble, self.pipeline, self.read_slowly])
            try:
                kind(server, chance)
            except (ConnectionError, http.client.BadStatusLine) as error:
                # An aborted connection is fine, unless the server is gone.
                self.count("closed")
                if server.process.poll() is not None:
                    self.faults.append(f"a server ended: {error}")
                    return
            except (OSError, http.client.HTTPException) as error:
                self.faults.append(f"{kind.__name__} on {server.process.args[3:]}: {error!r}")

    def ask(self, server, chance):
        """Several requests on one connection, some of them conditional."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        tag = None
        for _ in range(chance.randint(1, 6)):
            target = chance.choice(self.targets)
            headers = {"Accept-Encoding": chance.choice(["gzip", "identity"])}
            if tag and chance.random() < 0.5:
                headers["If-None-Match"] = tag
            connection.request(chance.choice(["GET", "GET", "GET", "HEAD", "POST"]), target, headers=headers)
            answer = connection.getresponse()
            answer.read()
            tag = answer.getheader("ETag")
            self.count("requests")
            if answer.status >= 500 and answer.status != 503:
                self.faults.append(f"{answer.status} for {target}")
            if answer.will_close:
                break
        connection.close()

    def connect(self, server):
        return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)

    def head(self, chance):
        return f"GET {chance.choice(self.targets)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

    def abort(self, server, chance):
        """Closes the connection in the middle of a request or of its answer."""
        with self.connect(server) as wire:
            head = self.head(chance)
            wire.sendall(head[:chance.randint(1, len(head))])
            if chance.random() < 0.5:
                wire.settimeout(0.05)
                try:
                    wire.recv(chance.randint(1, 4096))
                except TimeoutError:
                    pass
            if chance.random() < 0.5:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            self.count("aborted")

    def dribble(self, server, chance):
        """Sends a request in pieces."""
        with self.connect(server) as wire:
            head = self.head(chance)
            while head:
                size = chance.randint(1, 40)
                wire.sendall(head[:size])
                head = head[size:]
                time.sleep(chance.uniform(0, 0.05))
            wire.recv(1 << 16)
            self.count("slow")

    def pipeline(self, server, chance):
        """Sends several requests at once."""
        with self.connect(server) as wire:
            wire.sendall(b"".join(self.head(chance) for _ in range(chance.randint(2, 8))))
            wire.settimeout(0.5)
            try:
                while wire.recv(1 << 16):
                    pass
            except TimeoutError:
                pass
            self.count("pipelined")

    def read_slowly(self, server, chance):
        with self.connect(server) as wire:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.sendall(b"GET /api/v1/catalog.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            for _ in range(chance.randint(1, 50)):
                if not wire.recv(2048):
                    break
                time.sleep(0.01)
            self.count("slow")


def targets():
    lists = ["", "?open=now", "?near=53.4,-2.9&limit=3", "?kind=event", "?q=place", "?q=plxce", "?sort=name", "?limit=2", "?limit=none", "?expand=week"]
    exports = ["", ".json", ".ndjson", ".geojson", ".csv", ".csv?table=hours", ".ics", ".html", ".md", ".sqlite", ".jsonld"]
    pages = ["/", "/all", "/town", "/village", "/all?open=now", "/town?at=12:00", "/week", "/sitemap.xml", "/metrics", "/readyz", "/healthz", "/nonsense"]
    entries = [f"/api/v1/entries/{feed}/p{number}{end}" for feed in FEEDS for number in (0, 3) for end in ("", ".ics")]
    places = [f"/places/{feed}/p1{end}" for feed in FEEDS for end in ("", "/history", "/menu")]
    others = ["campuses", "campuses/town.ics", "feeds", "menus", "quotes", "changes?since=2020-01-01", "changes.atom?since=2020-01-01", "events"]
    return (pages + entries + places + [f"/api/v1/entries{end}" for end in lists] + [f"/api/v1/catalog{end}" for end in exports]
            + [f"/api/v1/{end}" for end in others])


def main(folder, minutes="2", seed=None):
    seed = int(seed) if seed else random.randrange(1 << 32)
    program, server = (os.path.join(os.path.abspath(folder), name) for name in ("aggregate", "aggregate-server"))
    town, feeds, load, clients, runs = Town(program), FeedServer(FEEDS, places=20), Load(seed, targets()), [], 0

    def run():
        nonlocal runs
        town.do(runs)
        runs += 1

    def serve(*words):
        load.servers.append(Server(server, town.folder, *words))

    try:
        for _ in range(3):
            run()
        live = town.path("live.json")
        feeds.write_registry(live)
        selected = [word for feed in FEEDS for word in ("--feed", feed)]
        serve("--store", town.store, "--config", town.path("registry.json"))
        serve("--store", town.path("live.sqlite"), "--config", live, "--refresh-every", "1m", "--allow-private", *selected)
        serve("--catalog", f"http://127.0.0.1:{load.servers[0].port}/api/v1/catalog", "--refresh-every", "1s", "--allow-private")
        load.end = time.monotonic() + 60 * float(minutes)
        for number in range(8):
            clients.append(threading.Thread(target=load.client, args=(number,)))
            clients[-1].start()
        while time.monotonic() < load.end:
            feeds.version = runs
            run()
            time.sleep(1)
    except Exception:
        load.faults.append(traceback.format_exc())
    finally:
        load.end = 0
        for client in clients:
            client.join()
        load.faults += [f"the server {one.process.args[3:]} {wrong}" for one in load.servers if (wrong := one.stop())]
        feeds.close()
        town.remove()
    for fault in load.faults:
        print(f"fault: {fault} (seed {seed})", file=sys.stderr)
    count = sum(load.counts.values())
    print(json.dumps({"count": count, "unit": "requests", "seed": seed, "runs": runs, "faults": len(load.faults), **load.counts}))
    return 1 if load.faults or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
