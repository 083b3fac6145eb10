"""A server with faults, for clients to survive: GET /FAULT/… answers with the fault of that name. Prints its port.

usage: faulty_server.py     runs until its standard input is closed
"""
import http.server, socketserver, sys, threading

LIST = b'{"schema":"campus-list/1","at":"2026-11-21T17:00:00Z","total":0,"entries":[]}'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    seen = {}

    def do_GET(self):
        fault = self.path.split("/")[1]
        {"good": self.good, "cut": self.cut, "cut-chunked": self.cut_chunked, "reset": self.reset, "silent": self.silent,
         "garbage": self.garbage, "arrived": self.arrived, "flaky": self.fail_twice, "loop": self.loop}[fault]()

    def good(self):
        self.answer(200, LIST)

    def answer(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def cut(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(LIST) + 100))
        self.end_headers()
        self.wfile.write(LIST)
        self.close_connection = True

    def cut_chunked(self):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(LIST), LIST))
        self.close_connection = True

    def reset(self):
        self.close_connection = True

    def silent(self):
        self.seen[self.path.split("/")[2]] = 1
        self.server.stopped.wait()
        self.close_connection = True

    def arrived(self):
        self.answer(200, b"yes" if self.path.split("/")[2] in self.seen else b"no")

    def garbage(self):
        self.wfile.write(b"\x00\x01garbage\r\n\r\n")
        self.close_connection = True

    def fail_twice(self):
        count = self.seen[self.path] = self.seen.get(self.path, 0) + 1
        if count <= 2:
            self.answer(503, b"", Retry_After="0")
        else:
            self.good()

    def loop(self):
        self.answer(302, b"", Location=self.path)

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    stopped = threading.Event()


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
server.stopped.set()
