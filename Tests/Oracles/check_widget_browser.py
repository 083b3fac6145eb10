"""Checks the element <campus-hours> of a running server in Chromium, in a page of another origin: the example of the documentation.

usage: check_widget_browser.py --stop PID URL     URL: the address of a server of the sample, below a path or not

Prints each fault on a separate line, and exits with 1 if there are any. Ends the server with this process id, to see what remains without it.
Needs what check_page_browser.py needs.
"""

import argparse
import functools
import http.server
import json
import os
import pathlib
import signal
import tempfile
import threading
import urllib.parse
import urllib.request

from check_page_browser import PageChecks

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Docs/examples/widget/index.html"
# The server of the example.
EXAMPLE_SERVER = "http://127.0.0.1:8080"
TEXTS = "return [...document.querySelectorAll('campus-hours')].map(item => item.shadowRoot?.textContent ?? '')"
REQUESTS = "return performance.getEntriesByType('resource').map(item => item.name).filter(name => name.includes('/api/v1/entries?ids='))"
# The page of another origin asks for the list twice, the second time only if it has changed.
CONDITIONAL = """const [address, done] = arguments;
  fetch(address).then(first => fetch(address, {headers: {'If-None-Match': first.headers.get('ETag')}}))
    .then(second => done([second.status, second.headers.get('Catalog-Version') !== null]), error => done(String(error)))"""
# Moves the clock of the page ahead, and shows the page again after it was hidden.
LATER = """const [minutes] = arguments, now = Date.now;
  Date.now = () => now() + minutes * 60000;
  document.dispatchEvent(new Event('visibilitychange'))"""
MARK = """const mark = document.querySelector(arguments[0]).shadowRoot.querySelector('b'), {color, backgroundColor} = getComputedStyle(mark);
  return [color, backgroundColor === color]"""


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Checks(PageChecks):
    def __init__(self, url, process):
        super().__init__()
        self.url, self.process = url.rstrip("/"), process

    def sentence(self, place, query=""):
        with urllib.request.urlopen(f"{self.url}/api/v1/entries/{place}?{query}") as answer:
            return json.load(answer)["entries"][0]["status"]["sentence"]

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            origin = "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(self.url))
            text = EXAMPLE.read_text()
            page = text.replace(f"{EXAMPLE_SERVER};", f"{origin};").replace(f"{EXAMPLE_SERVER}\"", f"{origin}\"").replace(EXAMPLE_SERVER, self.url)
            pathlib.Path(folder, "index.html").write_text(page)
            with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as server:
                threading.Thread(target=server.serve_forever, daemon=True).start()
                try:
                    self.check_page(f"http://127.0.0.1:{server.server_port}/")
                finally:
                    server.shutdown()
        return self.faults

    def check_page(self, page):
        browser = self.browser
        expected = [
            self.sentence("penn/dining/593", "lang=en"), self.sentence("gmu/whats-open/southside", "lang=en"),
            self.sentence("gmu/whats-open/southside", "lang=de&clock=24"), "Unknown place",
        ]
        browser.driver.get(page)
        self.wait(lambda: browser.run(TEXTS) == expected, f"the elements should have {expected}")
        self.check(browser.run(TEXTS) == expected, f"the elements have {browser.run(TEXTS)}")
        # Three elements have the same language and clock.
        requests = browser.run(REQUESTS)
        self.check(len(requests) == 2, f"the elements made {len(requests)} requests, not 2: {requests}")
        self.check_accessibility("the page with elements")
        marks = {}
        for scheme in ("light", "dark"):
            browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            marks[scheme] = [browser.run(MARK, f"li:nth-child({number}) campus-hours") for number in (1, 4)]
        browser.command("Emulation.setEmulatedMedia", features=[])
        (light, is_full), (_, is_unknown_full) = marks["light"]
        self.check(light != marks["dark"][0][0], f"the mark has the same color {light} in light and dark")
        self.check(is_full and not is_unknown_full, "the marks of an open and of an unknown place have the same form")
        found = browser.run_async(CONDITIONAL, f"{self.url}/api/v1/entries?limit=3")
        self.check(found == [304, True], f"a page of another origin gets {found} for If-None-Match, not 304")
        self.element_follows_its_attributes(browser)
        self.element_is_not_too_eager(browser)
        self.last_state_stays_without_the_server(browser)
        reports = [entry["message"] for entry in browser.driver.get_log("browser") 
                   if not any(known in entry["message"] for known in ("ERR_CONNECTION_REFUSED", "400 (Bad Request)"))]
        self.check(not reports, f"Chromium reports {reports}")

    def element_follows_its_attributes(self, browser):
        """Another place, and an element that is added later."""
        browser.run("""document.querySelector('li:nth-child(4) campus-hours').setAttribute('place', 'penn/dining/593');
          document.querySelector('ul').append(Object.assign(document.createElement('li'), {innerHTML: '<campus-hours place="../x, y">'}))""")
        expected = self.sentence("penn/dining/593", "lang=en")
        self.wait(lambda: browser.run(TEXTS)[3:] == [expected, "Unknown place"], f"the elements do not follow their attributes: {browser.run(TEXTS)}")

    def element_says_that_nothing_is_known(self, browser):
        """An error of the server, as for a wrong clock, is not a place that does not exist."""
        browser.run("document.querySelector('ul').lastElementChild.firstElementChild.setAttribute('clock', '13')")
        self.wait(lambda: browser.run(TEXTS)[4] == "Not available", f"after an error, the element has {browser.run(TEXTS)[4]!r}")

    def element_is_not_too_eager(self, browser):
        """A page that is shown again asks no more than once a minute; without elements, it does not ask."""
        self.wait(lambda: len(browser.run(REQUESTS)) == 3, "the elements that changed do not make one request")
        browser.run(LATER, 0)
        browser.run_async("setTimeout(arguments[0], 300)")
        self.check(len(browser.run(REQUESTS)) == 3, "the elements ask again within a minute")
        self.element_says_that_nothing_is_known(browser)
        browser.run("document.querySelector('ul').lastElementChild.remove()")

    def last_state_stays_without_the_server(self, browser):
        expected = browser.run(TEXTS)[0]
        os.kill(self.process, signal.SIGKILL)
        browser.run(LATER, 10)
        self.wait(lambda: browser.run(TEXTS)[0] == f"{expected} (10 minutes ago)", f"without the server, the element has {browser.run(TEXTS)[0]!r}")
        browser.run("document.querySelector('li:nth-child(2) campus-hours').setAttribute('place', 'penn/dining/636')")
        self.wait(lambda: browser.run(TEXTS)[1] == "Not available", f"a place that was not read has {browser.run(TEXTS)[1]!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--stop", type=int, metavar="PID", required=True, help="the process id of the server")
    arguments = parser.parse_args()
    Checks(arguments.url, arguments.stop).finish()


if __name__ == "__main__":
    main()
