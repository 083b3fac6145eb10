"""Attacks the server of a program and checks that it answers as HTTP says, to raw sockets.

usage: check_server.py PROGRAM RECORDING [CHECK...]

RECORDING is a recording with the feed gmu/whats-open, from which stores are made. The names of checks select some of them; without any,
all of them run. Prints each fault on a separate line, and exits with 1 if there is any. Needs nothing but Python's standard library.
"""

import asyncio
import contextlib
import email.utils
import functools
import gzip
import http.server
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PROGRAM, RECORDING, SELECTED = sys.argv[1], Path(sys.argv[2]), set(sys.argv[3:])
KIB = 1024
# The most that an answer may take, in seconds.
PATIENCE = 10
# The most that a connection may take to send the head of a request, in seconds, however it is sent.
SLOWEST_HEAD = 25
MOMENT = "2026-11-21T17:00:00Z"
faults = []


def fault(text):
    faults.append(text)
    print(f"fault: {text}", flush=True)


def expect(is_right, text):
    if not is_right:
        fault(text)


def shown(data, most=100):
    """Bytes as text for a message."""
    text = data.decode("latin-1") if isinstance(data, bytes) else data
    text = text.encode("unicode_escape").decode()
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


# MARK: Servers


class Server:
    """A server that the program started, on a free port."""

    def __init__(self, *arguments, environment=None):
        self.lines = []
        self.port = None
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace", env=environment)
        listens = threading.Event()
        self.reader = threading.Thread(target=self._read, args=(listens,), daemon=True)
        self.reader.start()
        if not listens.wait(30) or self.port is None:
            self.process.kill()
            sys.exit("the server does not listen:\n" + "\n".join(self.lines))

    def _read(self, listens):
        for line in self.process.stderr:
            self.lines.append(line.rstrip())
            found = re.search(r"listening on http://[^ ]*:(\d+)/", line)
            if found:
                self.port = int(found[1])
                listens.set()
        listens.set()

    def memory(self):
        """The resident memory, in bytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) * KIB

    def is_well(self, after):
        """Checks that the server still answers."""
        if self.process.poll() is not None:
            fault(f"{after}: the server ended with exit code {self.process.returncode}")
            return
        answer = self.get("/healthz")
        expect(answer and answer.status == 200, f"{after}: /healthz is then answered with {answer}")

    def get(self, target, *fields, method="GET"):
        """The response to one request on a new connection."""
        return ask(self.port, request(target, *fields, method=method), is_head=method == "HEAD")

    def stop(self, what, within=5):
        """Asks the server to end, and checks how it does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        start = time.monotonic()
        try:
            code = self.process.wait(within + 10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return fault(f"{what}: after SIGTERM, the server does not end")
        seconds = time.monotonic() - start
        expect(seconds <= within, f"{what}: after SIGTERM, the server takes {seconds:.1f} s to end")
        self.reader.join(5)
        expect(code == 0, f"{what}: after SIGTERM, the server ends with exit code {code}, and says last: {shown(self.lines[-1], 300)}")
        for line in self.lines:
            if re.search(r"Fatal error|Crash|Thread \d|SIG(SEGV|ILL|TRAP|ABRT)|AddressSanitizer", line):
                fault(f"{what}: the server printed: {line}")


@contextlib.contextmanager
def serving(what, *arguments):
    server = Server(*arguments)
    try:
        yield server
        server.stop(what)
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


# MARK: Requests and answers


def request(target, *fields, method="GET", host="localhost"):
    head = f"{method} {target} HTTP/1.1\r\n"
    if host is not None:
        head += f"Host: {host}\r\n"
    return (head + "".join(f"{field}\r\n" for field in fields) + "\r\n").encode("latin-1")


class Answer:
    def __init__(self, status, fields, body, version):
        self.status, self.fields, self.body, self.version = status, fields, body, version

    def __getitem__(self, name):
        """The value of a header field, those of several joined by commas; an empty string without any."""
        return ", ".join(value for key, value in self.fields if key.lower() == name)

    def __str__(self):
        return f"{self.status} {shown(self.body, 80)}"

    @property
    def closes(self):
        return self["connection"].lower() == "close"


class Broken(Exception):
    """A response that is not HTTP, or ends too early."""


class Late(Exception):
    """No data arrives for too long."""


class Wire:
    """A connection to a server."""

    def __init__(self, port, patience=PATIENCE, address="127.0.0.1"):
        self.socket = socket.create_connection((address, port), timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.is_over = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        """Sends bytes; returns False if the server has closed the connection."""
        try:
            self.socket.sendall(data)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False

    def _more(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionResetError:
            data = b""
        except TimeoutError:
            raise Late() from None
        self.buffer += data
        self.is_over = self.is_over or not data
        return bool(data)

    def answer(self, is_head=False):
        """Reads one answer; None if the connection is closed before it begins."""
        while b"\r\n\r\n" not in self.buffer:
            if not self._more():
                if self.buffer:
                    raise Broken(f"the head ends early: {shown(self.buffer)}")
                return None
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        found = re.fullmatch(r"HTTP/(1\.[01]) (\d{3}) ?(.*)", lines[0])
        if not found:
            raise Broken(f"not a status line: {shown(lines[0])}")
        fields = []
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            if not colon or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
                raise Broken(f"not a header field: {shown(line)}")
            fields.append((name, value.strip()))
        answer = Answer(int(found[2]), fields, b"", found[1])
        if is_head or answer.status in (204, 304) or answer.status < 200:
            return answer
        if answer["transfer-encoding"].lower() == "chunked":
            answer.body = self._chunks()
        elif answer["content-length"]:
            answer.body = self._bytes(int(answer["content-length"]))
        else:
            while self._more():
                pass
            answer.body, self.buffer = self.buffer, b""
        return answer

    def _bytes(self, count):
        while len(self.buffer) < count:
            if not self._more():
                raise Broken(f"the body ends after {len(self.buffer)} of {count} bytes")
        body, self.buffer = self.buffer[:count], self.buffer[count:]
        return body

    def _chunks(self):
        body = b""
        while True:
            while b"\r\n" not in self.buffer:
                if not self._more():
                    raise Broken("the chunks end early")
            size, self.buffer = self.buffer.split(b"\r\n", 1)
            part = self._bytes(int(size, 16) + 2)[:-2]
            if not part:
                return body
            body += part

    def ends(self):
        """Returns whether the server closes the connection, without another byte."""
        try:
            return not self.buffer and not self._more()
        except Late:
            return False


def ask(port, data, is_head=False, patience=PATIENCE):
    """The first response to bytes on a new connection; None if the connection is closed without one. Reports malformed responses."""
    try:
        with Wire(port, patience) as wire:
            wire.send(data)
            return wire.answer(is_head)
    except Late:
        fault(f"no answer for {patience} s: {shown(data)}")
    except Broken as error:
        fault(f"{error}, to {shown(data)}")
    return None


def ask_all(port, data, patience=PATIENCE):
    """All answers until the connection is closed, and whether that happened in time."""
    answers = []
    try:
        with Wire(port, patience) as wire:
            wire.send(data)
            while True:
                answer = wire.answer()
                if answer is None:
                    return answers, True
                answers.append(answer)
    except Late:
        return answers, False
    except Broken as error:
        fault(f"{error}, to {shown(data)}")
        return answers, True


def refused(answer, *statuses):
    """Whether a request was refused: with one of the statuses, or by closing the connection."""
    return answer is None or answer.status in statuses


def addresses(server):
    """Addresses of all kinds: the page, its files, the API in all formats, and errors."""
    page = server.get("/all")
    text = page.body.decode() if page else ""
    found = set(re.findall(r'(?:href|src)="(/[^"#]*)"', text))
    places = sorted(target for target in found if target.startswith("/places/"))
    expect(places, "the page has no links to places")
    found = {target.replace("&amp;", "&") for target in found if not target.startswith("/places/")} | set(places[:2])
    found |= {"/all", "/all?open=now", "/gmu?at=12:00", "/healthz", "/readyz", "/metrics", "/sw.js", "/manifest.webmanifest", "/favicon.ico"}
    found |= {f"/api/v1{target}" for target in (
        "/catalog", "/catalog.json", "/catalog.ndjson", "/catalog.geojson", "/catalog.jsonld", "/catalog.csv", "/catalog.csv?table=hours",
        "/catalog.ics", "/catalog.html", "/catalog.md", "/catalog.tsv", "/entries", "/entries?open=now", "/entries?near=38.83,-77.31&limit=3",
        "/entries?kind=event", "/entries?kind=alert", "/entries?kind=quote", "/campuses", "/campuses/gmu.ics", "/feeds", "/quotes", "/menus?date=tomorrow",
        "/quotes?random=7", "/changes", "/changes.atom", "/catalog.nonsense", "/entries?limit=none", "/entries?nonsense=1", "/nonsense")}
    for place in places[:2]:
        found |= {place.replace("/places/", "/api/v1/entries/"), place.replace("/places/", "/api/v1/entries/") + ".ics"}
    found |= {"/nonsense", "/places/gmu/whats-open/nonsense", "/assets/nonsense.js", "/%00"}
    return sorted(found)


# MARK: Checks


def check_heads():
    """Heads that are too long are refused, and the server keeps running."""
    with serving("long heads", "--sample") as server:
        long = "x" * (81 * KIB)
        for what, data in (
            ("1,001 header fields", request("/", *(f"X-{number}: 1" for number in range(1_001)))),
            ("a header field of 81 KiB", request("/", f"X-Long: {long}")),
            ("a name of a header field of 81 KiB", request("/", f"{long}: 1")),
            ("a request line of 81 KiB", request("/" + long)),
            ("a query of 81 KiB", request("/all?q=" + long)),
            ("a method of 81 KiB", request("/", method="G" * (81 * KIB))),
            ("a field of 81 KiB without an end", request("/", f"X-Long: {long}")[:-4]),
            ("an If-None-Match with 10,000 tags", request("/", "If-None-Match: " + ", ".join(['"a"'] * 10_000))),
            ("an Accept with 10,000 types", request("/api/v1/catalog", "Accept: " + ", ".join(["a/b;q=0.1"] * 10_000))),
        ):
            answer = ask(server.port, data)
            expect(refused(answer, 400, 414, 431), f"{what}: answered with {answer}")
            server.is_well(what)


def check_bodies():
    """Requests with a body are refused without waiting for it."""
    with serving("bodies", "--sample") as server:
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"):
            for what, fields, body in (
                ("5 bytes", ["Content-Length: 5"], b"hello"),
                ("5 bytes that never come", ["Content-Length: 5"], b""),
                ("10 GB", ["Content-Length: 10000000000"], b""),
                ("10 GB, of which some come", ["Content-Length: 10000000000"], b"x" * (256 * KIB)),
                ("more bytes than a number has", ["Content-Length: 99999999999999999999999"], b""),
                ("less than nothing", ["Content-Length: -1"], b""),
                ("a length that is not a number", ["Content-Length: five"], b"hello"),
                ("a length with a sign", ["Content-Length: +5"], b"hello"),
                ("two lengths", ["Content-Length: 5", "Content-Length: 6"], b"hello!"),
                ("chunks", ["Transfer-Encoding: chunked"], b"5\r\nhello\r\n0\r\n\r\n"),
                ("chunks that never come", ["Transfer-Encoding: chunked"], b""),
                ("a chunk of 10 GB", ["Transfer-Encoding: chunked"], b"2540be400\r\nhello"),
                ("an unknown coding", ["Transfer-Encoding: xyzzy"], b"hello"),
                ("a length and an expectation", ["Content-Length: 5", "Expect: 100-continue"], b""),
            ):
                data = request("/api/v1/catalog", *fields, method=method) + body
                try:
                    with Wire(server.port, 3) as wire:
                        wire.send(data)
                        answer = wire.answer(is_head=method == "HEAD")
                        # An error in the method may be reported first, and an unknown coding may be reported as such.
                        right = {400, 413} | ({405} if method not in ("GET", "HEAD") else set()) | ({501} if "unknown" in what else set())
                        right |= {417} if "expectation" in what else set()
                        expect(refused(answer, *right), f"{method} with a body of {what}: answered with {answer}")
                        if answer is not None and method == "HEAD" and answer.status == 400 and answer.closes:
                            # The server may not have read as far as the method.
                            wire.buffer = b""
                        if answer is not None:
                            expect(wire.ends(), f"{method} with a body of {what}: after {answer.status}, the connection stays open or has more")
                except Late:
                    fault(f"{method} with a body of {what}: no answer for 3 s")
                except Broken as error:
                    fault(f"{method} with a body of {what}: {error}")
        answer = server.get("/healthz", "Content-Length: 0")
        expect(answer and answer.status == 200, f"Content-Length: 0 is not a body, but is answered with {answer}")
        server.is_well("bodies")


def check_hosts():
    """Only requests for the names of this server are answered."""
    with serving("hosts", "--sample") as server:
        port = server.port
        right = ["localhost", "127.0.0.1", "[::1]", f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", "LOCALHOST", f"LocalHost:{port}", "localhost.", "localhost:"]
        wrong = [
            "evil.example", f"evil.example:{port}", "[::1].evil.example", "[::1]evil", "[::1", "[::1]:abc", "::1", "localhost:abc", "localhost:-1",
            "localhost:80:80", "localhost@evil", "evil@localhost", "localhost.evil.example", "evil.localhost", "localhost, evil.example",
            "localhost evil.example", "localhost/evil", "localhost#", "localhost?", "", "127.0.0.1.evil.example", "127.1", "0x7f.0.0.1",
            "2130706433", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]", "localhost\\evil", "localhost%00", "localhost\xe9", "http://localhost", "*", ":80",
        ]
        for target in ("/healthz", "/readyz", "/metrics"):
            answer = ask(port, request(target, host="evil.example"))
            expect(answer and answer.status == 200, f"{target} for a foreign host is answered with {answer}")
        for target in ("/all", "/api/v1/catalog", "/openapi.json"):
            for host in right:
                answer = ask(port, request(target, host=host))
                expect(answer and answer.status == 200, f"{target} for Host: {host} is answered with {answer}")
            for host in wrong:
                answer = ask(port, request(target, host=host))
                expect(refused(answer, 400, 421), f"{target} for Host: {shown(host)} is answered with {answer}")
        for what, data in (
            ("no Host", request("/", host=None)),
            ("two Hosts, the second foreign", request("/", "Host: evil.example")),
            ("two Hosts, the first foreign", request("/", "Host: localhost", host="evil.example")),
            ("two equal Hosts", request("/", "Host: localhost")),
            ("a Host with a line feed", b"GET / HTTP/1.1\r\nHost: localhost\nX: y\revil\r\n\r\n"),
            ("a space before the colon", b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n"),
            ("a foreign host in the target", request("http://evil.example/")),
            ("HTTP/1.0 without a Host", b"GET / HTTP/1.0\r\n\r\n"),
        ):
            answer = ask(port, data)
            expect(refused(answer, 400, 421), f"{what}: answered with {answer}")
        server.is_well("hosts")


def check_paths():
    """No path reaches a file or an internal error."""
    with serving("paths", "--sample") as server:
        secrets = (b"root:", b"[Unit]", b"PRETTY_NAME")

        def check(data, *harmless):
            answer = ask(server.port, data)
            expect(refused(answer, 400, 404, 414, 431, *harmless), f"{shown(data.split(b'Host:')[0], 160)} is answered with {answer}")
            if answer and any(secret in answer.body for secret in secrets):
                fault(f"{shown(data.split(b'Host:')[0])} is answered with a file")

        for folder in ("/", "/assets/", "/assets/leaflet/", "/api/v1/", "/places/gmu/whats-open/"):
            for byte in range(256):
                # For the page, a question mark starts the query, and a space may end the target.
                for part in (bytes([byte]), b"%%%02X" % byte, b"%%%02x" % byte):
                    alone = (200,) if folder == "/" and part in (b"?", b" ") else ()
                    check(f"GET {folder}".encode() + part + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", *alone)
                check(f"GET {folder}a".encode() + bytes([byte]) + b"b HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for tail in (
                "..", "../", ".", "%2e%2e", "%2E%2E/", ".%2e", "%00", "..%2f", "..%2f..%2fetc%2fpasswd", "..\\", "..%5c..%5cetc%5cpasswd",
                "../../../../../../etc/passwd", "%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "....//....//....//etc/passwd",
                "..;/..;/etc/passwd", "..%00/", "leaflet.css%00.js", "..%c0%af..%c0%afetc%c0%afpasswd", "%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
                "%e0%80%ae%e0%80%ae/etc/passwd", "%f0%80%80%ae/etc/passwd", "%ed%a0%80", "%ff%fe", "%u002e%u002e/etc/passwd", "%252e%252e%252fetc%252fpasswd",
                "%", "%2", "%zz", "%%", "%2%65", "/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "a//b", "a/./b", "a/../b", "x" * (8 * KIB),
                "%41" * (8 * KIB // 3), "/" * (8 * KIB), "../" * 2_700, "~root", "file:///etc/passwd", "C:\\Windows\\win.ini", "con", ".git/config",
                "../page.css", "images/../../../../etc/passwd", "leaflet.css/", "leaflet.css/..", "%0d%0aX-Evil:%201", "%e2%80%ae", "%e2%80%a8", "<script>",
            ):
                check(request(folder + tail))
        for target in (
            "//evil", "//evil/api/v1/catalog", "///", "/\\evil", "\\evil", "*", "evil", "etc/passwd", "../etc/passwd", "", "?", "#", ":80", "localhost:80",
            "ftp://localhost/", "file:///etc/passwd", "javascript:alert(1)", "http://", "http:///", "http://localhost:abc/", "http://evil.example/",
            "http://localhost@evil.example/", "/api/v1/catalog/", "/api//v1/catalog", "/API/V1/CATALOG", "/api/v1/catalog%20", "/api/v1/catalog;a=b",
            "/api/v1/entries/gmu", "/api/v1/entries/gmu/whats-open", "/api/v1/entries/a/b/c/d", "/api/v1/campuses/.ics", "/api/v1/campuses/gmu.ics/x",
            "/places", "/places/", "/places/a/b/c/d", "/api/v1/catalog.", "/api/v1/catalog.atom", "/api/v1/catalog.json.gz",
        ):
            check(request(target), 421)
        # Another form of an address that exists.
        for target in ("http://localhost/api/v1/campuses", f"http://localhost:{server.port}/api/v1/campuses", "/api/v1/campuses?", "/api/v1/%63ampuses"):
            check(request(target), 200)
        for query in ("%00", "%", "%zz", "%ff", "q=%ff", "q=%00", "=", "&&&", "a=b=c", "q=" + "x" * 8_000, "near=nan,nan", "near=inf,0", "near=1e999,0",
                      "near=0,0&within=-1m", "limit=0", "limit=-1", "limit=99999999999999999999", "limit=1e3", "cursor=a.b", "cursor=a.-1", "cursor=.",
                      "cursor=a.9223372036854775807", "at=9999-99-99", "at=99999999999999", "at=-1", "open=0000-00-00T00:00:00Z", "kind=x", "campus=../..", "q=" + "(" * 2_000,
                      "q=%22", "q=*", "q=" + "a+" * 1_000, "within=1m", "sort=distance", "sort=rank", "near=91,181", "limit=1&limit=2", "building=%00"):
            answer = server.get(f"/api/v1/entries?{query}")
            expect(refused(answer, 200, 400, 410, 414, 431), f"/api/v1/entries?{shown(query)} is answered with {answer}")
            answer = server.get(f"/all?{query}")
            expect(refused(answer, 200, 400, 404, 410, 414, 431), f"/all?{shown(query)} is answered with {answer}")
        server.is_well("paths")


def check_conditions():
    """HEAD, conditions, ranges and codings (RFC 9110, sections 9.3.2, 12, 13 and 14)."""
    with serving("conditions", "--sample") as server:
        for target in addresses(server):
            for fields in ([], ["Accept-Encoding: gzip"]):
                get, head = server.get(target, *fields), server.get(target, *fields, method="HEAD")
                if get is None or head is None:
                    fault(f"{target} is not answered")
                    continue
                # Only the time may differ; and the metrics, which count the requests.
                changing = {"date"} | ({"content-length", "etag"} if target == "/metrics" else set())
                mine, other = ([(name.lower(), value) for name, value in one.fields if name.lower() not in changing] for one in (get, head))
                difference = sorted(set(mine) ^ set(other))
                expect(get.status == head.status and sorted(mine) == sorted(other), f"HEAD {target} {fields}: differs from GET: {difference}")
                expect(head["content-length"] != "", f"HEAD {target}: no Content-Length")
                expect(get["date"] != "", f"{target}: no Date")
            # Nothing follows the response to HEAD on the same connection.
            with Wire(server.port) as wire:
                wire.send(request(target, method="HEAD") + request("/healthz", "Connection: close"))
                try:
                    first, second = wire.answer(is_head=True), wire.answer()
                    is_right = second.body == b"ok\n" if second else first and first.closes
                    expect(is_right, f"HEAD {target}: the answer is {first and first.status}, the next {second}")
                except (Broken, Late) as error:
                    fault(f"HEAD {target}: has a body ({error})")
        for target in addresses(server):
            plain, packed = server.get(target), server.get(target, "Accept-Encoding: gzip, br")
            if plain is None or packed is None or plain.status != 200 or not plain["etag"]:
                continue
            expect("accept-encoding" in plain["vary"].lower(), f"{target}: Vary is {plain['vary']}")
            if packed["content-encoding"]:
                expect(packed["content-encoding"] == "gzip", f"{target}: the coding is {packed['content-encoding']}")
                expect(packed["etag"] != plain["etag"], f"{target}: gzip and identity have the same tag")
                expect(gzip.decompress(packed.body) == plain.body, f"{target}: gzip has other bytes")
                expect(len(packed.body) < len(plain.body), f"{target}: gzip makes it larger")
            for refusal in ("gzip;q=0", "identity", "*;q=0, identity", "deflate", "gzip;q=0.0, *", ""):
                other = server.get(target, f"Accept-Encoding: {refusal}")
                expect(other and not other["content-encoding"], f"{target}: Accept-Encoding: {refusal} has {other and other['content-encoding']}")
            for one, coding in ((plain, "identity"), (packed, "gzip")):
                check_representation(server, target, one, f"Accept-Encoding: {coding}")
        server.is_well("conditions")


def check_representation(server, target, whole, coding):
    """Conditions and ranges of one representation."""
    tag, modified = whole["etag"], whole["last-modified"]
    what = f"{target} ({coding.split()[-1]})"
    expect(re.fullmatch(r'"[\x21\x23-\x7e]+"', tag), f"{what}: the tag {tag} is not a strong one")

    def get(*fields, method="GET"):
        return server.get(target, coding, *fields, method=method) or Answer(0, [], b"", "1.1")

    old, new = "Mon, 01 Jan 2001 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"
    conditions = [
        ([f"If-None-Match: {tag}"], 304), ([f"If-None-Match: W/{tag}"], 304), ([f'If-None-Match: "a", W/{tag} , "b,c"'], 304),
        (['If-None-Match: "a,b"', f"If-None-Match: {tag}"], 304), (["If-None-Match: *"], 304), (['If-None-Match: "other"'], 200),
        ([f"If-None-Match: {tag[:-1]}"], 200), ([f"If-None-Match: {tag[1:-1]}"], 200), (["If-None-Match: "], 200),
        (['If-None-Match: "other"', f"If-Modified-Since: {new}"], 200), ([f"If-None-Match: {tag}", f"If-Modified-Since: {old}"], 304),
        (["If-Modified-Since: nonsense"], 200), ([f"If-Modified-Since: {old}"], 200),
    ]
    if modified:
        expect(email.utils.parsedate_to_datetime(modified), f"{what}: Last-Modified is {modified}")
        conditions += [([f"If-Modified-Since: {modified}"], 304), ([f"If-Modified-Since: {new}"], 304)]
    for fields, status in conditions:
        for method in ("GET", "HEAD"):
            answer = get(*fields, method=method)
            expect(answer.status == status, f"{method} {what} with {fields}: {answer.status}, not {status}")
            if answer.status == 304:
                for name in ("etag", "cache-control", "vary"):
                    expect(answer[name] == whole[name], f"{what}: a 304 has {name} {answer[name]}, not {whole[name]}")
    for fields, status in [(['If-Match: "other"'], 412), ([f"If-Match: W/{tag}"], 412), ([f"If-Match: {tag}"], 200), (["If-Match: *"], 200)]:
        expect(get(*fields).status == status, f"{what} with {fields}: not {status}")
    # Ranges: of GET only, and only where they are announced.
    if whole["accept-ranges"] != "bytes":
        return
    if whole["content-encoding"]:
        part = get("Range: bytes=0-9")
        expect(part.status == 206 and not part["content-encoding"], f"{what}: a part is {part.status} with {part['content-encoding']}")
        expect(get("Range: bytes=0-9", f"If-Range: {tag}").status == 200, f"{what}: a part of another form is sent")
        return
    size = len(whole.body)
    dates = [(modified, 206), (old, 200)] if modified else [(old, 200)]
    for value, status in [(None, 206), (tag, 206), (f"W/{tag}", 200), ('"other"', 200), ("nonsense", 200), *dates]:
        answer = get("Range: bytes=0-9", *([f"If-Range: {value}"] if value else []))
        expect(answer.status == status, f"{what} with Range and If-Range: {value}: {answer.status}, not {status}")
        expect(answer.body == whole.body[: 10 if status == 206 else size], f"{what} with Range and If-Range: {value}: other bytes")
    middle = size // 2
    for text, start, end in (
        ("0-0", 0, 1), (f"0-{middle - 1}", 0, middle), (f"{middle}-", middle, size), ("-1", size - 1, size), (f"-{size * 2}", 0, size),
        (f"{size - 1}-{size * 9}", size - 1, size), (f"0-{10**17}", 0, size),
    ):
        answer = get(f"Range: bytes={text}")
        right = f"bytes {start}-{end - 1}/{size}"
        expect(answer.status == 206 and answer["content-range"] == right, f"{what}, bytes={text}: {answer.status} with {answer['content-range']}, not {right}")
        expect(answer.body == whole.body[start:end], f"{what}, bytes={text}: other bytes")
        expect(answer["etag"] == tag, f"{what}, bytes={text}: the tag is {answer['etag']}")
    for text in (f"{size}-", f"{size * 2}-{size * 3}", "-0"):
        answer = get(f"Range: bytes={text}")
        right = f"bytes */{size}"
        expect(answer.status == 416 and answer["content-range"] == right, f"{what}, bytes={text}: {answer.status} with {answer['content-range']}, not 416 with {right}")
    for text in ("items=0-1", "bytes=5-2", "bytes=a-b", "bytes=", "bytes", "bytes=--1", "bytes=1-2-3", "bytes=+1-2"):
        answer = get(f"Range: {text}")
        expect(answer.status == 200 and answer.body == whole.body, f"{what}, Range: {text}: {answer.status}; a Range that is not one is ignored")
    answer = get("Range: bytes=0-" + ",0-1" * 1_000)
    expect(answer.status in (200, 416, 206) and len(answer.body) < size + 100 * KIB, f"{what}, 1,000 ranges: {answer.status} with {len(answer.body)} bytes")
    answer = get("Range: bytes=0-9", f"If-None-Match: {tag}")
    expect(answer.status == 304, f"{what} with Range and If-None-Match: {answer.status}, not 304")
    answer = get("Range: bytes=0-9", method="HEAD")
    expect(answer.status == 200 and answer["content-length"] == str(size), f"HEAD {what} with Range: {answer.status}; only GET has ranges")


def check_methods():
    """Other methods than GET, HEAD and OPTIONS are not allowed."""
    with serving("methods", "--sample") as server:
        for target in ("/all", "/api/v1/catalog", "/api/v1/entries", "/healthz", "/metrics", "/sw.js", "/nonsense"):
            for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "FOO", "get", "GETT"):
                fields = ["Content-Length: 0"] if method in ("POST", "PUT", "PATCH") else []
                answer = server.get(target, "X-Echo: xyzzy", *fields, method=method)
                if answer is None:
                    fault(f"{method} {target} is not answered")
                    continue
                # A server may also report an unknown method (501), or refuse the request line.
                unknown = {400, 501} if method in ("FOO", "get", "GETT", "CONNECT") else set()
                preflight = {204} if method == "OPTIONS" else set()
                expect(answer.status in (preflight or {405} | unknown), f"{method} {target} is answered with {answer}")
                if answer.status in (204, 405):
                    expect(answer["allow"] == "GET, HEAD, OPTIONS", f"{method} {target}: Allow is {answer['allow']!r}")
                expect(b"xyzzy" not in answer.body, f"{method} {target} echoes the request")
        for data in (request("*", method="OPTIONS"), request("localhost:443", method="CONNECT")):
            answer = ask(server.port, data)
            expect(refused(answer, 200, 204, 400, 404, 405) and not (answer and answer.status < 300 and data.startswith(b"CONNECT")), f"{shown(data)} is answered with {answer}")
        server.is_well("methods")


def check_headers():
    """Every answer has the header fields that protect it."""
    with serving("header fields", "--sample") as server:
        problems = [
            (request("/", host="evil.example"), 421), (request("/", method="POST"), 405), (request("/%"), 400), (request("/nonsense"), 404),
            (request("/api/v1/catalog", "Content-Length: 5"), 413), (request("/api/v1/catalog", "Accept: image/png"), 406),
            (request("/api/v1/entries?cursor=a.1"), None), (request("/api/v1/entries?x=<script>alert(1)</script>"), 400),
            (request("/api/v1/catalog", "Range: bytes=99999999-"), 416), (request("/?x=<script>alert(1)</script>"), None),
        ]
        cases = [(request(target), None) for target in addresses(server)] + problems
        # This includes responses to input that is not a request yet.
        cases += [(b"nonsense\r\n\r\n", 400), (request("/", "X-Long: " + "x" * (81 * KIB)), 431)]
        for data, status in cases:
            answer = ask(server.port, data)
            line = shown(data.split(b"\r\n")[0])
            if answer is None:
                expect(status in (400, 431), f"{line} is not answered")
                continue
            expect(status in (None, answer.status), f"{line} is answered with {answer}, not {status}")
            expect(not re.search(r"\d", answer["server"]), f"{line}: Server is {answer['server']}")
            expect(not answer["x-powered-by"], f"{line}: X-Powered-By is {answer['x-powered-by']}")
            policy = answer["content-security-policy"]
            if not answer.body and answer.status in (400, 431):
                continue
            expect(policy and "unsafe-inline" not in policy and "unsafe-eval" not in policy, f"{line}: the policy is {policy!r}")
            expect("default-src 'none'" in policy, f"{line}: the policy is {policy!r}")
            expect("frame-ancestors 'none'" in policy, f"{line}: the policy is {policy!r}")
            expect(answer["x-content-type-options"] == "nosniff", f"{line}: X-Content-Type-Options is {answer['x-content-type-options']!r}")
            expect(answer["referrer-policy"] == "no-referrer", f"{line}: Referrer-Policy is {answer['referrer-policy']!r}")
            type_ = answer["content-type"]
            expect(type_ or not answer.body, f"{line}: no Content-Type")
            try:
                json.loads(answer.body)
                expect(not type_.startswith("text/html"), f"{line}: JSON as {type_}")
            except ValueError:
                pass
            if answer.status >= 400 and answer.body and not type_.startswith("text/html"):
                expect(type_.startswith("application/problem+json"), f"{line}: an error as {type_}")
            if type_.startswith("text/html"):
                expect(b"<script>alert" not in answer.body, f"{line}: text of the address is in the page as a script")
                text = answer.body.decode()
                if not line.startswith("GET /api/"):
                    expect(not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/)[^>]*>", text), f"{line}: a script in the page, which its policy forbids")
                    expect(not re.search(r"<[^>]+ (style|on\w+)=\"", text), f"{line}: a style or a handler in the page, which its policy forbids")
            # The page is of this origin only, and answers of the API have no cookies.
            expect(not answer["set-cookie"], f"{line}: Set-Cookie")
        server.is_well("header fields")


def check_syntax():
    """Several requests on a connection, old and wrong forms of HTTP."""
    with serving("syntax", "--sample") as server:
        port = server.port
        targets = ["/healthz", "/api/v1/campuses", "/nonsense", "/api/v1/feeds", "/all"] * 4
        right = [200, 200, 404, 200, 200] * 4
        last = request("/readyz", "Connection: close")
        answers, closes = ask_all(port, b"".join(request(target) for target in targets) + last)
        found = [answer.status for answer in answers]
        expect(found == right + [200] and closes, f"21 requests at once are answered with {found}, closed: {closes}")
        answers, closes = ask_all(port, request("/healthz") + last + request("/nonsense") * 3)
        found = [answer.status for answer in answers]
        expect(found == [200, 200] and closes, f"requests after Connection: close are answered: {found}, closed: {closes}")
        expect(answers and answers[-1].closes, "an answer to Connection: close does not say it")

        one = "Host: localhost\r\n"
        # Bytes, the statuses of each answer, and whether the connection is closed then: None if both are right.
        cases = [
            (f"GET /healthz HTTP/1.0\r\n{one}\r\n", [[200]], True),
            (f"GET /healthz HTTP/1.0\r\n{one}Connection: close\r\n\r\n", [[200]], True),
            (f"GET /healthz HTTP/1.0\r\n{one}Connection: keep-alive\r\n\r\n", [[200]], None),
            (f"GET /healthz HTTP/1.0\r\n{one}\r\nGET /healthz HTTP/1.0\r\n{one}\r\n", [[200]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}Connection: close, x\r\n\r\n", [[200]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}Connection: CLOSE\r\n\r\n", [[200]], True),
            (f"\r\n\r\nGET /healthz HTTP/1.1\r\n{one}Connection: close\r\n\r\n", [[200, 400]], True),
            ("GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\n\n", [[200, 400]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}X: a\r\n b\r\nConnection: close\r\n\r\n", [[200, 400]], True),
            (f"GET /healthz HTTP/1.1\r\n folded\r\n{one}Connection: close\r\n\r\n", [[200, 400]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}X : a\r\n\r\n", [[400]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}no colon\r\n\r\n", [[400]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}: no name\r\n\r\n", [[400]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}X: a\0b\r\n\r\n", [[400]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}X: a\rb\r\n\r\n", [[400]], True),
            (f"GET  /healthz HTTP/1.1\r\n{one}Connection: close\r\n\r\n", [[200, 400]], True),
            (f"GET\t/healthz\tHTTP/1.1\r\n{one}\r\n", [[400]], True),
            (f"GET /healthz\r\n{one}\r\n", [[400, 505]], True),
            ("GET /healthz\r\n", [[400, 505]], None),
            (f"GET /healthz HTTP/1.1 x\r\n{one}\r\n", [[400]], True),
            (f"GET /healthz HTTP/9.9\r\n{one}\r\n", [[400, 505]], True),
            (f"GET /healthz http/1.1\r\n{one}\r\n", [[400, 505]], True),
            (f"GET /healthz HTTP/11\r\n{one}\r\n", [[400, 505]], True),
            (f"GET /healthz XTTP/1.1\r\n{one}\r\n", [[400, 505]], True),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [[400, 405, 421, 501, 505]], True),
            ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "\x07" * 500, [[400]], True),
            ("\0" * 1_000, [[400]], True),
            ("{}\r\n\r\n", [[400]], True),
            # An upgrade is ignored.
            (f"GET /healthz HTTP/1.1\r\n{one}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n", [[200]], True),
            (f"GET /healthz HTTP/1.1\r\n{one}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n", [[200]], None),
        ]
        # A request inside what may be another request's body is never answered.
        hidden = f"GET /nonsense HTTP/1.1\r\n{one}\r\n"
        for fields in (
            f"Content-Length: {len(hidden) + 5}\r\nTransfer-Encoding: chunked", f"Transfer-Encoding: chunked\r\nContent-Length: {len(hidden) + 5}",
            "Content-Length: 0\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 0", "Content-Length: 0\r\nContent-Length: 5",
            "Content-Length: 0, 5", "Content-Length: 0\r\n 5", "Content-Length: 0x5", "Content-Length: 5 5", "Transfer-Encoding: chunked, identity",
            "Transfer-Encoding: identity, chunked", "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding:\x0bchunked", "Transfer-Encoding: \x00chunked", "Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked", "Transfer-Encoding:\r\n chunked",
            "X: y\rTransfer-Encoding: chunked", "X: y\nTransfer-Encoding: chunked", "Content-Length : 5", "content-length:5\r\nConnection: keep-alive",
            "Transfer_Encoding: chunked\r\nContent-Length: 5", "Content-Length: \x0b5", "Content-Length: 18446744073709551616", "Content-Length: 4294967296",
        ):
            for method in ("GET", "POST"):
                cases.append((f"{method} /healthz HTTP/1.1\r\n{one}{fields}\r\n\r\n0\r\n\r\n{hidden}", [[400, 405, 411, 413, 501]], True))
        # A chunk that is wrong.
        for chunk in ("zz\r\n", "-1\r\n", "0x5\r\nhello\r\n", "5;\nhello\r\n0\r\n\r\n", "fffffffffffffffff\r\n", "5\r\nhelloX\r\n0\r\n\r\n", "0\r\nX: y\r\n\r\n"):
            cases.append((f"GET /healthz HTTP/1.1\r\n{one}Transfer-Encoding: chunked\r\n\r\n{chunk}{hidden}", [[400, 413]], True))
        for text, right, closed in cases:
            answers, closes = ask_all(port, text.encode("latin-1"), patience=2)
            found = [answer.status for answer in answers]
            is_right = len(found) <= len(right) and all(status in some for status, some in zip(found, right))
            # Valid requests must be answered; for invalid ones, the server may also just close the connection.
            is_right = is_right and (len(found) == len(right) or 200 not in right[0] or len(right[0]) > 1)
            expect(is_right, f"{shown(text, 160)} is answered with {found}, not {right}")
            expect(closed is None or closes == closed, f"{shown(text, 160)}: the connection stays open")

        # The client will not send anything else.
        for target in ("/healthz", "/api/v1/catalog"):
            with Wire(port) as wire:
                wire.send(request(target))
                wire.socket.shutdown(socket.SHUT_WR)
                try:
                    answer = wire.answer()
                    expect(answer and answer.status == 200, f"{target} of a connection that is closed half is answered with {answer}")
                    expect(wire.ends(), f"{target} of a connection that is closed half: it stays open")
                except (Late, Broken) as error:
                    fault(f"{target} of a connection that is closed half: {error!r}")
        for part in (b"", b"GET", request("/")[:-2]):
            with Wire(port, 5) as wire:
                wire.send(part)
                wire.socket.shutdown(socket.SHUT_WR)
                try:
                    answer = wire.answer()
                    expect(answer is None or answer.status in (400, 408), f"{shown(part)} and an end is answered with {answer}")
                    expect(wire.ends(), f"{shown(part)} and an end: the connection stays open")
                except (Late, Broken) as error:
                    fault(f"{shown(part)} and an end: {error!r}")
        # A request sent in pieces is still a request.
        with Wire(port) as wire:
            for byte in request("/healthz"):
                wire.send(bytes([byte]))
            answer = wire.answer()
            expect(answer and answer.status == 200, f"a request in single bytes is answered with {answer}")
        server.is_well("syntax")


def check_addresses():
    """Only this machine is served, unless asked otherwise."""
    with serving("addresses", "--sample") as server:
        listening = []
        for file in ("/proc/net/tcp", "/proc/net/tcp6"):
            for line in Path(file).read_text().splitlines()[1:] if os.path.exists(file) else []:
                address, _, state = line.split()[1:4]
                host, port = address.split(":")
                if state == "0A" and int(port, 16) == server.port:
                    listening.append(host)
        expect(listening == ["0100007F"], f"the server listens on {listening}, not on 127.0.0.1 only")
        others = ["127.0.0.2", "::1"]
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: this only determines which address would be used.
            probe.connect(("192.0.2.1", 9))
            others.append(probe.getsockname()[0])
        for address in others:
            try:
                Wire(server.port, 2, address).socket.close()
                fault(f"the server listens on {address}, too")
            except OSError:
                pass


def check_slow():
    """Slow clients do not disturb others, and are cut off."""
    with serving("slow clients", "--sample") as server:
        asyncio.run(attack(server))
        server.is_well("slow clients")


async def attack(server):
    port, head = server.port, request("/api/v1/catalog", "X-Padding: " + "x" * 200)
    cut_after, over = [], asyncio.Event()

    async def connect(receive_buffer=None):
        plain = socket.socket()
        plain.setblocking(False)
        if receive_buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
        return await asyncio.open_connection(sock=plain, limit=KIB if receive_buffer else 64 * KIB)

    async def slow_head():
        """Sends the head byte by byte, until the server gives up."""
        reader, writer = await connect()
        start = time.monotonic()
        end = asyncio.ensure_future(reader.read())
        try:
            for byte in head[:-1]:
                writer.write(bytes([byte]))
                done, _ = await asyncio.wait([end], timeout=2)
                if done:
                    cut_after.append(time.monotonic() - start)
                    return
                if time.monotonic() - start > SLOWEST_HEAD:
                    break
            cut_after.append(None)
        except ConnectionError:
            cut_after.append(time.monotonic() - start)
        finally:
            end.cancel()
            writer.close()

    async def slow_reader():
        """Many answers are requested, and read a byte at a time."""
        with contextlib.suppress(ConnectionError, OSError):
            reader, writer = await connect(2 * KIB)
            writer.write(request("/api/v1/catalog") * 100)
            while not over.is_set() and await reader.read(1):
                await asyncio.sleep(0.1)
            writer.close()

    async def ranges():
        """Very many ranges, again and again."""
        with contextlib.suppress(ConnectionError, OSError):
            reader, writer = await connect()
            many = request("/api/v1/catalog", "Range: bytes=0-" + ",0-1" * 1_000)
            while not over.is_set():
                writer.write(many)
                answer = await read_answer(reader)
                if answer is None:
                    break
                expect(answer[0] in (200, 206, 416), f"1,000 ranges are answered with {answer[0]}")
                await asyncio.sleep(0.2)
            writer.close()

    async def normal():
        """One request, as a polite client sends it; the time to its answer."""
        start = time.monotonic()
        try:
            reader, writer = await connect()
            writer.write(request("/api/v1/entries?open=now&limit=5", "Connection: close"))
            answer = await asyncio.wait_for(read_answer(reader), PATIENCE)
            writer.close()
            return time.monotonic() - start if answer and answer[0] == 200 else None
        except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError):
            return None

    before = server.memory()
    heads = [asyncio.create_task(slow_head()) for _ in range(80)]
    others = [asyncio.create_task(slow_reader()) for _ in range(80)] + [asyncio.create_task(ranges()) for _ in range(40)]
    await asyncio.sleep(1)
    lost, longest = 0, 0
    for _ in range(50):
        for seconds in await asyncio.gather(*(normal() for _ in range(10))):
            lost += seconds is None
            longest = max(longest, seconds or 0)
        await asyncio.sleep(0.05)
    expect(lost == 0, f"among 200 slow clients, {lost} of 500 requests were not answered")
    expect(longest < 5, f"among 200 slow clients, an answer took {longest:.1f} s")
    await asyncio.gather(*heads)
    late = sum(seconds is None for seconds in cut_after)
    expect(late == 0, f"{late} of 80 connections that send a byte of a head every two seconds are still open after {SLOWEST_HEAD} s")
    grown = server.memory() - before
    expect(grown < 300 << 20, f"200 slow clients take {grown >> 20} MiB of memory")
    over.set()
    await asyncio.gather(*others)


async def read_answer(reader):
    """The status, whether the connection ends, and the body of an answer; None if there is none. Raises IncompleteReadError for half of one."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise
        return None
    text = head.decode("latin-1").lower()
    length = re.search(r"\r\ncontent-length: *(\d+)", text)
    body = await reader.readexactly(int(length[1])) if length else b""
    return int(text.split()[1]), "\r\nconnection: close" in text, body


def check_signal():
    """No request that was sent before SIGTERM is lost, and the server ends soon."""
    for target in ("/healthz", "/api/v1/catalog", "/api/v1/entries?open=now", "/all"):
        server = Server("--sample")
        try:
            asyncio.run(end_under_load(server, target))
        finally:
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait()
    end_with_arrivals()


def end_with_arrivals():
    """Ends servers at the moment when connections arrive that they have not accepted yet."""
    for count in (1, 8, 64, 300, 600) * 2:
        with serving(f"{count} connections arrive", "--sample") as server:
            server.is_well("the start")
            arrivals = []
            for number in range(count):
                arrival = socket.socket()
                arrival.setblocking(False)
                arrival.connect_ex(("127.0.0.1", server.port))
                arrivals.append(arrival)
            server.process.send_signal(signal.SIGTERM)
        for arrival in arrivals:
            arrival.close()


async def end_under_load(server, target):
    answered, lost, broken = 0, 0, 0
    sent_signal = False
    bodies = set()

    async def load():
        nonlocal answered, lost, broken
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        except OSError as error:
            return fault(f"{target}: no connection under load: {error}")
        while True:
            # The loop has only one thread: what was written before the signal is in the buffer of the server's socket.
            is_before = not sent_signal
            writer.write(request(target))
            if writer.transport.get_write_buffer_size():
                is_before = False
            try:
                answer = await asyncio.wait_for(read_answer(reader), 15)
            except asyncio.IncompleteReadError:
                answer, broken = None, broken + 1
            except (OSError, asyncio.TimeoutError):
                answer = None
            if answer is None:
                lost += is_before
                break
            if answer[0] != 200:
                fault(f"{target}: {answer[0]} under load")
            bodies.add(answer[2])
            answered += 1
            if answer[1]:
                break
        writer.close()

    async def visit():
        """New connections, one after another. Those that the server has not accepted at the end are lost, but they must not disturb it."""
        while server.process.poll() is None:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(request("/healthz", "Connection: close"))
                await asyncio.wait_for(read_answer(reader), 15)
                writer.close()
            except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError):
                if sent_signal:
                    return

    idle = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(8)]
    for reader, writer in idle[:4]:
        writer.write(request("/healthz"))
        await read_answer(reader)
    idle[4][1].write(request("/healthz")[:20])
    tasks = [asyncio.create_task(load()) for _ in range(64)] + [asyncio.create_task(visit()) for _ in range(16)]
    limit = time.monotonic() + 20
    while answered < 1_000 and time.monotonic() < limit:
        await asyncio.sleep(0.01)
    if answered < 1_000:
        fault(f"{target}: only {answered} answers in 20 s with 64 connections")
    sent_signal = True
    server.process.send_signal(signal.SIGTERM)
    start = time.monotonic()
    await asyncio.gather(*tasks)
    await asyncio.to_thread(server.stop, f"{target} under load")
    seconds = time.monotonic() - start
    expect(seconds <= 5, f"{target}: the server ended {seconds:.1f} s after SIGTERM")
    expect(lost == 0, f"{target}: {lost} requests that were sent before SIGTERM are not answered")
    expect(broken == 0, f"{target}: {broken} answers end early after SIGTERM")
    expect(target != "/api/v1/catalog" or len(bodies) == 1, f"{target}: {len(bodies)} different answers")
    for _, writer in idle:
        writer.close()


def check_store():
    """Whatever happens to its store, a server answers from the last good state or reports that it cannot."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        environment = {"HOME": str(folder), "PATH": os.environ["PATH"]}

        def make(store, *names):
            """Makes a store with one run for each name of a place."""
            recording = folder / "recording"
            shutil.rmtree(recording, ignore_errors=True)
            target = recording / "gmu" / "whats-open"
            target.mkdir(parents=True)
            source = RECORDING / "gmu" / "whats-open" / "facilities.json"
            for number, name in enumerate(names):
                venues = json.loads(source.read_text())
                venues[0]["facility_name"] = name
                (target / "facilities.json").write_text(json.dumps(venues))
                moment = f"2026-11-2{number}T17:00:00Z"
                (target / "facilities.meta.json").write_text(json.dumps({"status": 200, "time": moment}))
                result = subprocess.run(
                    [PROGRAM, "--replay", recording, "--store", store, "--at", moment, "-q", "-o", os.devnull], env=environment,
                    capture_output=True, text=True)
                if result.returncode not in (0, 3):
                    sys.exit(f"no store: exit code {result.returncode}\n{result.stderr}")

        make(folder / "first.sqlite", "First Hall", "Second Hall")
        make(folder / "other.sqlite", "Third Hall", "Fourth Hall")
        targets = ("/all", "/api/v1/entries", "/api/v1/changes?since=2026-11-20T18:00:00Z", "/api/v1/changes.atom?since=2026-11-20T18:00:00Z", "/api/v1/catalog", "/readyz")

        def copies(text):
            """A store for one case, with the files beside it."""
            for file in folder.glob("store.sqlite*"):
                file.unlink()
            shutil.copy(folder / text, folder / "store.sqlite")
            return folder / "store.sqlite"

        def garbage(store):
            size = store.stat().st_size
            with open(store, "r+b") as file:
                file.write(os.urandom(size))

        def truncate(store):
            os.truncate(store, 0)

        def half(store):
            os.truncate(store, store.stat().st_size // 2)

        def middle(store):
            """The head of the file stays right."""
            with open(store, "r+b") as file:
                file.seek(4 * KIB)
                file.write(os.urandom(max(0, store.stat().st_size - 4 * KIB)))

        def replace(store):
            shutil.copy(folder / "other.sqlite", folder / "incoming")
            os.rename(folder / "incoming", store)

        def make_folder(store):
            store.unlink()
            store.mkdir()

        def lock(store):
            database = sqlite3.connect(store, isolation_level=None)
            database.execute("BEGIN EXCLUSIVE")
            return database

        cases = {
            "nothing": lambda store: None, "overwritten with garbage": garbage, "truncated": truncate, "cut in half": half,
            "damaged in the middle": middle, "locked": lock, "replaced": replace, "deleted": lambda store: store.unlink(), "replaced by a folder": make_folder,
            "not readable": lambda store: store.chmod(0),
        }
        for what, act in cases.items():
            store = copies("first.sqlite")
            with serving(f"store {what}", "--store", store, "--at", "2026-11-22T17:00:00Z") as server:
                for target in targets:
                    answer = server.get(target)
                    expect(answer and answer.status == 200, f"{target} of a store is answered with {answer}")
                if what == "nothing":
                    answer = server.get(targets[2])
                    expect(answer and b"Second Hall" in answer.body, f"the changes do not have the new name: {answer}")
                kept = act(store)
                for target in targets * 2:
                    start = time.monotonic()
                    answer = server.get(target)
                    seconds = time.monotonic() - start
                    if answer is None:
                        fault(f"store {what}: {target} is not answered")
                        continue
                    expect(answer.status in (200, 503), f"store {what}: {target} is answered with {answer}")
                    if answer.status == 503:
                        expect(answer["retry-after"].isdigit(), f"store {what}: {target}: 503 without Retry-After")
                    if answer.status == 200 and target in ("/api/v1/entries", "/all"):
                        expect(b" Hall" in answer.body, f"store {what}: {target} does not have the places")
                    trace = re.search(rb"\.swift|SQLite|sqlite|GRDB|Fatal|0x[0-9a-f]{8}|/tmp/", answer.body)
                    expect(not trace, f"store {what}: {target} says {trace and trace[0]}: {answer}")
                    expect(seconds < 6, f"store {what}: {target} takes {seconds:.1f} s")
                server.is_well(f"store {what}")
                if kept is not None:
                    kept.close()
            if store.is_dir():
                store.rmdir()


def wait_for(condition, what, seconds=30):
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return fault(f"{what}: not within {seconds} s")


def check_refresh():
    """A server reads the feeds itself, shows the others when one of them fails, and follows what other runs store."""
    venues = json.loads((RECORDING / "gmu" / "whats-open" / "facilities.json").read_text())

    class Files(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with tempfile.TemporaryDirectory() as folder, \
            http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder)) as feeds:
        reply = Path(folder) / "good.json"
        reply.write_text(json.dumps(venues))
        threading.Thread(target=feeds.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{feeds.server_address[1]}"
        registry, store = Path(folder) / "registry.json", Path(folder) / "store.sqlite"
        registry.write_text(json.dumps({
            "campuses": [{"id": name, "name": name.title(), "timeZone": "America/New_York"} for name in ("good", "bad")],
            "feeds": [{"id": f"{name}/whats-open", "adapter": "whats-open", "addresses": {"facilities": f"{address}/{name}.json"}}
                      for name in ("good", "bad")]}))
        environment = {"HOME": folder, "PATH": os.environ["PATH"], "AGGREGATE_ALLOW_PRIVATE": "true"}
        source = ["--config", registry, "--store", store, "--campus", "good", "--campus", "bad"]

        def names(server):
            answer = server.get("/api/v1/entries?limit=500")
            return {entry["name"] for entry in json.loads(answer.body)["entries"]} if answer and answer.status == 200 else set()

        server = Server(*source, "--refresh-every", "15m", environment=environment)
        first = server.get("/all")
        if first and first.status != 200:
            expect(first.status == 503 and first["retry-after"], f"before the first run, / is answered with {first}")
        if wait_for(lambda: server.get("/readyz").status == 200, "the server reads the feeds"):
            expect(len(names(server)) == len(venues), f"the server has read {len(names(server))} of {len(venues)} places")
            outcomes = {feed["id"]: feed["outcome"] for feed in json.loads(server.get("/api/v1/feeds").body)["feeds"]}
            expect(outcomes["good/whats-open"] in ("fresh", "unchanged") and outcomes["bad/whats-open"] == "absent", f"the feeds are {outcomes}")
        server.stop("a server that reads feeds")

        # Another run stores another result.
        follower = Server(*source, environment=environment)
        expect(len(names(follower)) == len(venues), "a server does not show what another has stored")
        venues[0]["facility_name"] = "Lantern Hall"
        reply.write_text(json.dumps(venues))
        # Otherwise, it could have the same time, to the second, as the one that was read.
        os.utime(reply, (time.time() + 2,) * 2)
        subprocess.run([PROGRAM, *source, "--refresh", "-q", "-o", os.devnull], env=environment, capture_output=True, check=False)
        wait_for(lambda: "Lantern Hall" in names(follower), "the server follows its store")
        follower.stop("a server that follows its store")
        feeds.shutdown()


def check_swap():
    """While the catalog is replaced under load, every answer is entirely the old or entirely the new one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "catalog.json"
        subprocess.run([PROGRAM, "--sample", "-q", "-o", file], capture_output=True, check=False)
        places = [entry for entry in json.loads(file.read_text())["entries"] if entry["kind"] == "place"]

        def write(version):
            """Writes the catalog with the version in the name of each place."""
            (Path(folder) / "names.json").write_text(json.dumps({"corrections": [
                {"id": place["id"], "because": "a check", "name": f"Version{version} {place['name']}"} for place in places]}))
            subprocess.run(
                [PROGRAM, "--sample", "-q", "--config", Path(folder) / "names.json", "-o", Path(folder) / "next.json"], capture_output=True,
                check=False)
            os.rename(Path(folder) / "next.json", file)

        write(0)
        with serving("a catalog that is replaced", "--catalog", file) as server:
            seen, tags, ends = set(), {}, threading.Event()

            def load(target):
                while not ends.is_set():
                    answer = server.get(target)
                    if not answer or answer.status != 200:
                        fault(f"{target} is answered with {answer} while the catalog is replaced")
                        return
                    versions = set(re.findall(rb"Version(\d)", answer.body))
                    if len(versions) != 1:
                        fault(f"{target} has the versions {versions}")
                        return
                    seen.update(versions)
                    other = tags.setdefault((target, answer["etag"]), answer.body)
                    expect(other == answer.body, f"{target} has one tag for two contents")

            targets = ["/api/v1/catalog", "/api/v1/entries?limit=500", "/all", "/api/v1/catalog.csv"] * 2
            threads = [threading.Thread(target=load, args=(target,)) for target in targets]
            for thread in threads:
                thread.start()
            for version in (1, 2):
                write(version)
                if not wait_for(lambda: str(version).encode() in seen or ends.is_set(), f"version {version} is shown"):
                    break
            ends.set()
            for thread in threads:
                thread.join()


def check_flood():
    """Unread responses do not fill the memory."""
    with serving("a flood", "--sample") as server:
        before = server.memory()
        wires = []
        for _ in range(8):
            wire = Wire(server.port, 3)
            wires.append(wire)
            with contextlib.suppress(TimeoutError, BrokenPipeError, ConnectionResetError):
                # 40 KB of an answer for 50 bytes of a request.
                wire.socket.sendall(request("/api/v1/catalog") * 20_000)
        grown = server.memory() - before
        expect(grown < 200 << 20, f"8 connections that do not read their answers take {grown >> 20} MiB of memory")
        server.is_well("a flood")
        for wire in wires:
            wire.socket.close()
        # Connections that are opened and closed, and opened and reset.
        for number in range(2_000):
            try:
                with Wire(server.port, 5) as wire:
                    if number % 2:
                        wire.send(request("/api/v1/catalog"))
                    if number % 3 == 0:
                        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            except OSError as error:
                fault(f"connection {number} of 2,000: {error}")
                break
        server.is_well("2,000 connections")


def main():
    checks = {name[6:]: function for name, function in globals().items() if name.startswith("check_") and name != "check_representation"}
    unknown = SELECTED - checks.keys()
    if unknown:
        sys.exit(f"unknown check {', '.join(sorted(unknown))}; there are {', '.join(checks)}")
    selected = {name: function for name, function in checks.items() if not SELECTED or name in SELECTED}

    def run(name):
        start = time.monotonic()
        try:
            selected[name]()
        except Exception as error:  # A check that fails is a fault; the others go on.
            fault(f"{name}: {type(error).__name__}: {error}")
        if os.environ.get("CHECK_SERVER_TIMES"):
            print(f"{name}: {time.monotonic() - start:.1f} s", file=sys.stderr)

    # The check of slow clients mostly waits, so it runs beside the others; those that measure time run alone.
    beside = threading.Thread(target=run, args=("slow",)) if "slow" in selected else None
    if beside:
        beside.start()
    for name in selected:
        if name not in ("slow", "signal"):
            run(name)
    if beside:
        beside.join()
    if "signal" in selected:
        run("signal")
    if faults:
        print(f"{len(faults)} faults")
        sys.exit(1)
    print(f"{len(selected)} checks of the server: no faults")


if __name__ == "__main__":
    main()
