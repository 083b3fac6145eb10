"""Checks servers that follow a published catalog behind a load balancer, while the catalog changes under load.

usage: check_balance.py PROGRAM RECORDING [VERSIONS]

nginx serves the site that `aggregate publish` writes, and balances three servers that follow its catalog, and one that never gets ready. The catalog
is replaced VERSIONS times (3). No answer may be of two versions; a list continues in its version, or its cursor is 410; equal catalogs have
equal tags on all servers, also on one that has just started; and a catalog that is missing or damaged changes nothing but the metrics.
Prints each fault on a separate line, and exits with 1 if there is any.
"""

import collections
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from check_server import PROGRAM, SELECTED, Server, ask, expect, fault, faults, request, wait_for

VERSIONS = int(next(iter(SELECTED), "3"))
LIST = "/api/v1/entries?limit=3&sort=name"
LOAD = ["/all", "/api/v1/entries?limit=500", "/api/v1/catalog", "/api/v1/catalog.csv", "/api/v1/catalog.geojson", "/api/v1/catalog.ics",
        "/places/gmu/whats-open/southside", "/api/v1/campuses/penn.ics"]
ALL = LOAD + [LIST, "/api/v1/catalog.ndjson", "/api/v1/catalog.jsonld", "/api/v1/catalog.tsv", "/api/v1/catalog.md", "/api/v1/catalog.html",
              "/api/v1/catalog.sqlite", "/api/v1/catalog.geojson?campus=penn", "/api/v1/catalog?kind=event", "/api/v1/campuses", "/api/v1/feeds",
              "/api/v1/quotes?random=7", "/api/v1/entries?kind=event", "/api/v1/entries?open=now&near=38.83,-77.307",
              "/api/v1/entries/gmu/whats-open/southside", "/api/v1/entries/gmu/whats-open/southside.ics", "/all?category=cafe", "/sw.js", "/openapi.json"]


def free_ports(count):
    """Ports that are free at the moment."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Nginx:
    """An nginx that serves a folder at one port, and balances servers at another."""

    def __init__(self, folder, site, servers, files, balancer):
        self.log = folder / "access.log"
        upstreams = "".join(f"server 127.0.0.1:{server.port} max_fails=0; " for server in servers)
        places = "".join(f"{name}_temp_path {folder}/{name}; " for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(f"""
            daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
            events {{ worker_connections 1024; }}
            http {{
              {places} access_log off;
              upstream servers {{ {upstreams} }}
              server {{
                listen 127.0.0.1:{balancer};
                location / {{
                  proxy_pass http://servers; proxy_set_header Host $host; proxy_next_upstream error timeout http_503;
                }}
              }}
              log_format status "$status";
              server {{ listen 127.0.0.1:{files}; root {site}; access_log {self.log} status; types {{ application/json json; }} }}
            }}""")
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.process = subprocess.Popen(
            [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def statuses(self):
        """How often each status was sent for a file."""
        return collections.Counter(self.log.read_text().split())

    def stop(self):
        self.process.terminate()
        self.process.wait()


def version(answer):
    """The version of the catalog that an answer is of; None for several."""
    found = set(re.findall(rb"Version(\d+)", answer.body))
    return int(found.pop()) if len(found) == 1 else None


class Load:
    """Clients of a balancer, until they are stopped."""

    def __init__(self, port):
        self.port, self.ends = port, threading.Event()
        self.tags, self.seen, self.versions = {}, set(), {}
        self.counts = collections.Counter()
        work = [(self.ask, (target,)) for target in LOAD] + [(self.walk, ()), (self.walk, ())]
        self.threads = [threading.Thread(target=self.run, args=each) for each in work]
        for thread in self.threads:
            thread.start()

    def run(self, step, arguments):
        while not self.ends.is_set():
            try:
                if step(*arguments) is False:
                    return
            except Exception as error:
                return fault(f"{step.__name__}{arguments}: {type(error).__name__}: {error}")

    def get(self, target):
        answer = ask(self.port, request(target))
        self.counts["answers"] += 1
        return answer

    def check(self, target, answer):
        """Checks that an answer is of one version, which its header field identifies. Returns the version; None for a fault."""
        found = version(answer)
        if found is None:
            return fault(f"{target} has the versions {set(re.findall(rb'Version[0-9]+', answer.body))}: {answer}")
        self.seen.add(found)
        name = answer["catalog-version"]
        expect(self.versions.setdefault(name, found) == found, f"{target}: Catalog-Version {name} is of two versions")
        body = self.tags.setdefault((target, answer["etag"]), answer.body)
        expect(body == answer.body, f"{target} has one tag for two contents")
        return found

    def ask(self, target):
        answer = self.get(target)
        if answer is None or answer.status != 200:
            fault(f"{target} is answered with {answer} while the catalog is replaced")
            return False
        return self.check(target, answer) is not None

    def walk(self):
        """Reads a list from its first to its last page, from any server."""
        cursor, found, first, total = "", [], None, 0
        while cursor is not None and not self.ends.is_set():
            answer = self.get(f"{LIST}&cursor={cursor}")
            if answer is not None and answer.status == 410 and cursor:
                self.counts["outdated cursors"] += 1
                return True
            if answer is None or answer.status != 200:
                fault(f"a page of the list is answered with {answer}")
                return False
            current = self.check(f"{LIST}&cursor={cursor}", answer)
            first = current if first is None else first
            expect(current == first, f"a list begins in version {first} and goes on in version {current}")
            page = json.loads(answer.body)
            found += [entry["id"] for entry in page["entries"]]
            total, cursor = page["total"], page.get("next")
        if cursor is None:
            self.counts["whole lists"] += 1
            expect(len(found) == len(set(found)) == total, f"a list of {total} places has {len(found)}, {len(set(found))} different ones")
        return True

    def stop(self):
        self.ends.set()
        for thread in self.threads:
            thread.join()


def main():
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        # Run by root, nginx reads files as another user.
        folder.chmod(0o755)
        environment = {"HOME": name, "PATH": os.environ["PATH"]}
        site = folder / "site"
        subprocess.run([PROGRAM, "--sample", "-q", "-o", folder / "sample.json"], env=environment, check=True)
        entries = [entry for entry in json.loads((folder / "sample.json").read_text())["entries"] if entry["kind"] in ("place", "event")]

        def publish(number, time_of_day="12:00"):
            """Publishes the catalog with the version in the name of each place, as if it had been made at this time."""
            # nginx makes the tags of files from their size and the second of their change.
            time.sleep(1.1)
            (folder / "names.json").write_text(json.dumps({"corrections": [
                {"id": entry["id"], "because": "a check", "name": f"Version{number} {entry['name']}"} for entry in entries]}))
            subprocess.run(
                [PROGRAM, "--sample", "-q", "--config", folder / "names.json", "--at", f"2026-11-21T{time_of_day}:00-05:00", "-o", folder / "next.json"],
                env=environment, check=True)
            subprocess.run([PROGRAM, "publish", site, "--catalog", folder / "next.json", "-q"], env=environment, check=True)

        files, balancer = free_ports(2)

        def start(path="catalog.json"):
            server = Server(
                "--catalog", f"http://127.0.0.1:{files}/{path}", "--refresh-every", "1s", "--allow-private", environment=environment)
            stack.callback(server.process.kill)
            return server

        def metric(server, result):
            found = re.search(rf'aggregate_catalog_requests_total{{result="{result}"}} (\d+)'.encode(), server.get("/metrics").body)
            return int(found[1]) if found else 0

        servers, hopeless = [start() for _ in range(3)], start("missing.json")
        wait_for(lambda: all(metric(server, "failed") for server in servers), "servers without a catalog say so in their metrics")
        for target, status in [("/healthz", 200), ("/readyz", 503), ("/all", 503), ("/api/v1/catalog", 503)]:
            answer = servers[0].get(target)
            expect(answer.status == status, f"without a catalog, {target} is answered with {answer}")

        publish(0)
        nginx = Nginx(folder, site, [hopeless, *servers], files, balancer)
        stack.callback(nginx.stop)
        if not wait_for(lambda: all(server.get("/readyz").status == 200 for server in servers), "the servers get ready"):
            return print(*servers[0].lines, sep="\n")
        load = Load(balancer)
        for number in range(1, VERSIONS + 1):
            publish(number)
            wait_for(
                lambda: load.ends.is_set() or all(version(server.get("/api/v1/catalog.csv")) == number for server in servers),
                f"all servers show version {number}")
        wait_for(lambda: load.counts["whole lists"] > 0 and VERSIONS in load.seen, "a list is read, and the last version")
        load.stop()
        expect(load.seen == set(range(VERSIONS + 1)), f"the versions {load.seen} were shown, of {VERSIONS + 1}")
        statuses = nginx.statuses()
        # A version is requested once by each server, and once more if a server asks while it is published.
        expect(statuses["304"] > 0 and statuses["200"] <= 2 * len(servers) * (VERSIONS + 1), f"the catalog was requested with {statuses}")

        # The same content, read later: a server that has shown the catalog before and one that has not give equal answers.
        publish(VERSIONS, "13:00")
        servers.append(start())
        wait_for(lambda: all(b'"generatedAt":"2026-11-21T18:00:00Z"' in server.get("/api/v1/catalog").body for server in servers if server.get("/readyz").status == 200)
                 and servers[-1].get("/readyz").status == 200, "all servers show the catalog of 13:00")
        for target in ALL:
            for attempt in range(2):
                minute = int(time.time() / 60)
                first = servers[0].get(target)
                others = [server.get(target, f"If-None-Match: {first['etag']}") for server in servers]
                if int(time.time() / 60) == minute:
                    break
            expect(first.status == 200, f"{target} is answered with {first}")
            expect(all(answer.status == 304 for answer in others), f"{target} has different tags: {[str(answer) for answer in others]}")

        # A damaged catalog, and none: the last one stays, and the servers stay ready.
        catalog = site / "catalog.json"
        whole = catalog.read_bytes()
        for damaged in (whole[: len(whole) // 2], b"<html>", None):
            before = [metric(server, "failed") for server in servers]
            catalog.unlink()
            if damaged is not None:
                catalog.write_bytes(damaged)
            wait_for(lambda: all(metric(server, "failed") > count for server, count in zip(servers, before)), "the metrics have the failure")
            for server in servers:
                expect(server.get("/readyz").status == 200, "a server with a catalog is not ready")
                expect(version(server.get("/api/v1/catalog.csv")) == VERSIONS, "a server does not show the last good catalog")
        lines = [line for line in servers[0].lines if "cannot be read" in line or "is not a catalog" in line]
        expect(3 <= len(lines) <= 6, f"the failures are reported as {lines}")
        publish(VERSIONS + 1)
        wait_for(lambda: all(version(server.get("/api/v1/catalog.csv")) == VERSIONS + 1 for server in servers), "the servers recover")
        for server in [*servers, hopeless]:
            server.stop("a server that follows a catalog")
        print(f"{load.counts['answers']} answers of {VERSIONS + 1} versions from 3 servers behind nginx, {load.counts['whole lists']} whole lists, "
              f"{load.counts['outdated cursors']} outdated cursors; {len(ALL)} addresses have the same tag on 4 servers; {len(faults)} faults")


if __name__ == "__main__":
    main()
    sys.exit(1 if faults else 0)
