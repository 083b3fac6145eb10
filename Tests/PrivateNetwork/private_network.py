#!/usr/bin/env python3
"""Runs a program in a separate network that has only a scripted name server and one web server.

usage: unshare --user --map-root-user --net --mount python3 private_network.py PLAN REPORT PROGRAM [ARGUMENTS...]

PLAN is JSON:
  addresses  further IPv4 addresses of this machine in the network; public ones, so that they are allowed
  names      by name, the name server's answers: a list of lists of addresses (IPv4 and IPv6), one for each query, the last one
             repeated; an empty list is "no such name"; null: never an answer
  body       the web server's reply (port 80 of every address) to each request, with a tag
  redirects  by path, redirect targets that the web server sends instead

REPORT gets JSON: the program's `status`, its `seconds`, the longest delay of a wake-up of this script in seconds (`late`), the
`questions` to the name server (name and type), and the `requests`: the address of each connection, with the
Host header, or null if it had no request.
"""
import ctypes, fcntl, http.server, ipaddress, json, os, socket, socketserver, struct, subprocess, sys, tempfile, threading, time

A, AAAA = 1, 28
ADDRESS_OF, FLAGS_OF = 0x8916, 0x8914  # SIOCSIFADDR, SIOCSIFFLAGS
UP, RUNNING = 0x1, 0x40


def bring_up(addresses):
    """Sets up 127.0.0.1 and further addresses, all on the loopback device."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, FLAGS_OF, struct.pack("16sH14x", b"lo", UP | RUNNING))
        for number, address in enumerate(addresses):
            name = struct.pack("16sH2x4s8x", f"lo:{number}".encode(), socket.AF_INET, socket.inet_aton(address))
            fcntl.ioctl(control, ADDRESS_OF, name)


def ask_only_our_names(folder):
    """Configures the system's resolver to use only 127.0.0.1."""
    files = {"resolv.conf": "nameserver 127.0.0.1\n", "nsswitch.conf": "hosts: files dns\n", "hosts": "127.0.0.1 localhost\n"}
    for name, text in files.items():
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(text)
        subprocess.run(["mount", "--bind", path, os.path.realpath(f"/etc/{name}")], check=True)


class Names(threading.Thread):
    """A scripted name server."""

    def __init__(self, names):
        super().__init__(daemon=True)
        self.names, self.questions, self.times = names, [], {}
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 53))

    def run(self):
        while True:
            query, sender = self.socket.recvfrom(4096)
            answer = self.answer(query)
            if answer:
                self.socket.sendto(answer, sender)

    def answer(self, query):
        name, end = [], 12
        while length := query[end]:
            name.append(query[end + 1:end + 1 + length].decode())
            end += 1 + length
        name, (kind,) = ".".join(name), struct.unpack_from("!H", query, end + 1)
        question = query[12:end + 5]
        self.questions.append({"name": name, "type": {A: "A", AAAA: "AAAA"}.get(kind, str(kind))})
        answers = self.names.get(name, [[]])
        if answers is None:
            return None
        times = self.times[name, kind] = self.times.get((name, kind), 0) + 1
        addresses = answers[min(times, len(answers)) - 1]
        found = [ipaddress.ip_address(address).packed for address in addresses]
        found = [address for address in found if len(address) == (4 if kind == A else 16)]
        # A final response: recursion available; "no such name" if there are no addresses at all.
        head = query[:2] + struct.pack("!5H", 0x8180 | (0 if addresses else 3), 1, len(found), 0, 0)
        # The name is that of the question (a pointer to byte 12). Answers must not be cached.
        return head + question + b"".join(struct.pack("!HHHIH", 0xC00C, kind, 1, 0, len(a)) + a for a in found)


class Web(socketserver.ThreadingTCPServer):
    """One page at every address of the machine."""
    address_family, daemon_threads = socket.AF_INET6, True

    def __init__(self, body, redirects):
        self.body, self.redirects, self.requests = body.encode(), redirects, []
        super().__init__(("::", 80), Page)


class Page(http.server.BaseHTTPRequestHandler):
    def setup(self):
        super().setup()
        address = self.connection.getsockname()[0].removeprefix("::ffff:")
        self.seen = {"address": address, "host": None}
        self.server.requests.append(self.seen)

    def do_GET(self):
        self.seen["host"] = self.headers["Host"]
        if location := self.server.redirects.get(self.path):
            self.send_response(302)
            self.send_header("Location", location)
            return self.end_headers()
        tag = '"the only one"'
        same = self.headers["If-None-Match"] == tag
        self.send_response(304 if same else 200)
        self.send_header("ETag", tag)
        if not same:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(self.server.body)))
        self.end_headers()
        if not same:
            self.wfile.write(self.server.body)

    def log_message(self, *_):
        pass


def run(command):
    """Returns the status and seconds of a program, and the longest delay of this process in the meantime."""
    late, start = 0.0, time.monotonic()
    process = subprocess.Popen(command)
    while process.poll() is None:
        before = time.monotonic()
        time.sleep(0.005)
        late = max(late, time.monotonic() - before - 0.005)
    return process.returncode, time.monotonic() - start, late


def main(plan, report, *command):
    with open(plan) as file:
        plan = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        bring_up(plan["addresses"])
        ask_only_our_names(folder)
        names, web = Names(plan["names"]), Web(plan["body"], plan["redirects"])
        names.start()
        threading.Thread(target=web.serve_forever, daemon=True).start()
        status, seconds, late = run(command)
        with open(report, "w") as file:
            json.dump({"status": status, "seconds": seconds, "late": late, "questions": names.questions, "requests": web.requests}, file)
        subprocess.run(["umount", *(os.path.realpath(f"/etc/{name}") for name in ("resolv.conf", "nsswitch.conf", "hosts"))])
    sys.exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
