"""A server of feeds in this process, whose content has a version."""
import http.server, json, re, threading
from town import REGISTRY, place


class FeedServer:
    """Answers at `/FEED` with some places, in whose names is the version."""

    def __init__(self, feeds, places=5):
        self.version, self.requests, self.places, self.feeds = 0, [], places, feeds
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                feed = self.path[1:]
                outer.requests.append(feed)
                tag = f'"{outer.version}"'
                known = self.headers.get("If-None-Match") == tag
                body = b"" if known else outer.body(feed)
                self.send_response(304 if known else 200)
                self.send_header("ETag", tag)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def body(self, feed):
        return json.dumps([place(feed, number, self.version) for number in range(self.places)]).encode()

    def write_registry(self, path, **members):
        address = f"http://127.0.0.1:{self.server.server_port}"
        feeds = [{"id": feed, "adapter": "whats-open", "addresses": {"facilities": [f"{address}/{feed}"]}, **members} for feed in self.feeds]
        with open(path, "w") as file:
            json.dump({**REGISTRY, "feeds": feeds}, file)

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    @staticmethod
    def versions(difference):
        """The old and the new version in a `campus-diff/1`."""
        found = [int(number) for number in re.findall(r"version (\d+)", json.dumps(difference))]
        return min(found), max(found)
